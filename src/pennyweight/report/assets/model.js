"use strict";
// The state of the page: prices as edited and the chosen budget; and all that follows from them.

class Report {
  constructor(data) {
    this.data = data;
    this.tried = data.evaluations;
    this.needed = this.tried.subsets.map((s) => Pricing.itemsNeeded(s, data.variables));
    this.everything = Pricing.itemsNeeded(data.variables.map((_, i) => i), data.variables);
    this.provisional = new Set(this.tried.provisional);
    this.luck = new Luck(this.tried);
    this.kind = 0;
    this.reset();
    this.budget = this.sensible;
  }

  // The cost of the cheapest step that is within the interval of the best one.
  get sensible() {
    const best = this.steps.at(-1);
    return this.steps.find((step) => (step.corrected ?? step.score) >= (best.low ?? best.score))?.cost ?? 0;
  }

  // Whether rows were put aside, so that there are scores that no choice has flattered.
  get tested() {
    return this.tried.test_scores.some((score) => score !== null);
  }

  reset() {
    this.prices = this.data.items.map((item) => item.prices[this.kind]);
    this.owned = this.data.items.map((item) => item.owned);
    this.reprice();
  }

  isEdited(item) {
    const given = this.data.items[item];
    return this.prices[item] !== given.prices[this.kind] || this.owned[item] !== given.owned;
  }

  get edited() {
    return this.data.items.some((_, item) => this.isEdited(item));
  }

  // Whether all prices together are still a number when an item has another price.
  canCost(item, price) {
    return Number.isFinite(this.prices.reduce((sum, each, i) => sum + (i === item ? price : each), 0));
  }

  setPrice(item, price) {
    this.prices[item] = price;
    this.reprice();
  }

  setOwned(item, owned) {
    this.owned[item] = owned;
    this.reprice();
  }

  setKind(kind) {
    this.kind = kind;
    this.reset();
    this.budget = this.sensible;
  }

  toPay(item) {
    return this.owned[item] ? 0 : this.prices[item];
  }

  reprice() {
    const prices = this.prices.map((_, item) => this.toPay(item));
    this.costs = Pricing.costs(this.needed, prices);
    [this.total] = Pricing.costs([this.everything], prices);
    this.steps = Pricing.front(this.costs, this.tried.merits).map((place) => this.step(place));
    this.correct();
  }

  // The budget, as far as there is something to buy with it.
  get spendable() {
    return Math.min(this.budget, this.total);
  }

  step(place) {
    return {
      place,
      cost: this.costs[place],
      score: this.tried.scores[place],
      testScore: this.tried.test_scores[place],
      subset: this.tried.subsets[place],
      estimator: this.data.estimators[this.tried.estimators[place]],
      provisional: this.provisional.has(place),
    };
  }

  // The scores without the luck of the choice, and their intervals; null: with a single block.
  correct() {
    const { draws = [], width = 0 } = this.data.uncertainty ?? {};
    const expected = draws.length ? this.luck.expected(this.costs, this.steps, draws) : [];
    this.steps.forEach((step, i) => {
      const half = width * this.tried.stderrs[step.place];
      step.corrected = expected[i] ?? null;
      step.low = draws.length ? expected[i] - half : null;
      step.high = draws.length ? expected[i] + half : null;
    });
  }

  // The position of the best step that the budget pays for; -1: it pays for none.
  get chosen() {
    const most = Pricing.rounded(this.spendable);
    return this.steps.findLastIndex((step) => step.cost <= most);
  }

  get area() {
    const costs = this.steps.map((step) => step.cost);
    return Pricing.area(costs, this.steps.map((step) => step.score), this.total);
  }

  names(subset) {
    return subset.map((variable) => this.data.variables[variable].name);
  }

  // The lines of the bill of a step: every item that it needs, in the order of the price list.
  bill(step) {
    return Array.from(this.needed[step.place], (item) => ({
      item,
      name: this.data.items[item].name,
      owned: this.owned[item],
      price: this.toPay(item),
    }));
  }

  // What to buy next, as `schedule.next_purchase` tells it; null: there is nothing better.
  nextPurchase() {
    const now = this.steps[this.chosen];
    const then = this.steps.slice(this.chosen + 1).find((step) => !now || step.score > now.score);
    if (!then) return null;
    const after = this.luck.scores[then.place];
    const before = now ? this.luck.scores[now.place] : this.data.baseline?.blocks ?? after.map(() => 0);
    const had = new Set(now?.subset);
    const has = new Set(then.subset);
    return {
      cost: then.cost,
      extra: Pricing.rounded(then.cost - (now?.cost ?? 0)),
      ...gainAndError(after, before),
      buy: this.names(then.subset.filter((variable) => !had.has(variable))),
      drop: this.names([...had].filter((variable) => !has.has(variable))),
    };
  }

  // How the area grew while subsets were tried: points of (turn, area) for each sequence.
  growth() {
    const visits = this.data.sequences.flatMap((sequence, which) =>
      sequence.turns.map((turn, i) => ({ turn, which, place: sequence.places[i] })));
    visits.sort((a, b) => a.turn - b.turn);
    const front = new Pricing.GrowingFront();
    const lines = this.data.sequences.map(({ name }) => ({ name, turns: [], areas: [] }));
    let area = 0;
    let last = null;
    for (const { turn, which, place } of visits) {
      if (last !== which && last !== null) push(lines[which], turn - 1, area);
      if (front.add(this.costs[place], this.tried.merits[place], this.tried.scores[place])) {
        area = Pricing.area(front.costs, front.scores, this.total);
      }
      push(lines[which], turn, area);
      last = which;
    }
    return lines;
  }
}

function push(line, turn, area) {
  line.turns.push(turn);
  line.areas.push(area);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

// What `difference` in uncertainty.py tells; null: the scores are single, or no pairs.
function gainAndError(after, before) {
  const gain = mean(after) - mean(before);
  const n = after.length;
  if (n < 2 || n !== before.length) return { gain, error: null };
  const squares = after.reduce((sum, value, i) => sum + (value - before[i] - gain) ** 2, 0);
  return { gain, error: Math.sqrt(squares / (n - 1) / n) };
}
