"use strict";
// Light or dark: as the system says, until the reader says otherwise; paper is always light.

const Theme = (() => {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const PAPER = 660;  // pixels between the margins of a sheet
  let chosen = null;
  let printing = false;

  const isDark = () => !printing && (chosen ?? (system.matches ? "dark" : "light")) === "dark";

  function apply() {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  }

  function toggle() {
    chosen = isDark() ? "light" : "dark";
    apply();
  }

  function print(on) {
    printing = on;
    apply();
  }

  const colour = (name) =>
    getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

  function layout(extra = {}) {
    const axis = {
      gridcolor: colour("grid"), linecolor: colour("line"), zeroline: false,
      tickfont: { color: colour("muted"), size: 12 },
      title: { font: { color: colour("muted"), size: 13 }, standoff: 8 },
      fixedrange: true, automargin: true,
    };
    const { xaxis, yaxis, ...rest } = extra;
    return {
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", dragmode: false,
      font: { family: colour("sans"), size: 13, color: colour("ink") },
      width: printing ? PAPER : undefined, autosize: !printing,
      margin: { l: 60, r: 16, t: 8, b: 46 }, hovermode: "closest", showlegend: false,
      hoverlabel: {
        bgcolor: colour("card"), bordercolor: colour("line"), align: "left", namelength: -1,
        font: { family: colour("sans"), size: 13, color: colour("ink") },
      },
      ...rest,
      xaxis: merged(axis, xaxis),
      yaxis: merged(axis, yaxis),
    };
  }

  function merged(base, extra = {}) {
    return { ...base, ...extra, title: { ...base.title, ...extra.title } };
  }

  const config = { displayModeBar: false, responsive: true, scrollZoom: false, doubleClick: false };

  return { system, apply, toggle, print, isDark, colour, layout, config };
})();
