"use strict";
// Numbers and lists as people read them.

const Words = (() => {
  const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
  const fine = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
  const share = new Intl.NumberFormat("en", { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const large = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

  const money = (value) => (value !== 0 && Math.abs(value) < 0.01 ? fine : grouped).format(value);

  function score(value) {
    if (value === null || value === undefined) return "";
    return (Math.abs(value) < 10 ? share : large).format(value).replace("-", "\u2212");
  }

  function signed(value) {
    return `${value < 0 ? "\u2212" : "+"}${score(Math.abs(value))}`;
  }

  const count = (n, one, many = `${one}s`) => `${grouped.format(n)} ${n === 1 ? one : many}`;

  // The library draws some marks as markup; written so, it draws them as they are.
  const plain = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

  function shortened(text, most = 28) {
    const letters = [...text];
    return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}\u2026`;
  }

  return { money, score, signed, count, plain, shortened };
})();
