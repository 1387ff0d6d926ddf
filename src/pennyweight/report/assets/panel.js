"use strict";
// What the budget buys: the model, its bill, its scores and the next purchase.

const Panel = (() => {
  function draw(report) {
    const step = report.steps[report.chosen];
    byId("choice").replaceChildren(...(step ? model(report, step) : nothing(report)));
    byId("next").replaceChildren(...next(report));
  }

  function nothing(report) {
    const cheapest = report.steps[0];
    const why = cheapest
      ? `This budget buys nothing: the cheapest model costs ${Words.money(cheapest.cost)}.`
      : "No subset was tried.";
    return [element("p", { text: why })];
  }

  function model(report, step) {
    const facts = [
      ["corrected", step.corrected === null ? "unknown" : Words.score(step.corrected)],
      ["95 % interval", step.low === null ? "unknown" : `${Words.score(step.low)} to ${Words.score(step.high)}`],
      ["on test rows", step.testScore === null ? "none put aside" : Words.score(step.testScore)],
    ];
    if (report.data.estimators.length > 1) facts.push(["estimator", step.estimator]);
    if (step.provisional) facts.push(["provisional", "its forest stopped early"]);
    return [
      element("div", {
        className: "figures",
        children: [figure(Words.score(step.score), report.data.scoring), figure(Words.money(step.cost), "cost")],
      }),
      element("dl", {
        className: "facts",
        children: facts.flatMap(([label, text]) => [element("dt", { text: label }), element("dd", { text })]),
      }),
      bill(report, step),
    ];
  }

  function figure(value, label) {
    return element("div", {
      className: "figure",
      children: [element("b", { text: value }), element("span", { text: label })],
    });
  }

  function bill(report, step) {
    const bought = new Set(report.names(step.subset));
    const lines = report.bill(step).map((line) => row([
      cell([nameElement(line.name), ...(bought.has(line.name) ? [] : [element("small", { text: "needed" })])]),
      cell(element("span", { text: line.owned ? "owned" : Words.money(line.price) }), "number"),
    ]));
    const total = row([cell(element("span", { text: "total" })), cell(element("span", { text: Words.money(step.cost) }), "number")]);
    return element("table", {
      className: "bill",
      children: [
        element("caption", { text: `The bill: ${Words.count(step.subset.length, "variable")}` }),
        element("tbody", { children: lines }),
        element("tfoot", { children: [total] }),
      ],
    });
  }

  function next(report) {
    const purchase = report.nextPurchase();
    if (!purchase) return [element("p", { text: "There is nothing better to buy." })];
    const parts = [
      element("p", {
        children: [
          element("b", { text: `${Words.money(purchase.extra)} more` }),
          ` (${Words.money(purchase.cost)} in all) brings `,
          element("b", { text: Words.signed(purchase.gain) }),
          purchase.error === null ? "" : ` \u00b1 ${Words.score(1.96 * purchase.error)}`,
          ".",
        ],
      }),
    ];
    if (purchase.buy.length) parts.push(listing("Buy", purchase.buy, "buy"));
    if (purchase.drop.length) parts.push(listing("No longer needed", purchase.drop, "drop"));
    if (purchase.error !== null && purchase.gain <= 1.96 * purchase.error) {
      parts.push(element("p", { className: "quiet", text: "A gain of this size can be chance." }));
    }
    return parts;
  }

  function listing(title, names, className) {
    return element("div", {
      className: `chips ${className}`,
      children: [element("span", { text: `${title}:`, className: "quiet" }), ...names.map((name) => nameElement(name))],
    });
  }

  return { draw };
})();
