"use strict";
// The further charts: variables by budget, importances, how the search went.

const Charts = (() => {
  const ROW = 24;
  const MOST_BARS = 25;
  const PALETTE = ["#4c6ef5", "#e8590c", "#2f9e44", "#ae3ec9", "#1098ad", "#f08c00", "#e03131", "#868e96"];

  function drawHeatMap(report) {
    const { steps, data } = report;
    const uses = data.variables.map((_, v) => steps.filter((step) => step.subset.includes(v)).length);
    const used = [...uses.keys()].filter((v) => uses[v] > 0).sort((a, b) => uses[a] - uses[b] || b - a);
    const unused = data.variables.length - used.length;
    byId("unused").textContent = unused ? `${Words.count(unused, "variable is", "variables are")} in none of them.` : "";
    const cells = used.map((v) => steps.map((step) => (step.subset.includes(v) ? 1 : 0)));
    const labels = used.map((v) => steps.map((step) =>
      `${Words.plain(data.variables[v].name)}<br>${step.subset.includes(v) ? "in" : "not in"} the model for ${Words.money(step.cost)}`));
    const trace = {
      type: "heatmap", z: cells, text: labels, hovertemplate: "%{text}<extra></extra>", xgap: 2, ygap: 2,
      zmin: 0, zmax: 1, showscale: false,
      colorscale: [[0, Theme.colour("empty")], [1, Theme.colour("accent")]],
    };
    const layout = Theme.layout({
      height: Math.max(160, ROW * used.length + 70), margin: { l: 10, r: 10, t: 4, b: 46 },
      xaxis: ticks(steps.map((step) => Words.money(step.cost)), { title: { text: "cost of the best model" } }),
      yaxis: ticks(used.map((v) => label(data.variables[v].name))),
      shapes: chosenColumn(report, used.length),
    });
    Plotly.react(byId("heatmap"), [trace], layout, Theme.config);
  }

  function chosenColumn({ chosen }, rows) {
    if (chosen < 0 || !rows) return [];
    return [{
      type: "rect", x0: chosen - 0.5, x1: chosen + 0.5, y0: -0.5, y1: rows - 0.5,
      line: { color: Theme.colour("choice"), width: 2 },
    }];
  }

  function markBudget(report) {
    const rows = byId("heatmap").data?.[0].z.length ?? 0;
    Plotly.relayout(byId("heatmap"), { shapes: chosenColumn(report, rows) });
  }

  const label = (name) => Words.plain(Words.shortened(name));

  function ticks(texts, extra = {}) {
    return {
      tickmode: "array", tickvals: texts.map((_, i) => i), ticktext: texts, showgrid: false,
      ticks: "", showline: false, ...extra,
    };
  }

  function drawImportances({ data }) {
    const values = data.details.importances;
    if (!values) return;
    const order = [...values.keys()].sort((a, b) => values[a] - values[b] || b - a).slice(-MOST_BARS);
    const trace = {
      type: "bar", orientation: "h", x: order.map((v) => values[v]), y: order.map((_, i) => i),
      text: order.map((v) => Words.plain(data.variables[v].name)),
      hovertemplate: "%{text}: %{x:.4g}<extra></extra>", textposition: "none",
      marker: { color: Theme.colour("accent"), opacity: 0.85 },
    };
    const layout = Theme.layout({
      height: Math.max(160, ROW * order.length + 70), margin: { l: 10, r: 10, t: 4, b: 46 }, bargap: 0.35,
      xaxis: { title: { text: "loss of score without it" } },
      yaxis: ticks(order.map((v) => label(data.variables[v].name))),
    });
    Plotly.react(byId("importances"), [trace], layout, Theme.config);
  }

  function drawGrowth(report) {
    const lines = report.growth();
    if (!lines.length) return;
    const traces = lines.map(({ name, turns, areas }, i) => ({
      x: turns, y: areas, name: Words.plain(name), mode: turns.length > 1 ? "lines" : "markers",
      line: { color: PALETTE[i % PALETTE.length], width: 2.5, shape: "hv" }, connectgaps: false,
      marker: { color: PALETTE[i % PALETTE.length] },
      hovertemplate: "after %{x} subsets: %{y:.4f}",
    }));
    const layout = Theme.layout({
      height: 320, showlegend: true, legend: { orientation: "h", x: 0, y: 1.03, yanchor: "bottom" },
      margin: { l: 60, r: 10, t: 50, b: 46 },
      xaxis: { title: { text: "subsets tried" } }, yaxis: { title: { text: "area under the staircase" } },
    });
    Plotly.react(byId("growth"), traces, layout, Theme.config);
  }

  return { drawHeatMap, markBudget, drawImportances, drawGrowth };
})();
