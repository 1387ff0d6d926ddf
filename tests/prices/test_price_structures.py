"""What is owned, kept or excluded; derived and free variables; several kinds of price."""

from typing import ClassVar

import pytest
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier

from helpers.toys import FormulaEvaluator, explored, toy_problem
from pennyweight import BudgetSearch, PriceList
from pennyweight.exceptions import BudgetError, PriceError
from pennyweight.sequences import SEQUENCES

COLUMNS = ["age", "TSH", "TT4", "T4U", "FTI"]
NAMES = [f"v{i}" for i in range(5)]
GAINS = [0.9, 0.3, 0.05, 0.2, 0.1]


@pytest.fixture
def thyroid(thyroid_csv):
    return PriceList.from_csv(thyroid_csv).bind(COLUMNS)


def search(sequences, prices=None, **options):
    bound = PriceList.for_columns(prices, NAMES)
    problem, evaluator = toy_problem(bound), FormulaEvaluator(GAINS)
    return explored(problem, bound, evaluator, sequences, **options)


def test_what_is_owned_costs_nothing_and_says_so(thyroid):
    owned = thyroid.own("blood draw", "age")
    assert owned.cost(["TSH"]) == 20.68
    assert owned.cost(["age"]) == 0
    assert "owned: 'age', 'blood draw'" in repr(owned)
    assert owned.to_frame().query("owned == 'yes'")["variable"].tolist() == ["age", "blood draw"]
    assert thyroid.cost(["age"]) == 1
    assert PriceList({"a": 5}, owned=["a"]).total == 0
    with pytest.raises(PriceError, match=r"owned names 'ages'.*Did you mean 'age'"):
        thyroid.own("ages")
    with pytest.raises(PriceError, match="owned is the text 'a'"):
        PriceList({"a": 5}, owned="a")


def test_items_without_names_can_be_owned():
    assert PriceList([1, 2]).own("x0").bind(["a", "b"]).total == 2


def test_owned_survives_a_file(thyroid, tmp_path):
    path = tmp_path / "prices.csv"
    thyroid.own("age").to_csv(path)
    assert PriceList.from_csv(path).bind(COLUMNS) == thyroid.own("age")


def test_an_item_can_be_added():
    prices = PriceList({"TT4": 12.41, "T4U": 9.31}).adding("FTI", 0, needs=["TT4", "T4U"])
    assert prices.cost("FTI") == 21.72
    with pytest.raises(PriceError, match="names 'TT4' 2 times"):
        prices.adding("TT4", 3)


def test_what_is_free_with_a_subset(thyroid):
    assert thyroid.free_with(thyroid.subset(["TT4", "T4U"])) == thyroid.subset(["FTI"])
    assert thyroid.free_with(thyroid.subset(["FTI"])) == thyroid.subset(["TT4", "T4U"])
    assert thyroid.free_with(thyroid.subset(["TSH"])) == ()
    assert thyroid.own("age").free_with(()) == thyroid.subset(["age"])


@pytest.mark.parametrize("name", SEQUENCES)
def test_every_sequence_keeps_and_excludes(name):
    schedule = search(name, prices=[5, 4, 3, 2, 1], keep=(2,), exclude=(0, 4))
    for evaluation in schedule.evaluations:
        assert 2 in evaluation.subset
        assert not {0, 4} & set(evaluation.subset)


def test_exhaustive_with_keep_has_every_superset():
    schedule = search("exhaustive", keep=(0, 1))
    assert len(schedule.evaluations) == 2**3


def test_cost_looks_at_what_is_kept():
    shared = PriceList(
        {"set-up": 10, "v0": 4, "v1": 1, "v2": 1, "v3": 0, "v4": 0},
        needs={"v1": ["set-up"], "v2": ["set-up"]},
    )
    path = [v.subset for v in search("cost", prices=shared, keep=(2,), exclude=(3, 4)).visits]
    assert path == [(0, 1, 2), (1, 2), (2,)]


def test_a_variable_that_costs_nothing_more_is_offered_to_every_set():
    schedule = search("singles", prices=[5, 4, 3, 2, 0])
    tried = {evaluation.subset for evaluation in schedule.evaluations}
    assert tried == {(0,), (1,), (2,), (3,), (4,), (0, 4), (1, 4), (2, 4), (3, 4)}
    excluded = search("singles", prices=[5, 4, 3, 2, 0], exclude=(4,))
    assert {len(evaluation.subset) for evaluation in excluded.evaluations} == {1}


def test_a_derived_variable_is_offered_once_its_inputs_are_there():
    derived = PriceList({"v0": 3, "v1": 4, "v2": 5, "v3": 6, "v4": 0}, needs={"v4": ["v0", "v1"]})

    class Inputs:
        def run(self, search):
            search.evaluate([(0, 1)])

    tried = {evaluation.subset for evaluation in search(Inputs(), prices=derived).evaluations}
    assert tried == {(0, 1), (0, 1, 4)}


@pytest.mark.parametrize("name", ["cost", "ratio", "sampling"])
def test_a_dear_bundle_does_not_outlive_cheap_and_good_variables(name):
    """While the derived v3 stays, removing one of its inputs alone would save nothing."""
    bundle = PriceList({"v0": 1, "v1": 50, "v2": 50, "v3": 0, "v4": 2}, needs={"v3": ["v1", "v2"]})
    schedule = search(name, prices=bundle)
    assert any(cost <= 3 for cost in schedule.costs)


def test_free_variables_do_not_break_other_limits():
    slow = PriceList(
        {"v0": 5, "v1": 5, "v2": 0, "v3": 9, "v4": 9},
        other={"minutes": {"v0": 5, "v1": 5, "v2": 60, "v3": 1, "v4": 1}},
    )
    schedule = search("singles", prices=slow, budget={"price": 100, "minutes": 10})
    assert all(slow.kind("minutes").cost(e.subset) <= 10 for e in schedule.evaluations)
    by_minutes = search("auto", prices=slow.kind("minutes"), budget=6)
    assert by_minutes.costs.max() <= 6


class TestSearch:
    IRIS, SPECIES = load_iris(return_X_y=True, as_frame=True)
    SEPAL_WIDTH, PETAL_WIDTH = "sepal width (cm)", "petal width (cm)"
    PRICES: ClassVar = dict(zip(IRIS.columns, [5, 2, 8, 4], strict=True))
    MINUTES: ClassVar = dict(zip(IRIS.columns, [1, 9, 1, 9], strict=True))

    def fit(self, **settings):
        defaults = {"prices": self.PRICES, "sequences": "exhaustive", "validation": 3}
        tree = DecisionTreeClassifier(max_depth=3)
        search = BudgetSearch(tree, **(defaults | settings), random_state=0)
        return search.fit(self.IRIS, self.SPECIES)

    def test_keep_and_exclude_by_name(self):
        found = self.fit(keep=[self.SEPAL_WIDTH], exclude=[self.PETAL_WIDTH])
        assert len(found.schedule_.evaluations) == 4
        for model in found.schedule_:
            assert self.SEPAL_WIDTH in model.variables
            assert self.PETAL_WIDTH not in model.variables

    @pytest.mark.parametrize(
        ("settings", "error", "message"),
        [
            ({"keep": ["petal"]}, PriceError, "unknown variable 'petal'"),
            (
                {"keep": [PETAL_WIDTH], "exclude": [PETAL_WIDTH]},
                ValueError,
                "'petal width .cm.' is both in keep and in exclude",
            ),
            ({"exclude": list(PRICES)}, ValueError, "exclude names all variables"),
            (
                {"keep": [SEPAL_WIDTH, PETAL_WIDTH], "budget": 5},
                BudgetError,
                "variables to keep cost 6 together, more than budget=5",
            ),
        ],
    )
    def test_bad_bounds(self, settings, error, message):
        with pytest.raises(error, match=message):
            self.fit(**settings)

    def test_two_kinds_of_price(self):
        prices = PriceList(self.PRICES, other={"minutes": self.MINUTES})
        assert prices.kinds == ("price", "minutes")
        assert prices.kind("minutes").total == 20
        by_score = {"prices": prices, "choose_by": "accuracy"}  # whatever else was tried
        found = self.fit(**by_score)
        quick = found.schedule_.within(minutes=2)
        slow = prices.kind("minutes")
        assert all(slow.cost(model.subset) <= 2 for model in quick)
        assert quick.best(budget=8).score <= found.schedule_.best(budget=8).score
        limited = self.fit(**by_score, budget={"price": 13, "minutes": 2})
        assert list(limited.schedule_) == list(found.schedule_.within(minutes=2, price=13))
        assert limited.best_model_ == limited.schedule_[-1]

    def test_the_full_front_over_two_kinds(self):
        prices = PriceList(self.PRICES, other={"minutes": self.MINUTES})
        schedule = self.fit(prices=prices).schedule_
        front = schedule.front_over("minutes")
        assert set(zip(front["cost"], front["score"], strict=True)) >= {
            (model.cost, model.score) for model in schedule
        }
        for _, one in front.iterrows():
            better = front[
                (front["cost"] <= one["cost"])
                & (front["minutes"] <= one["minutes"])
                & (front["score"] >= one["score"])
            ]
            assert len(better) == 1

    def test_limits_hold_after_re_pricing(self):
        found = self.fit(budget=7).reprice([1, 2, 30, 40])
        assert found.schedule_.costs.max() <= 7
        prices = PriceList(self.PRICES, other={"minutes": self.MINUTES})
        quick = self.fit(prices=prices, budget={"minutes": 2})
        assert prices.kind("minutes").cost(quick.model(budget=20).feature_names_in_) <= 2

    def test_an_item_can_be_added_to_several_kinds(self):
        prices = PriceList({"a": 1}, other={"minutes": {"a": 3}})
        assert prices.adding("b", 0, needs=["a"]).kind("minutes").cost("b") == 3
        assert prices.adding("b", 2, other={"minutes": 4}).kind("minutes").cost("b") == 4

    def test_unknown_kinds_are_named(self):
        for kind in ("price", ""):
            with pytest.raises(PriceError, match="other names the kind"):
                PriceList({"a": 1}, other={kind: {"a": 9}})
        with pytest.raises(PriceError, match="no price of the kind 'hours'; there are 'price'"):
            self.fit().schedule_.within(hours=3)
        with pytest.raises(PriceError, match=r"other\['minutes'\]: 'b' has no price"):
            PriceList({"a": 1, "b": 2}, other={"minutes": {"a": 3}})
        with pytest.raises(PriceError, match=r"other\['minutes'\] names 'c'"):
            PriceList({"a": 1}, other={"minutes": {"a": 3, "c": 3}})

    def test_several_kinds_survive_files(self, tmp_path):
        prices = PriceList({"a": 1, "b": 2}, other={"minutes": {"a": 3, "b": 4}})
        prices.to_csv(tmp_path / "prices.csv")
        again = PriceList.from_csv(tmp_path / "prices.csv")
        assert again.kind("minutes").total == 7
        assert again.kind("minutes").kind("price").total == 3


@pytest.mark.parametrize("name", [None, 3, "", " "])
def test_a_new_item_needs_a_name(name):
    with pytest.raises(PriceError, match="the name of the new item is"):
        PriceList({"a": 1}).adding(name, 1)


def test_what_does_not_fit_together_in_a_file_is_told_with_the_file(tmp_path):
    path = tmp_path / "prices.csv"
    path.write_text("variable,price,columns\na,1,c\nb,1,c\n")
    with pytest.raises(PriceError, match=r"prices\.csv: the column 'c'"):
        PriceList.from_csv(path)
