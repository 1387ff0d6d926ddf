"use strict";
// Numbers and lists as people read them; numbers have the digits that words.py gives them.

const Words = (() => {
  const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
  const sixDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
  const share = new Intl.NumberFormat("en", { minimumFractionDigits: 4, maximumFractionDigits: 4 });

  const money = (value) => (Math.abs(value) < 10_000 ? sixDigits : grouped).format(value);

  function score(value) {
    if (value === null || value === undefined) return "";
    const text = Math.abs(value) < 10 ? share.format(value) : money(value);
    return text.replace("-", "\u2212");
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
