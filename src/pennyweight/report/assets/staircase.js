"use strict";
// The staircase: every model as a faint dot, the best score for each cost, its band, the budget.

const Staircase = (() => {
  const chart = () => byId("staircase");

  function draw(report) {
    const layout = Theme.layout({
      xaxis: { title: { text: Words.plain(axisTitle(report)) }, range: costRange(report) },
      yaxis: { title: { text: Words.plain(report.data.scoring) }, range: scoreRange(report) },
      shapes: shapes(report),
      annotations: baselineNote(report),
      margin: { l: 62, r: 16, t: 10, b: 48 },
    });
    Plotly.react(chart(), traces(report), layout, Theme.config);
  }

  // Only the budget has moved: nothing else is drawn again.
  function moveBudget(report) {
    Plotly.relayout(chart(), { shapes: shapes(report) });
  }

  const axisTitle = (report) =>
    report.data.kinds.length > 1 ? `cost (${report.data.kinds[report.kind]})` : "cost";

  function costRange(report) {
    const room = (report.total || 1) * 0.02;
    return [-room, (report.total || 1) + room];
  }

  function scoreRange({ tried, steps, data }) {
    const sorted = Float64Array.from(tried.scores).sort();
    const lows = steps.map((step) => step.low ?? step.score);
    const shown = [sorted[Math.floor(sorted.length * 0.02)], ...lows];
    if (data.baseline) shown.push(data.baseline.score);
    const tops = steps.flatMap((step) => [step.high ?? step.score, step.testScore ?? step.score]);
    const low = Math.min(...shown);
    const high = Math.max(...tops, low + 1e-9);
    const room = (high - low) * 0.06;
    return [low - room, high + room];
  }

  function traces(report) {
    const { steps } = report;
    const from = steps.map((step) => step.cost);
    const scores = steps.map((step) => step.score);
    const accent = Theme.colour("accent");
    return [
      dots(report),
      band(report),
      {
        x: [...from, report.total], y: [...scores, scores.at(-1)], mode: "lines", hoverinfo: "skip",
        line: { shape: "hv", color: accent, width: 2.5 },
      },
      {
        x: from, y: steps.map((step) => step.testScore), mode: "markers", hoverinfo: "none",
        customdata: steps.map((step) => step.place),
        marker: { symbol: "diamond-open", size: 9, color: Theme.colour("test"), line: { width: 1.6 } },
      },
      {
        x: from, y: scores, mode: "markers", hoverinfo: "none",
        customdata: steps.map((step) => step.place),
        marker: { size: 8, color: accent, line: { color: Theme.colour("card"), width: 1.5 } },
      },
    ];
  }

  function dots({ costs, tried }) {
    return {
      x: costs, y: tried.scores, mode: "markers", hoverinfo: "none",
      customdata: tried.scores.map((_, place) => place),
      marker: { size: 4, color: Theme.colour("dot"), opacity: tried.scores.length > 1000 ? 0.3 : 0.5 },
    };
  }

  function band({ steps, total }) {
    const sure = steps.length > 0 && steps.every((step) => step.low !== null);
    const ends = steps.map((step, i) => [step.cost, steps[i + 1]?.cost ?? total]);
    const forth = sure ? steps.map((step) => [step.high, step.high]).flat() : [];
    const back = sure ? steps.map((step) => [step.low, step.low]).flat().reverse() : [];
    const along = sure ? ends.flat() : [];
    return {
      x: [...along, ...along.toReversed()], y: [...forth, ...back], mode: "lines", fill: "toself",
      fillcolor: Theme.colour("band"), line: { width: 0 }, hoverinfo: "skip",
    };
  }

  function shapes(report) {
    const pen = { color: Theme.colour("choice"), width: 2 };
    const at = report.spendable;
    const drawn = [
      { type: "line", x0: at, x1: at, yref: "paper", y0: 0, y1: 1, line: { ...pen, dash: "dot" } },
    ];
    const step = report.steps[report.chosen];
    if (step) {
      drawn.push({
        type: "circle", xsizemode: "pixel", ysizemode: "pixel", xanchor: step.cost, yanchor: step.score,
        x0: -9, x1: 9, y0: -9, y1: 9, line: { ...pen, width: 2.5 },
      });
    }
    const empty = report.data.baseline;
    if (empty) {
      drawn.push({
        type: "line", xref: "paper", x0: 0, x1: 1, y0: empty.score, y1: empty.score,
        line: { color: Theme.colour("muted"), width: 1, dash: "dash" }, layer: "below",
      });
    }
    return drawn;
  }

  function baselineNote({ data }) {
    if (!data.baseline) return [];
    return [{
      text: "no measurement at all", xref: "paper", x: 1, xanchor: "right", y: data.baseline.score,
      yanchor: "bottom", showarrow: false, font: { size: 12, color: Theme.colour("muted") },
    }];
  }

  // A card beside the pointer says what a point is; a click takes its cost as the budget.
  function listen(report, choose) {
    const card = byId("tip");
    chart().on("plotly_hover", ({ points, event }) => {
      const step = report.step(points.at(-1).customdata);
      card.replaceChildren(
        element("strong", { text: `${Words.score(step.score)} for ${Words.money(step.cost)}` }),
        ...about(report, step),
      );
      card.hidden = false;
      place(card, event);
    });
    chart().on("plotly_unhover", () => { card.hidden = true; });
    chart().on("plotly_click", ({ points }) => choose(report.costs[points.at(-1).customdata]));
  }

  function about(report, step) {
    const lines = [];
    if (step.testScore !== null) lines.push(`test rows: ${Words.score(step.testScore)}`);
    if (report.data.estimators.length > 1) lines.push(step.estimator);
    if (step.provisional) lines.push("provisional: its forest stopped early");
    const names = report.names(step.subset);
    const shown = names.slice(0, 14).map((name) => nameElement(name, "li"));
    if (names.length > 14) shown.push(element("li", { text: `and ${names.length - 14} more` }));
    return [
      ...lines.map((text) => element("div", { text, className: "quiet" })),
      element("ul", { children: shown }),
    ];
  }

  function place(card, event) {
    const { width, height } = card.getBoundingClientRect();
    const room = 14;
    const left = event.clientX + room + width > innerWidth ? event.clientX - width - room : event.clientX + room;
    const top = Math.min(event.clientY + room, innerHeight - height - room);
    card.style.left = `${Math.max(room, left)}px`;
    card.style.top = `${Math.max(room, top)}px`;
  }

  return { draw, moveBudget, listen };
})();
