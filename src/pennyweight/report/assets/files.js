"use strict";
// Tables as CSV, handed over as downloads.

const Files = (() => {
  const field = (value) => {
    const given = value === null || value === undefined ? "" : String(value);
    const runs = typeof value === "string" && /^'*[=+\-@\t\r\n]/.test(given); // in a spreadsheet
    const text = runs ? `'${given}` : given; // pennyweight reads it without the '
    return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };

  const csv = (rows) => rows.map((fields) => fields.map(field).join(",")).join("\r\n") + "\r\n";

  function prices(report) {
    const { items, kinds } = report.data;
    const order = kinds.map((_, kind) => kind).sort((a, b) => (kinds[b] === "price") - (kinds[a] === "price"));
    const header = order.map((kind) => (kinds[kind] === "price" ? "price" : `price:${kinds[kind]}`));
    const rows = items.map((item, i) => [
      item.name,
      ...order.map((kind) => (kind === report.kind ? report.prices[i] : item.prices[kind])),
      item.needs.join(";"),
      item.columns.join(";"),
      report.owned[i] ? "yes" : "",
    ]);
    return csv([["variable", ...header, "needs", "columns", "owned"], ...rows]);
  }

  function schedule(report) {
    const header = ["cost", "score", "corrected", "low", "high", "test_score", "estimator", "variables"];
    const rows = report.steps.map((step) => [
      step.cost, step.score, step.corrected, step.low, step.high, step.testScore, step.estimator,
      report.names(step.subset).join(", "),
    ]);
    return csv([header, ...rows]);
  }

  function download(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
    const link = element("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  return { prices, schedule, download };
})();
