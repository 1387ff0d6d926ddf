"use strict";
// The tables: prices to edit, the schedule, and how it was made.

const Tables = (() => {
  function drawPrices(report, changed) {
    byId("prices").replaceChildren(...report.data.items.map((item, i) => row([
      cell([nameElement(item.name), ...needs(item)]),
      cell(priceInput(report, i, changed), "number"),
      cell(ownedInput(report, i, changed), "middle"),
    ])));
  }

  function needs(item) {
    if (!item.needs.length) return [];
    return [element("small", { children: ["needs ", ...joined(item.needs)] })];
  }

  const joined = (names) =>
    names.flatMap((name, n) => (n ? [", ", nameElement(name)] : [nameElement(name)]));

  function priceInput(report, item, changed) {
    const input = element("input", {
      type: "number", min: "0", step: "any", inputmode: "decimal", "data-item": item,
      "aria-label": `price of ${report.data.items[item].name}`,
    });
    input.value = String(report.prices[item]);
    input.disabled = report.owned[item];
    input.addEventListener("input", () => {
      const price = input.value.trim() === "" ? NaN : Number(input.value);
      const good = price >= 0 && report.canCost(item, price);
      input.setAttribute("aria-invalid", String(!good));
      if (good) changed(() => report.setPrice(item, price));
    });
    return input;
  }

  function ownedInput(report, item, changed) {
    const input = element("input", {
      type: "checkbox", "aria-label": `${report.data.items[item].name} is owned already`,
    });
    input.checked = report.owned[item];
    input.addEventListener("change", () => {
      document.querySelector(`#prices input[data-item="${item}"]`).disabled = input.checked;
      changed(() => report.setOwned(item, input.checked));
    });
    return input;
  }

  function markEdited(report) {
    byId("prices").querySelectorAll("tr").forEach((line, item) => {
      line.classList.toggle("edited", report.isEdited(item));
    });
    byId("reset").disabled = !report.edited;
  }

  function drawSchedule(report, choose) {
    const chosen = report.chosen;
    byId("steps").replaceChildren(...report.steps.map((step, i) => {
      const button = element("button", {
        type: "button", text: Words.money(step.cost), className: "link",
        "aria-label": `take the budget ${Words.money(step.cost)}`,
      });
      const line = row([
        cell(button, "number"),
        cell(element("span", { text: Words.score(step.score) + (step.provisional ? " *" : "") }), "number"),
        cell(element("span", { text: Words.score(step.corrected) }), "number"),
        cell(element("span", { text: Words.score(step.testScore) }), "number"),
        cell(joined(report.names(step.subset))),
      ]);
      if (i === chosen) line.setAttribute("aria-current", "true");
      line.addEventListener("click", () => choose(step.cost));
      return line;
    }));
    byId("provisional").hidden = !report.steps.some((step) => step.provisional);
  }

  function markChosen(report) {
    const chosen = report.chosen;
    [...byId("steps").children].forEach((line, i) => {
      if (i === chosen) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    });
  }

  function drawFacts({ data }) {
    byId("facts").replaceChildren(...data.details.facts.flatMap(([label, text]) =>
      [element("dt", { text: label }), element("dd", { text })]));
  }

  return { drawPrices, markEdited, drawSchedule, markChosen, drawFacts };
})();
