"""One contract for every sequence, and what is particular to each."""

import math
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from helpers.toys import FormulaEvaluator, explored, toy_problem
from pennyweight import BudgetSearch, PriceList
from pennyweight.effort import Effort
from pennyweight.exceptions import BudgetError
from pennyweight.search.presets import PRESETS, resolve
from pennyweight.sequences import (
    SEQUENCES,
    ExhaustiveSequence,
    L1PathSequence,
    RatioSequence,
    SamplingSequence,
    SearchContext,
    SinglesSequence,
    SurrogateSequence,
)

GAINS = [0.9, 0.3, 0.05, 0.0, -0.01]
NAMES = [f"v{i}" for i in range(5)]


def search(sequences, prices=None, gains=GAINS, **options):
    bound = PriceList.for_columns(prices, NAMES[: len(gains)])
    problem_options = {k: options.pop(k) for k in ("classification", "seed") if k in options}
    problem = toy_problem(bound, n_variables=len(gains), **problem_options)
    return explored(problem, bound, FormulaEvaluator(gains), sequences, **options)


def visited(sequences, **options):
    return [visit.subset for visit in search(sequences, **options).visits]


@pytest.mark.parametrize("name", SEQUENCES)
class TestEverySequence:
    def test_proposes_proper_subsets_only(self, name):
        for subset in visited(name):
            assert subset == tuple(sorted(set(subset)))
            assert set(subset) <= set(range(5))
            assert subset

    def test_is_called_by_its_name(self, name):
        assert {visit.sequence for visit in search(name).visits} == {name}

    def test_gives_the_same_whatever_runs_before_it(self, name):
        if name == "surrogate":
            pytest.skip("it learns from all that was tried")
        alone = visited(name)
        others = [other for other in ("uniform", "exhaustive") if other != name]
        after = [v.subset for v in search([*others, name]).visits]
        assert after[-len(alone) :] == alone

    def test_keeps_to_the_budget(self, name):
        try:
            schedule = search(name, prices=[1, 2, 3, 4, 5], budget=6)
        except BudgetError as error:
            assert "none of the subsets" in str(error)  # noqa: PT017
            return
        assert schedule.costs.max() <= 6

    def test_keeps_to_the_effort(self, name):
        assert len(search(name, effort=2).evaluations) <= 2

    @pytest.mark.parametrize("n_variables", [1, 2])
    def test_works_on_very_few_variables(self, name, n_variables):
        schedule = search(name, gains=GAINS[:n_variables])
        assert 0 in schedule[-1].subset
        assert set(schedule[-1].subset) <= set(range(n_variables))

    def test_works_when_everything_is_free(self, name):
        schedule = search(name, prices=[0] * 5)
        assert {model.cost for model in schedule} == {0}
        assert schedule.aup() == schedule[-1].score

    def test_works_with_shared_costs(self, name):
        shared = PriceList(
            {"set-up": 7, "v0": 1, "v1": 1, "v2": 0, "v3": 2, "v4": 0},
            needs={"v0": ["set-up"], "v1": ["set-up"], "v2": ["v0", "v1"]},
        )
        schedule = search(name, prices=shared)
        paid_once = [shared.bind(NAMES).cost(e.subset) for e in schedule.evaluations]
        assert schedule.costs.tolist() == paid_once
        assert max(paid_once) <= 11

    def test_works_for_a_numeric_target(self, name):
        of_numbers = visited(name, classification=False)
        if "l1" in name:  # it looks at the target itself
            assert of_numbers[0] == (0,)
            assert of_numbers[-1] == (0, 1, 2, 3, 4)
        else:
            assert of_numbers == visited(name)


REMOVING = "importance", "cost", "sampling", "uniform", "ratio"


@pytest.mark.parametrize("name", REMOVING)
@pytest.mark.parametrize("smallest", [1, 2])
def test_removal_goes_down_one_by_one(name, smallest):
    path = visited(SEQUENCES[name](min_variables=smallest))
    assert [len(subset) for subset in path] == list(range(5, smallest - 1, -1))
    assert all(set(after) < set(before) for before, after in pairwise(path))


def test_importance_removes_the_least_important_first():
    assert visited("importance") == [(0, 1, 2, 3, 4), (0, 1, 2, 3), (0, 1, 2), (0, 1), (0,)]


def test_ties_go_to_the_first_index():
    assert visited("importance", gains=[0.1, 0.1, 0.1])[1] == (1, 2)
    assert visited("cost", gains=[0.1, 0.1, 0.1])[1] == (1, 2)


def test_cost_removes_what_saves_most():
    assert visited("cost", prices=[5, 1, 4, 2, 3])[:3] == [(0, 1, 2, 3, 4), (1, 2, 3, 4), (1, 3, 4)]


@pytest.mark.parametrize(
    ("name", "sequence"),
    [
        ("cost", RatioSequence(power=math.inf)),
        ("uniform", SamplingSequence(gamma=0.0, name="uniform")),
        ("weighted_l1", L1PathSequence(power=1.0)),
    ],
)
def test_some_names_stand_for_a_sequence_with_settings(name, sequence):
    prices = [5, 1, 4, 2, 3]
    assert visited(name, prices=prices) == visited(sequence, prices=prices)


def test_cost_and_uniform_need_no_importances():
    class Unranked(FormulaEvaluator):
        def importances(self, subset):
            raise AssertionError

    bound = PriceList(names=NAMES).bind(NAMES)
    explored(toy_problem(bound), bound, Unranked(GAINS), ["cost", "uniform"])


def test_cost_looks_at_what_stays():
    shared = PriceList(
        {"set-up": 10, "v0": 4, "v1": 1, "v2": 1},
        needs={"v1": ["set-up"], "v2": ["set-up"]},
    )
    path = visited("cost", prices=shared, gains=[0.1, 0.1, 0.1])
    assert path == [(0, 1, 2), (1, 2), (2,)]
    shared_by_one = PriceList({"set-up": 10, "v0": 4, "v1": 1}, needs={"v1": ["set-up"]})
    assert visited("cost", prices=shared_by_one, gains=[0.1, 0.1])[1] == (0,)


def test_ratio_weighs_importance_against_price():
    path = visited("ratio", prices=[100, 1, 1], gains=[0.5, 0.2, 0.1])
    assert path == [(0, 1, 2), (1, 2), (1,)]


def test_free_variables_are_removed_last():
    for name in ("ratio", "sampling"):
        assert visited(name, prices=[3, 3, 0, 3, 3])[-1] == (2,)


def test_singles():
    assert visited(SinglesSequence()) == [(0,), (1,), (2,), (3,), (4,)]


def test_exhaustive_visits_everything_once():
    found = visited("exhaustive")
    assert len(found) == len(set(found)) == 31


def test_exhaustive_says_how_many_subsets_it_would_be():
    with pytest.raises(ValueError, match=r"over 5 variables would evaluate 31 subsets.*limit is 4"):
        search(ExhaustiveSequence(max_variables=4))


def removal_shares(prices, gains, draws=4000, gamma=0.1):
    bound = PriceList.for_columns(prices, NAMES[: len(gains)])
    problem, removed = toy_problem(bound, n_variables=len(gains)), []

    def evaluate(subsets):
        _, left = subsets
        removed.append((set(problem.full) - set(left)).pop())

    context = SearchContext(
        problem=problem,
        prices=bound,
        rng=np.random.default_rng(0),
        evaluate=evaluate,
        rank=lambda subset: np.array(gains),
        tried=list,
        affordable=lambda members: members.any(axis=1),
    )
    SamplingSequence(draws=draws, gamma=gamma, min_variables=len(gains) - 1).run(context)
    return np.bincount(removed, minlength=len(gains)) / draws


def test_sampling_removes_with_probability_inverse_to_normalised_importance():
    prices, gains = np.array([10.0, 1.0, 50.0]), np.array([0.4, 0.01, 0.2])
    inverse = (prices / gains) ** 0.1
    expected = inverse / inverse.sum()
    assert removal_shares(prices, gains) == pytest.approx(expected, abs=0.025)


def test_useless_variables_are_removed_more_readily_and_not_always():
    shares = removal_shares([1, 1, 1], [0.4, 0.0, -0.1])
    assert shares[0] < 0.05
    assert shares[1:] == pytest.approx([0.5, 0.5], abs=0.05)
    assert shares[0] > 0


def test_sampling_can_draw_several_sequences():
    one, three = visited(SamplingSequence()), visited(SamplingSequence(draws=3))
    assert len(three) == 3 * len(one)
    assert three[: len(one)] == one
    assert visited(SEQUENCES["uniform"](draws=2))[:5] == visited("uniform")


def test_the_same_sequence_twice_draws_another_path():
    twice = visited(["uniform", "uniform"])
    assert twice[:5] == visited("uniform")
    assert twice[5:] != twice[:5]


def test_another_seed_draws_another_path():
    paths = {tuple(visited("uniform", seed=seed)) for seed in range(20)}
    assert len(paths) > 10


@pytest.mark.parametrize("classification", [True, False])
def test_l1_path_finds_the_strong_variable_first_and_ends_with_all(classification):
    path = visited("l1_path", classification=classification)
    assert path[0] == (0,)
    assert path[-1] == (0, 1, 2, 3, 4)
    assert len(path) == len(set(path))
    longer = visited(L1PathSequence(min_variables=2), classification=classification)
    assert longer == [subset for subset in path if len(subset) >= 2]


def test_l1_path_on_a_sample_of_rows():
    assert visited(L1PathSequence(max_rows=20))[-1] == (0, 1, 2, 3, 4)


def test_presets():
    names = {preset: [sequence.name for sequence in resolve(preset)] for preset in PRESETS}
    assert names["paper"] == ["cost", "importance", "sampling", "l1_path"]
    assert names["auto"] == ["singles", *["ratio"] * 7, "surrogate"]
    assert [s.name for s in resolve("auto", 6, Effort(subsets=100))] == ["exhaustive"]
    assert min(map(len, visited("paper"))) == 2
    assert [s.name for s in resolve(["paper", "uniform"])] == [*names["paper"], "uniform"]


def test_users_can_bring_their_own():
    class Pairs:
        def run(self, search):
            self.found = search.evaluate([0, i] for i in range(1, 5))

    pairs = Pairs()
    assert visited([pairs, "singles"])[:2] == [(0, 1), (0, 2)]
    assert {evaluation.subset for evaluation in pairs.found} == {(0, i) for i in range(1, 5)}
    assert search(pairs).visits[0].sequence == "Pairs"


def test_unknown_sequences_are_named():
    with pytest.raises(ValueError, match="no sequence 'papers'; the names are 'paper', 'auto'"):
        resolve("papers")
    with pytest.raises(TypeError, match="3 is no sequence"):
        resolve([3])
    with pytest.raises(TypeError, match="is no sequence"):
        resolve(RatioSequence)
    with pytest.raises(ValueError, match="sequences is empty"):
        resolve([])


def test_importances_are_computed_once():
    class Counting(FormulaEvaluator):
        count = 0

        def importances(self, subset):
            self.count += 1
            return super().importances(subset)

    bound, evaluator = PriceList(names=NAMES), Counting(GAINS)
    explored(toy_problem(bound), bound, evaluator, "auto")
    assert evaluator.count == 1


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=3, max_size=5), st.sampled_from(sorted(SEQUENCES)))
def test_any_prices_will_do(prices, name):
    schedule = search(name, prices=prices, gains=GAINS[: len(prices)])
    costs = [sum(prices[variable] for variable in model.subset) for model in schedule]
    assert [model.cost for model in schedule] == costs == sorted(set(costs))
    tried = [sum(prices[variable] for variable in e.subset) for e in schedule.evaluations]
    assert costs[0] == min(tried)
    merits = [model.merit for model in schedule]
    assert merits == sorted(set(merits))


def test_backward_gets_past_free_variables_and_down_to_the_budget():
    free = search("backward", prices=[0, 2, 3, 4, 5], gains=[0.2, 0.1, 0.1, 0.1, 0.1])
    assert min(map(len, (e.subset for e in free.evaluations))) == 1
    limited = search("backward", prices=[1, 2, 3, 4, 5], budget=6)
    assert limited.costs.max() <= 6


def test_the_surrogate_proposes_only_what_can_be_paid_for():
    prices = [10] * 12
    gains = [0.01 * i for i in range(12)]
    names = [f"v{i}" for i in range(12)]
    bound = PriceList.for_columns(prices, names)
    schedule = explored(
        toy_problem(bound, n_variables=12),
        bound,
        FormulaEvaluator(gains),
        [SurrogateSequence(n_subsets=40)],
        budget=30,
    )
    assert len(schedule.visits) >= 12 + 40
    assert schedule.costs.max() <= 30


def test_the_surrogate_does_not_depend_on_the_units_of_the_score():
    class Scaled(FormulaEvaluator):
        unit = 1.0

        def evaluate_all(self, tasks):
            for found in super().evaluate_all(tasks):
                yield replace(found, scores=tuple(self.unit * (s - 2) for s in found.scores))

    def tried(unit):
        evaluator = Scaled([0.3, 0.2, 0.1, 0.05, 0.02])
        evaluator.unit = unit
        bound = PriceList.for_columns([5, 4, 3, 2, 1], NAMES)
        found = explored(toy_problem(bound), bound, evaluator, "surrogate", effort=20)
        return [visit.subset for visit in found.visits]

    assert tried(1.0) == tried(2.0**-30) == tried(2.0**20)


def test_auto_does_not_spend_a_small_effort_on_single_variables_alone():
    few = [sequence.name for sequence in resolve("auto", 40, Effort(subsets=25))]
    assert few == [*["ratio"] * 7, "singles", "surrogate"]
    assert resolve("auto", 40, Effort(subsets=80))[0].name == "singles"
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 40))
    search = BudgetSearch(RandomForestClassifier(10), effort=25, random_state=0)
    tried = search.fit(X, (X[:, 0] > 0).astype(int)).schedule_.evaluations
    assert {1, 40} < {len(evaluation.subset) for evaluation in tried}


@pytest.mark.parametrize("sequences", ["auto", ("auto",), ["auto", "singles"]])
def test_auto_tries_as_many_in_a_list_as_alone(sequences):
    assert len(tried_with(sequences)) == 100


def test_what_comes_after_auto_in_a_list_gets_its_turn():
    pairs = set(combinations(range(12), 2))

    class Pairs:
        name = "pairs"

        def run(self, search):
            search.evaluate(pairs)

    found = tried_with(["auto", Pairs()])
    assert pairs < found
    assert len(found - pairs) <= 100 < len(found)


def tried_with(sequences):
    X, y = make_classification(200, 12, n_informative=9, n_redundant=3, flip_y=0.1, random_state=0)
    logit = LogisticRegression()
    search = BudgetSearch(logit, validation=2, sequences=sequences, random_state=0)
    return {evaluation.subset for evaluation in search.fit(X, y).schedule_.evaluations}


def test_auto_goes_on_for_as_long_as_it_is_told():
    assert resolve("auto", 20, Effort(seconds=3600))[-1].n_subsets is None
    assert resolve("auto", 20, Effort(subsets=500))[-1].n_subsets is None
    assert resolve("auto", 20)[-1].n_subsets == 300
    assert [s.name for s in resolve("auto", 5, Effort(seconds=3600))] == ["exhaustive"]
