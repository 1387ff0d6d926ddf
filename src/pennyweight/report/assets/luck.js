"use strict";
// The luck of the choice: what `corrected_scores` in uncertainty.py does, on the same draws of blocks.

class Luck {
  constructor(tried) {
    this.scores = Luck.byBlock(tried.blocks, tried.scores);
    this.merits = tried.merit_blocks.length ? Luck.byBlock(tried.merit_blocks, tried.merits) : this.scores;
  }

  // Scores by block, moved so that their mean is the score that counts.
  static byBlock(blocks, means) {
    return blocks.map((values, place) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return Float64Array.from(values, (value) => value + means[place] - mean);
    });
  }

  // The score to expect at the cost of each step: chosen on blocks drawn, scored on the others.
  expected(costs, steps, draws) {
    const order = Array.from(costs, (_, place) => place).sort((a, b) => costs[a] - costs[b] || a - b);
    const totals = new Float64Array(steps.length);
    for (const times of draws) {
      this.chosen(order, costs, steps, times).forEach((place, i) => {
        totals[i] += Luck.meanOfUndrawn(this.scores[place], times);
      });
    }
    return totals.map((total) => total / draws.length);
  }

  // The place of the best subset for the cost of each step, judged by the drawn blocks alone.
  chosen(order, costs, steps, times) {
    let best = -Infinity;
    let place = order[0];
    let next = 0;
    return steps.map((step) => {
      while (next < order.length && costs[order[next]] <= step.cost) {
        const merit = Luck.dot(this.merits[order[next]], times);
        if (merit > best) {
          best = merit;
          place = order[next];
        }
        next += 1;
      }
      return place;
    });
  }

  static dot(values, times) {
    let total = 0;
    for (let block = 0; block < times.length; block += 1) total += values[block] * times[block];
    return total;
  }

  static meanOfUndrawn(values, times) {
    const undrawn = values.filter((_, block) => times[block] === 0);
    return undrawn.reduce((sum, value) => sum + value, 0) / undrawn.length;
  }
}
