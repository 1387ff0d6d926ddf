"use strict";
// What sets of variables cost, and which of them are worth it: the same sums and comparisons as in
// rounding.py, price_list.py and pareto.py, so that the page and `schedule.reprice` agree exactly.

const Pricing = (() => {
  const DIGITS = 12;
  const MOST = 300;

  function roundHalfToEven(value) {
    const near = Math.round(value);
    return Math.abs(value - Math.trunc(value)) === 0.5 && near % 2 !== 0 ? near - 1 : near;
  }

  function rounded(value) {
    if (value === 0) return 0;
    const magnitude = Number(value.toExponential().split("e")[1]);
    const exponent = Math.min(Math.max(DIGITS - 1 - magnitude, -MOST), MOST);
    const up = Number(`1e${Math.max(exponent, 0)}`);
    const down = Number(`1e${Math.max(-exponent, 0)}`);
    return (roundHalfToEven((value * up) / down) / up) * down;
  }

  // The items that a set of variables needs, each once, in the order of the price list.
  function itemsNeeded(subset, variables) {
    const needed = new Set(subset.flatMap((variable) => variables[variable].items));
    return Uint32Array.from([...needed].sort((a, b) => a - b));
  }

  // What many sets of items cost; prices are added from the lowest to the highest.
  function costs(needed, prices) {
    const setsWith = prices.map(() => []);
    needed.forEach((items, set) => items.forEach((item) => setsWith[item].push(set)));
    const totals = new Float64Array(needed.length);
    for (const item of [...prices.keys()].sort((a, b) => prices[a] - prices[b])) {
      for (const set of setsWith[item]) totals[set] += prices[item];
    }
    return totals.map(rounded);
  }

  // The places of the points that no other makes pointless, cheapest first.
  function front(costs, merits) {
    const order = Array.from(costs, (_, place) => place);
    order.sort((a, b) => costs[a] - costs[b] || merits[b] - merits[a] || a - b);
    let best = -Infinity;
    return order.filter((place) => {
      const better = merits[place] > best;
      if (better) best = merits[place];
      return better;
    });
  }

  // The area under a staircase whose costs are divided by the full cost.
  function area(costs, scores, full) {
    if (!costs.length) return 0;
    if (full === 0) return scores[scores.length - 1];
    let total = 0;
    costs.forEach((from, step) => {
      const to = step + 1 < costs.length ? costs[step + 1] : full;
      total += ((to - from) / full) * scores[step];
    });
    return total;
  }

  // The front while points come one by one: `add` tells whether the point changed it.
  class GrowingFront {
    costs = [];
    merits = [];
    scores = [];

    add(cost, merit, score) {
      let place = 0;
      while (place < this.costs.length && this.costs[place] <= cost) place += 1;
      if (place > 0 && this.merits[place - 1] >= merit) return false;
      let from = place;
      if (from > 0 && this.costs[from - 1] === cost) from -= 1;
      let to = place;
      while (to < this.costs.length && this.merits[to] <= merit) to += 1;
      this.costs.splice(from, to - from, cost);
      this.merits.splice(from, to - from, merit);
      this.scores.splice(from, to - from, score);
      return true;
    }
  }

  return { rounded, itemsNeeded, costs, front, area, GrowingFront };
})();
