"use strict";
// The page: puts the parts together, and lets them follow the budget and the prices.

const report = new Report(JSON.parse(byId("data").textContent));

const Page = (() => {
  const slider = byId("slider");
  const amount = byId("amount");

  function headline() {
    const best = report.steps.at(-1);
    const { data, tried } = report;
    byId("headline").textContent = best
      ? `${Words.count(data.variables.length, "variable")}, ${Words.count(tried.scores.length, "evaluation")}, `
        + `${Words.count(report.steps.length, "model")} worth their cost. `
        + `The best model scores ${Words.score(best.score)} for ${Words.money(best.cost)}; `
        + `everything together costs ${Words.money(report.total)}.`
      : "Nothing was evaluated.";
    byId("chosen-by").textContent = data.choose_by === data.scoring ? ""
      : `Models are chosen by ${data.choose_by}, so that ${data.scoring} can fall a little from one to the next.`;
    byId("area").textContent = `Area under the staircase: ${Words.score(report.area)}`;
  }

  function showBudget() {
    const step = report.steps[report.chosen];
    slider.max = String(report.total);
    slider.value = String(report.spendable);
    if (document.activeElement !== amount) amount.value = String(report.spendable);
    slider.setAttribute("aria-valuetext", step
      ? `budget ${Words.money(report.spendable)}: ${report.data.scoring} ${Words.score(step.score)}, `
        + Words.count(step.subset.length, "variable")
      : `budget ${Words.money(report.spendable)}: buys nothing`);
    Panel.draw(report);
  }

  function choose(budget) {
    report.budget = budget;
    showBudget();
    Tables.markChosen(report);
    Staircase.moveBudget(report);
    Charts.markBudget(report);
  }

  // From model to model, as the arrow keys go.
  function walk(key) {
    const last = report.steps.length - 1;
    const at = report.chosen;
    const exact = at >= 0 && report.steps[at].cost === Pricing.rounded(report.spendable);
    const to = {
      ArrowRight: at + 1, ArrowUp: at + 1, PageUp: at + 1,
      ArrowLeft: exact ? at - 1 : at, ArrowDown: exact ? at - 1 : at, PageDown: exact ? at - 1 : at,
      Home: 0, End: last,
    }[key];
    if (to === undefined) return false;
    if (last >= 0) choose(report.steps[Math.min(Math.max(to, 0), last)].cost);
    return true;
  }

  function follow() {
    headline();
    showBudget();
    Tables.markEdited(report);
    Tables.drawSchedule(report, choose);
    soon(drawCharts);
  }

  function drawCharts() {
    Staircase.draw(report);
    Charts.drawHeatMap(report);
    Charts.drawGrowth(report);
  }

  // Numbers follow every key; charts, which take longer to draw, follow when the keys rest.
  let waiting = null;
  function soon(job) {
    clearTimeout(waiting);
    waiting = setTimeout(job, 20);
  }

  function changed(edit) {
    edit();
    follow();
  }

  function drawAll() {
    Tables.drawPrices(report, changed);
    follow();
    redraw();
  }

  // All charts again, as wide as paper where it is printed.
  function redraw() {
    drawCharts();
    Charts.drawImportances(report);
    for (const chart of document.querySelectorAll(".js-plotly-plot")) Plotly.Plots.resize(chart);
  }

  function listen() {
    slider.addEventListener("input", () => choose(Number(slider.value)));
    slider.addEventListener("keydown", (event) => { if (walk(event.key)) event.preventDefault(); });
    amount.addEventListener("input", () => {
      const budget = amount.value.trim() === "" ? NaN : Number(amount.value);
      const good = Number.isFinite(budget) && budget >= 0;
      amount.setAttribute("aria-invalid", String(!good));
      if (good) choose(budget);
    });
    amount.addEventListener("blur", showBudget);
    byId("reset").addEventListener("click", () => { report.reset(); drawAll(); });
    byId("save-prices").addEventListener("click", () => Files.download("prices.csv", Files.prices(report)));
    byId("save-schedule").addEventListener("click", () => Files.download("schedule.csv", Files.schedule(report)));
    byId("theme").addEventListener("click", () => { Theme.toggle(); redraw(); });
    Theme.system.addEventListener("change", () => { Theme.apply(); redraw(); });
    window.addEventListener("beforeprint", () => { Theme.print(true); redraw(); });
    window.addEventListener("afterprint", () => { Theme.print(false); redraw(); });
    Staircase.listen(report, choose);
  }

  function offerKinds() {
    const { kinds } = report.data;
    byId("kinds").hidden = kinds.length < 2;
    byId("kind").replaceChildren(...kinds.map((kind, i) => element("option", { text: kind, value: i })));
    byId("kind").addEventListener("change", (event) => {
      report.setKind(Number(event.target.value));
      drawAll();
    });
  }

  function hideWhatIsMissing() {
    byId("tested").hidden = byId("tested-key").hidden = !report.tested;
    byId("corrected").hidden = !report.data.uncertainty;
    byId("importance-card").hidden = !report.data.details.importances;
    byId("growth-card").hidden = !report.data.sequences.length;
    byId("made-card").hidden = !report.data.details.facts.length;
  }

  function start() {
    Theme.apply();
    hideWhatIsMissing();
    offerKinds();
    Tables.drawFacts(report);
    drawAll();
    listen();
  }

  return { start };
})();

Page.start();
