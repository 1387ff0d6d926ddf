"""Laws of the method, for all prices, scores and sequences."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.toys import FormulaEvaluator, explored, toy_problem
from pennyweight import EvaluationStore, PriceList
from pennyweight.exceptions import BudgetError
from pennyweight.prices import as_amount
from pennyweight.sequences import SEQUENCES
from pennyweight.store import Remembered

N = 6
NAMES = [f"v{i}" for i in range(N)]

price_lists = st.lists(st.integers(0, 100), min_size=N, max_size=N).filter(any)
gain_lists = st.lists(st.floats(-0.1, 1), min_size=N, max_size=N)
sequence_lists = st.lists(
    st.sampled_from(sorted(set(SEQUENCES) - {"exhaustive", "boosted"})), min_size=1, unique=True
)
# What looks at nothing but the data: not at what others tried.
looking_alone = st.lists(
    st.sampled_from(sorted(set(SEQUENCES) - {"exhaustive", "boosted", "surrogate"})),
    min_size=1,
    unique=True,
)
examples = settings(max_examples=15, deadline=None)

PROBLEM = toy_problem(PriceList(names=NAMES), n_variables=N)


def run(prices, gains, sequences, store=None, merits=False, **limits):
    bound = PriceList.for_columns(prices, NAMES)
    evaluator = FormulaEvaluator(gains, merits=merits)
    evaluate = evaluator.evaluate_all
    if store is not None:
        evaluate = Remembered(evaluate, store, {"formula": "it"}, {}).evaluate
    return explored(PROBLEM, bound, evaluator, sequences, evaluate=evaluate, **limits)


def staircase_at(schedule, budgets):
    return [max((m.score for m in schedule if m.cost <= b), default=-9) for b in budgets]


@examples
@given(price_lists, gain_lists, sequence_lists, st.sampled_from([0.25, 2, 3, 10]))
def test_scaling_all_prices_and_the_budget_changes_nothing(prices, gains, sequences, factor):
    budget = sum(prices) / 2

    def outcome(scale):
        scaled = [scale * price for price in prices]
        try:
            schedule = run(scaled, gains, sequences, budget=scale * budget)
        except BudgetError:
            return None
        return [model.subset for model in schedule], round(schedule.aup(), 9)

    assert outcome(1) == outcome(factor)


@examples
@given(price_lists, gain_lists, sequence_lists, st.integers(1, 20), st.integers(0, 20))
def test_more_effort_never_lowers_the_front(prices, gains, sequences, effort, more):
    budgets = range(0, sum(prices) + 1, 10)
    less = staircase_at(run(prices, gains, sequences, effort=effort), budgets)
    not_less = staircase_at(run(prices, gains, sequences, effort=effort + more), budgets)
    assert all(b >= a for a, b in zip(less, not_less, strict=True))


@examples
@given(price_lists, gain_lists, sequence_lists)
def test_exhaustive_search_is_never_beaten(prices, gains, sequences):
    budgets = range(0, sum(prices) + 1, 10)
    found = staircase_at(run(prices, gains, sequences), budgets)
    everything = staircase_at(run(prices, gains, "exhaustive"), budgets)
    assert all(b >= a for a, b in zip(found, everything, strict=True))


@examples
@given(price_lists, gain_lists, sequence_lists, st.integers(1, 20), st.booleans())
def test_a_run_taken_up_again_ends_like_an_uninterrupted_one(
    prices, gains, sequences, stopped, merits
):
    store = EvaluationStore()
    run(prices, gains, sequences, store, merits, effort=stopped)
    taken_up = run(prices, gains, sequences, store, merits)
    assert taken_up == run(prices, gains, sequences, merits=merits)


@examples
@given(
    price_lists,
    gain_lists,
    st.permutations(sorted(set(SEQUENCES) - {"exhaustive", "boosted", "surrogate"})),
    st.booleans(),
)
def test_the_order_of_sequences_does_not_change_the_schedule(prices, gains, sequences, merits):
    one, other = (
        run(prices, gains, each, merits=merits) for each in (sequences, sorted(sequences))
    )
    assert list(one) == list(other)


@examples
@given(price_lists, gain_lists, looking_alone, looking_alone, st.booleans())
def test_the_union_of_schedules_is_the_schedule_of_the_union(prices, gains, first, second, merits):
    one, other = (run(prices, gains, each, merits=merits) for each in (first, second))
    together = run(prices, gains, list(dict.fromkeys(first + second)), merits=merits)
    for both in (one | other, other | one, one | other | one):
        assert list(both) == list(together)
        assert both.evaluations == together.evaluations
        assert both.explorers == together.explorers


@examples
@given(price_lists, gain_lists, sequence_lists, st.floats(0, 1))
def test_best_and_cheapest_are_each_others_inverse(prices, gains, sequences, share):
    schedule = run(prices, gains, sequences)
    budget = as_amount(share * sum(prices))
    if budget < schedule[0].cost:
        with pytest.raises(BudgetError):
            schedule.best(budget)
        return
    best = schedule.best(budget)
    assert best.cost <= budget
    assert schedule.cheapest(best.score) == best
