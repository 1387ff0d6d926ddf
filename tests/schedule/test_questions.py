"""Re-pricing, and the questions that buyers ask."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier

from helpers.random_schedules import random_schedule
from pennyweight import BudgetSearch, Evaluation, ModelSchedule, PriceList
from pennyweight.exceptions import BudgetError, PriceError

NAMES = ["a", "b", "c", "d"]


def evaluation(subset, *scores):
    return Evaluation(subset=subset, estimator="f", scores=scores)


SCHEDULE = ModelSchedule(
    [
        evaluation((0,), 0.5, 0.7),
        evaluation((1,), 0.6, 0.6),
        evaluation((0, 1), 0.7, 0.8),
        evaluation((1, 2), 0.8, 0.9),
        evaluation((0, 1, 2, 3), 0.9, 1.0),
    ],
    PriceList({"a": 1, "b": 2, "c": 4, "d": 8}),
    baseline=Evaluation(subset=(), estimator="baseline", scores=(0.5, 0.5)),
)

prices = st.lists(st.integers(0, 9), min_size=4, max_size=4)
subsets = st.sets(st.integers(0, 3), min_size=1).map(lambda s: tuple(sorted(s)))
tried = st.lists(
    st.tuples(subsets, st.integers(0, 6)), min_size=1, max_size=12, unique_by=lambda pair: pair[0]
).map(lambda pairs: [evaluation(subset, score / 10) for subset, score in pairs])
needs = st.sampled_from([{}, {"d": ["a", "b"]}, {"a": ["c"], "b": ["c"]}, {"a": ["b"], "b": ["c"]}])
examples = settings(max_examples=200, deadline=None)


def price_list(values, needs):
    return PriceList(dict(zip(NAMES, values, strict=True)), needs=needs)


class TestReprice:
    @examples
    @given(tried, prices, prices, needs)
    def test_it_equals_a_fresh_compression(self, evaluations, old, new, needs):
        schedule = ModelSchedule(evaluations, price_list(old, needs))
        fresh = ModelSchedule(evaluations, price_list(new, needs))
        assert list(schedule.reprice(price_list(new, needs))) == list(fresh)
        assert list(schedule.reprice(dict(zip(NAMES, new, strict=True)))) == list(fresh)
        assert list(schedule.reprice(new)) == list(fresh)

    def test_a_few_new_prices_leave_the_others(self):
        cheaper = SCHEDULE.reprice({"d": 0})
        assert cheaper.prices.total == 7
        assert SCHEDULE.prices.total == 15
        assert SCHEDULE.reprice(pd.Series({"d": 0})) == cheaper

    def test_a_table_replaces_everything(self):
        table = pd.DataFrame({"variable": NAMES, "price": [1, 1, 1, 1]})
        assert SCHEDULE.reprice(table).prices.total == 4

    @pytest.mark.parametrize(
        ("new", "message"),
        [
            ({"e": 1}, "prices names 'e'"),
            (None, "prices is None"),
            ({"a": -1}, "the price of 'a' is -1"),
            ([1, 2, 3], "3 entries for 4 variables"),
            (PriceList({"a": 1, "b": 2}), "no entry for the variable 'c'"),
            (
                PriceList({"ab": 1, "c": 1, "d": 1}, columns={"ab": ["a", "b"]}),
                "must have the same variables",
            ),
        ],
    )
    def test_bad_prices(self, new, message):
        with pytest.raises(PriceError, match=message):
            SCHEDULE.reprice(new)

    @examples
    @given(tried, st.lists(prices, min_size=1, max_size=5), needs)
    def test_many_price_lists_at_once(self, evaluations, draws, needs):
        first = ModelSchedule(evaluations, price_list(draws[0], needs))
        budgets = np.arange(0.0, 40.0, 3.0)
        batch = first.reprice_batch(draws)
        assert len(batch) == len(draws)
        answers = zip(draws, batch.scores(budgets), batch.members(budgets), strict=True)
        for values, scores, members in answers:
            schedule = first.reprice(values)
            for budget, score, member in zip(budgets, scores, members, strict=True):
                if np.isnan(score):
                    assert not member.any()
                    with pytest.raises(BudgetError):
                        schedule.best(budget)
                else:
                    best = schedule.best(budget)
                    assert (score, tuple(np.flatnonzero(member))) == (best.score, best.subset)

    def test_a_batch_by_name_leaves_the_others_and_what_is_owned(self):
        owned = SCHEDULE.reprice(SCHEDULE.prices.own("a"))
        for kind in (pd.DataFrame, pl.DataFrame):
            batch = owned.reprice_batch(kind({"a": [50.0, 50.0], "c": [4.0, 5.0]}))
            assert batch.scores(6)[:, 0].tolist() == pytest.approx([0.85, 0.75])

    @pytest.mark.parametrize(
        ("draws", "message"),
        [
            ([1, 2, 3, 4], r"draws has the shape \(4,\)"),
            ([[1, 2, 3]], r"draws has the shape \(1, 3\)"),
            ([[1, 2, 3, -4]], "negative or not finite"),
            (pd.DataFrame({"e": [1.0]}), "draws has a column 'e'"),
            (pd.DataFrame({"a": ["x"]}), "not a table of numbers"),
        ],
    )
    def test_bad_draws(self, draws, message):
        with pytest.raises(PriceError, match=message):
            SCHEDULE.reprice_batch(draws)

    def test_a_search_goes_on_under_new_prices(self):
        X, y = load_iris(return_X_y=True, as_frame=True)
        fits = []

        class Counting(DecisionTreeClassifier):
            def fit(self, X, y, sample_weight=None, check_input=True):
                fits.append(tuple(X.columns))
                return super().fit(X, y, sample_weight, check_input)

        tree = Counting(max_depth=2, random_state=0)
        search = BudgetSearch(tree, sequences="cost", validation=0.25, random_state=0)
        first = search.set_params(prices=[1, 2, 3, 4]).fit(X, y)
        fits.clear()
        second = first.reprice([4, 3, 2, 1])
        assert len(second.schedule_.evaluations) == 4 + 3
        assert len(fits) == 3  # the new subsets alone
        assert set(first.schedule_.evaluations) < set(second.schedule_.evaluations)
        assert second.prices_.cost([0]) == 4
        assert first.prices_.cost([0]) == 1


class TestNextPurchase:
    def test_from_a_model_to_the_next(self):
        step = SCHEDULE.next_purchase(budget=5)
        assert (step.cost, step.extra_cost, step.buy, step.drop) == (6, 3, ("c",), ("a",))
        assert step.gain == pytest.approx(0.1)
        assert step.stderr == pytest.approx(0)
        assert step.to_frame().to_dict("records")[0]["buy"] == "c"

    def test_the_error_is_paired(self):
        step = SCHEDULE.next_purchase(budget=1)
        assert step.buy == ("b",)
        assert step.gain == pytest.approx(0.15)
        assert step.stderr == pytest.approx(0.05)

    def test_from_nothing(self):
        step = SCHEDULE.next_purchase(budget=0)
        assert (step.extra_cost, step.buy, step.drop) == (1, ("a",), ())
        assert step.gain == pytest.approx(0.1)

    def test_when_there_is_nothing_better(self):
        with pytest.raises(BudgetError, match="nothing better to buy than what 15 buys"):
            SCHEDULE.next_purchase(budget=15)

    def test_scores_that_are_no_pairs_have_no_error(self):
        tried = [evaluation((0,), 0.5, 0.7), evaluation((1,), 0.6, 0.7, 0.8)]
        nothing = Evaluation(subset=(), estimator="baseline", scores=(0.4,))
        schedule = ModelSchedule(tried, PriceList({"a": 1, "b": 2}), baseline=nothing)
        assert schedule.next_purchase(0).gain == pytest.approx(0.2)
        assert schedule.next_purchase(1).gain == pytest.approx(0.1)
        assert schedule.next_purchase(0).stderr is schedule.next_purchase(1).stderr is None

    def test_a_single_score_has_no_error(self):
        single = ModelSchedule([evaluation((0,), 0.5)], PriceList({"a": 1}))
        assert single.next_purchase(0).stderr is None
        assert single.next_purchase(0).gain == 0.5


def repriced(seed, draws=10):
    """Schedules in which forests that stopped early are on the front."""
    rng = np.random.default_rng(seed)
    schedule = random_schedule(rng, 8, 120, digits=3)
    for _ in range(draws):
        yield schedule.reprice(10 ** rng.uniform(-1, 2, size=8))


@pytest.mark.parametrize("seed", range(4))
def test_gains_are_differences_of_the_scores_that_the_schedule_shows(seed):
    n_provisional = 0
    for schedule in repriced(seed):
        n_provisional += sum(model.provisional for model in schedule)
        steps = {model.cost: model for model in schedule}
        for now in schedule[:-1]:
            try:
                purchase = schedule.next_purchase(now.cost)
            except BudgetError:
                assert all(later.score <= now.score for later in schedule)
                continue
            then = steps[purchase.cost]
            assert purchase.gain > 0
            assert purchase.gain == pytest.approx(then.score - now.score)
            assert schedule.difference(then, now).mean == purchase.gain
            assert schedule.difference(then, now).stderr == purchase.stderr
        first = schedule.next_purchase(0)
        if schedule[0].cost > 0:
            assert first.gain == pytest.approx(schedule[0].score - schedule.baseline.score)
        worth = schedule.worth("v3", schedule.prices.total)
        assert worth.score == schedule[-1].score
    assert n_provisional > 10


def belongs(schedule, variable, price, budget):
    try:
        return variable in schedule.reprice({variable: price}).best(budget).variables
    except BudgetError:
        return False


class TestWorth:
    def test_by_hand(self):
        worth = SCHEDULE.worth("c", budget=6)
        assert (worth.price, worth.worth) == (4, 4)
        assert worth.score == pytest.approx(0.85)
        assert worth.score_without == pytest.approx(0.75)
        assert worth.to_frame()["worth"].tolist() == [4]
        assert SCHEDULE.worth("d", budget=15).worth == 8
        assert SCHEDULE.worth("d", budget=5).worth is None

    @settings(max_examples=500, deadline=None)
    @given(tried, prices, needs, st.sampled_from(NAMES), st.integers(0, 20))
    def test_it_is_the_highest_price_at_which_the_variable_belongs(
        self, evaluations, values, needs, variable, budget
    ):
        schedule = ModelSchedule(evaluations, price_list(values, needs))
        worth = schedule.worth(variable, budget).worth
        candidates = np.arange(0, 21)
        # All prices are whole numbers, so the answer changes at whole numbers only.
        inside = [price for price in candidates if belongs(schedule, variable, price, budget)]
        between = [p + 0.5 for p in candidates if belongs(schedule, variable, p + 0.5, budget)]
        if worth is None:
            assert not inside
            assert not between
        else:
            assert max(inside + between) <= worth
            just_below = worth - 1e-6 if worth > 0 else worth
            assert belongs(schedule, variable, worth, budget) or belongs(
                schedule, variable, just_below, budget
            )
            assert not belongs(schedule, variable, worth + 1e-6, budget)

    @settings(max_examples=200, deadline=None)
    @given(tried, prices, st.integers(0, 9), st.integers(0, 20))
    def test_of_a_shared_item_it_is_the_highest_price_at_which_the_best_model_needs_it(
        self, evaluations, values, draw, budget
    ):
        listed = dict(zip(NAMES, values, strict=True)) | {"draw": draw}
        shared = PriceList(listed, needs={"a": ["draw"], "b": ["draw"]}).bind(NAMES)
        schedule = ModelSchedule(evaluations, shared)
        answer = schedule.worth("draw", budget)
        assert (answer.variable, answer.price) == ("draw", draw)

        def is_needed(price):
            try:
                best = schedule.reprice({"draw": price}).best(budget)
            except BudgetError:
                return False
            return bool({"a", "b"} & set(best.variables))

        needed = [price for price in np.arange(0, 21, 0.5) if is_needed(price)]
        if answer.worth is None:
            assert not needed
        else:
            assert max(needed, default=0) <= answer.worth
            assert is_needed(answer.worth) or is_needed(answer.worth - 1e-6)
            assert not is_needed(answer.worth + 1e-6)

    def test_unknown_variables_are_named(self):
        with pytest.raises(PriceError, match="unknown variable 'e'"):
            SCHEDULE.worth("e", budget=5)


class TestSensitivity:
    def test_certain_prices_give_the_schedule_itself(self):
        now = {item.name: item.price for item in SCHEDULE.prices.items}
        result = SCHEDULE.sensitivity(now, now, draws=5)
        frame = result.to_frame()
        assert frame["budget"].tolist() == [1, 3, 6, 15]
        assert frame["score_50%"].tolist() == pytest.approx([0.6, 0.75, 0.85, 0.95])
        assert frame[[f"has {name}" for name in NAMES]].to_numpy().tolist() == [
            [1, 0, 0, 0],
            [1, 1, 0, 0],
            [0, 1, 1, 0],
            [1, 1, 1, 1],
        ]

    def test_shares_follow_the_range(self):
        result = SCHEDULE.sensitivity({"c": 0}, {"c": 8}, draws=4000, budgets=[6])
        share = result.to_frame()["has c"].item()
        assert share == pytest.approx(0.5, abs=0.03)  # {b, c} is within 6 while c costs up to 4
        assert (result.scores[0, 0], result.scores[0, 2]) == pytest.approx((0.75, 0.85))

    def test_a_budget_that_pays_for_nothing(self):
        result = SCHEDULE.sensitivity({"a": 1, "b": 2}, {"a": 2, "b": 3}, budgets=[0.5, 15])
        assert result.affordable.tolist() == [0, 1]
        assert np.isnan(result.scores[0]).all()

    def test_it_is_repeatable(self):
        first, again = (SCHEDULE.sensitivity({"c": 0}, {"c": 9}).to_frame() for _ in range(2))
        pd.testing.assert_frame_equal(first, again)

    def test_ranges_are_matched_by_name(self):
        needs = {"a": ["s"], "b": ["t"]}
        low = PriceList({"a": 1, "b": 1, "s": 10, "t": 10}, needs=needs).bind(["a", "b"])
        high = PriceList({"a": 1, "b": 1, "t": 100, "s": 10}, needs=needs)
        tried = [evaluation((0,), 0.6), evaluation((1,), 0.7)]
        frame = ModelSchedule(tried, low).sensitivity(low, high, budgets=[11]).to_frame()
        assert frame["has a"].item() > 0.9
        with pytest.raises(PriceError, match="must be for the same items"):
            ModelSchedule(tried, low).sensitivity(low, PriceList({"a": 1, "b": 1}))

    @pytest.mark.parametrize(
        "settings", [{"draws": 0}, {"draws": 1.5}, {"draws": True}, {"budgets": []}]
    )
    def test_bad_settings(self, settings):
        with pytest.raises(ValueError, match="give 1 or more, and at least one budget"):
            SCHEDULE.sensitivity({}, {}, **settings)

    def test_where_nothing_can_be_paid_for_there_is_no_score(self):
        for schedule in (SCHEDULE, ModelSchedule([], SCHEDULE.prices)):
            answer = schedule.sensitivity({"a": 1}, {"a": 2}, draws=3, budgets=[0])
            assert answer.affordable.tolist() == [0]
            assert np.isnan(answer.scores).all()
            assert np.isnan(schedule.reprice_batch(np.ones((2, 4))).scores([0])).all()

    def test_ranges_must_not_be_empty(self):
        with pytest.raises(PriceError, match="lowest price of 'c' is 9, more than the highest, 3"):
            SCHEDULE.sensitivity({"c": 9}, {"c": 3})


class TestCompare:
    def test_two_quotes_side_by_side(self):
        other = SCHEDULE.reprice({"c": 1, "d": 20})
        frame = SCHEDULE.compare(other).to_frame()
        assert frame["budget"].tolist() == [1, 3, 6, 15, 24]
        assert frame["variables"].tolist()[:3] == ["a", "a, b", "b, c"]
        assert frame["other_variables"].tolist()[:3] == ["a", "b, c", "b, c"]
        assert frame["same"].tolist() == [True, False, True, False, True]
        assert frame["gain"].tolist() == pytest.approx([0, 0.1, 0, -0.1, 0])

    def test_where_one_of_them_has_nothing(self):
        other = SCHEDULE.reprice({"a": 2, "b": 3})
        first = SCHEDULE.compare(other).to_frame().iloc[0]
        assert (first["budget"], first["other_variables"]) == (1, "")
        assert np.isnan(first["other_score"])


class TestOwned:
    OWNED = SCHEDULE.reprice(SCHEDULE.prices.own("c"))

    def test_an_owned_variable_costs_nothing_now(self):
        assert self.OWNED.worth("c", budget=6).price == 0

    def test_what_is_owned_stays_owned(self):
        table = pd.DataFrame({"variable": ["a", "b", "d"], "price": [1, 2, 8]})
        assert self.OWNED.reprice(table).prices.total == 11
        assert self.OWNED.reprice([1, 2, 99, 8]).prices.total == 11
        with pytest.raises(PriceError, match="'c' is owned already"):
            self.OWNED.reprice({"c": 9})


@pytest.mark.parametrize(
    ("budget", "error", "message"),
    [
        (None, TypeError, "budget is None; give a number"),
        ("20", TypeError, "budget is '20'; give a number"),
        (float("nan"), ValueError, "budget is nan; give a number, 0 or more"),
        (-1, ValueError, "budget is -1; give a number, 0 or more"),
        ({"price": 5}, TypeError, "ask schedule.within"),
    ],
)
def test_every_question_checks_its_budget(budget, error, message):
    questions = [
        SCHEDULE.best,
        SCHEDULE.next_purchase,
        lambda budget: SCHEDULE.worth("c", budget),
        lambda budget: SCHEDULE.within(price=budget),
        lambda budget: SCHEDULE.sensitivity({}, {}, budgets=[budget]),
    ]
    for question in questions:
        with pytest.raises(error, match=message):
            question(budget)


@pytest.mark.parametrize("budget", [Decimal("6.5"), Fraction(13, 2), np.float32(6.5)])
def test_a_budget_may_be_any_number(budget):
    assert SCHEDULE.best(budget) == SCHEDULE.best(6.5)
    assert SCHEDULE.worth("c", budget) == SCHEDULE.worth("c", 6.5)
    assert SCHEDULE.reprice_batch([[1, 2, 4, 8]]).best([budget]).tolist() == [[3]]
    with pytest.raises(BudgetError, match="the cheapest costs 1"):
        SCHEDULE.best(budget / 10)
    assert SCHEDULE.next_purchase(budget) == SCHEDULE.next_purchase(6.5)


def test_a_budget_beyond_all_numbers_pays_for_everything():
    assert SCHEDULE.best(10**400) == SCHEDULE[-1]
    with pytest.raises(BudgetError, match="nothing better to buy than what inf buys"):
        SCHEDULE.next_purchase(Fraction(10**400))
    with pytest.raises(ValueError, match="budget is -inf; give a number, 0 or more"):
        SCHEDULE.best(-(10**5000))
    with pytest.raises(PriceError, match="draws is not a table of numbers"):
        SCHEDULE.reprice_batch([[1, 2, 4, 10**400]])
    with pytest.raises(PriceError, match="add up to more"):
        SCHEDULE.reprice_batch([[1, 2, 4, 8], [1e308, 1e308, 0, 0]])


def test_the_next_purchase_is_one_that_scores_more():
    def tried(variable, score, merit):
        return Evaluation(subset=(variable,), estimator="it", scores=(score,), merits=(merit,))

    schedule = ModelSchedule(
        [tried(0, 0.80, -0.3), tried(1, 0.75, -0.2), tried(2, 0.90, -0.1)],
        PriceList({"a": 1, "b": 2, "c": 3}),
        choose_by="neg_brier_score",
    )
    assert [model.cost for model in schedule] == [1, 2, 3]
    step = schedule.next_purchase(budget=1)
    assert (step.buy, step.gain) == (("c",), pytest.approx(0.1))
