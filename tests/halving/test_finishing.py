"""As many trees as the answer needs: who goes on, who stops, and what a schedule makes of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.ensemble import RandomForestClassifier

from helpers.toys import toy_table
from pennyweight import BudgetSearch, Evaluation, ModelSchedule, PriceList
from pennyweight.evaluations import EvaluationTable
from pennyweight.evaluators import Rounds
from pennyweight.halving.growing import finish as grown_by
from pennyweight.halving.growing import near_front


def finish(evaluator, prices, tried):
    return grown_by(evaluator, evaluator.evaluate_all, prices, tried)


PRICES = PriceList({"a": 1, "b": 2, "c": 4})
ROUNDS = Rounds((10, 20, 40), noise=0.0065, worth=0.0005)
SCORES = {
    (0,): 0.5,
    (1,): 0.49,
    (2,): 0.3,
    (0, 1): 0.7,
    (0, 2): 0.695,
    (1, 2): 0.6,
    (0, 1, 2): 0.8,
}


class TreesHelp:
    """Scores rise with the trees: by a tenth at most, the nearer the more there are."""

    names = ("forest",)

    def __init__(self):
        self.tasks = []

    def rounds(self, name):
        return ROUNDS

    def evaluate_all(self, tasks):
        for task in tasks:
            self.tasks.append(task)
            yield self.evaluation(task.subset, task.trees or 40)

    def evaluation(self, subset, trees):
        return Evaluation(
            subset=subset,
            estimator="forest",
            scores=(SCORES[subset] + 0.1 - 1 / trees,),
            trees=trees,
            provisional=trees < 40,
        )


LACKS = {"forest": 1.0, "quick": 0.5}  # divided by the number of trees
AHEAD = {"forest": 0.0, "quick": -0.02}


class TwoKinds(TreesHelp):
    """The second kind looks better with ten trees; the first has more to learn, and wins."""

    names = ("forest", "quick")

    def rounds(self, name):
        first = {"forest": 10, "quick": 5}[name]
        numbers = tuple(n for n in (5, 10, 20, 40) if n >= first)
        gain = LACKS[name] / first / 2
        return Rounds(numbers, noise=ROUNDS.noise, worth=ROUNDS.worth, gain=gain)

    def evaluate_all(self, tasks):
        for task in tasks:
            self.tasks.append(task)
            yield self.of_kind(task.name, task.subset, task.trees)

    def first_rounds(self):
        return [
            self.of_kind(name, subset, self.rounds(name).trees[0])
            for name in self.names
            for subset in SCORES
        ]

    def of_kind(self, name, subset, trees):
        score = SCORES[subset] + AHEAD[name] + 0.1 - LACKS[name] / trees
        return Evaluation(
            subset=subset, estimator=name, scores=(score,), trees=trees, provisional=trees < 40
        )


def first_round(evaluator):
    return [evaluator.evaluation(subset, 10) for subset in SCORES]


def test_the_front_is_grown_in_full_and_the_rest_is_not():
    evaluator = TreesHelp()
    finished = {e.subset: e for e in finish(evaluator, PRICES, first_round(evaluator))}
    assert {s: e.trees for s, e in finished.items()} == {
        (0,): 40,
        (0, 1): 40,
        (0, 1, 2): 40,
        (1,): 20,  # 0.01 below: expected to gain enough after 10 trees;
        (0, 2): 20,  # not after 20, which changed all alike
        (2,): 10,
        (1, 2): 10,
    }
    assert finished[0,].rounds == (
        (10, pytest.approx(0.5), pytest.approx(0.5)),
        (20, pytest.approx(0.55), pytest.approx(0.55)),
    )
    assert not finished[0,].provisional
    assert finished[2,].provisional


def test_kinds_of_forests_compete_by_what_all_their_trees_would_bring():
    evaluator = TwoKinds()
    finished = finish(evaluator, PRICES, evaluator.first_rounds())
    assert {e.subset for e in finished if not e.provisional} == {(0,), (0, 1), (0, 1, 2)}
    assert {e.estimator for e in finished if not e.provisional} == {"forest"}
    assert {e.trees for e in finished if e.estimator == "quick"} == {5, 10}


def test_a_kind_that_the_front_does_not_need_is_compared_by_what_it_lacks():
    evaluator = TwoKinds()
    schedule = ModelSchedule(finish(evaluator, PRICES, evaluator.first_rounds()), PRICES)
    assert all(each.provisional for each in schedule.evaluations if each.estimator == "quick")
    merits = dict(zip(schedule.evaluations, schedule._scored.merits, strict=True))
    for each, merit in merits.items():
        assert merit == pytest.approx(evaluator.of_kind(each.estimator, each.subset, 40).merit)


def test_a_kind_that_gets_all_its_trees_at_once_lets_the_others_stop():
    evaluator = TwoKinds()
    evaluator.rounds = lambda name: ROUNDS if name == "forest" else Rounds((40,))
    tried = [evaluator.of_kind("forest", subset, 10) for subset in SCORES]
    alone = finish(evaluator, PRICES, tried)
    finished = finish(
        evaluator, PRICES, [*tried, *(evaluator.of_kind("quick", subset, 40) for subset in SCORES)]
    )
    of_forest = {each for each in finished if each.estimator == "forest"}
    assert of_forest == set(alone)
    assert any(each.provisional for each in of_forest)


def test_what_trees_lack_is_seen_in_what_their_double_brings():
    rounds = TwoKinds().rounds("forest")
    assert rounds.lacking(10) == pytest.approx(1 / 10 - 1 / 40)
    assert rounds.lacking(40) == 0


def test_growing_depends_on_what_was_tried_not_on_its_order():
    evaluator = TreesHelp()
    tried = first_round(evaluator)
    forwards = finish(evaluator, PRICES, tried)
    backwards = finish(evaluator, PRICES, tried[::-1])
    assert set(forwards) == set(backwards)


def test_what_is_finished_is_not_grown_again():
    evaluator = TreesHelp()
    finished = finish(evaluator, PRICES, first_round(evaluator))
    evaluator.tasks.clear()
    assert set(finish(evaluator, PRICES, finished)) == set(finished)
    assert not evaluator.tasks


def test_a_new_price_marks_what_it_needs_as_provisional_and_continuing_completes_it():
    evaluator = TreesHelp()
    schedule = ModelSchedule(finish(evaluator, PRICES, first_round(evaluator)), PRICES)
    assert not any(model.provisional for model in schedule)
    assert "provisional" not in schedule.to_frame()
    cheap = schedule.reprice({"a": 9, "c": 0.5})
    assert (cheap[0].subset, cheap[0].provisional) == ((2,), True)
    assert cheap.to_frame()["provisional"].any()
    again = ModelSchedule(finish(evaluator, cheap.prices, cheap.evaluations), cheap.prices)
    assert not any(model.provisional for model in again)


def test_few_trees_are_compared_by_what_more_would_bring():
    full = Evaluation(
        subset=(0,), estimator="f", scores=(0.60,), trees=40, rounds=((10, 0.50, 0.50),)
    )
    few = Evaluation(subset=(1,), estimator="f", scores=(0.52,), trees=10, provisional=True)
    schedule = ModelSchedule([full, few], PriceList({"a": 1, "b": 2}))
    assert [model.provisional for model in schedule] == [False, True]
    worse = Evaluation(subset=(1,), estimator="f", scores=(0.49,), trees=10, provisional=True)
    assert len(ModelSchedule([full, worse], PriceList({"a": 1, "b": 2}))) == 1


def scores_in_full(evaluations):
    return EvaluationTable.of(evaluations, 7).scores


def test_what_trees_would_bring_ends_with_an_estimators_own_number():
    def of(estimator, trees, score, *rounds, provisional=False):
        return Evaluation(
            subset=(len(estimator),),
            estimator=estimator,
            scores=(score,),
            trees=trees,
            provisional=provisional,
            rounds=tuple((n, value, value) for n, value in rounds),
        )

    small = [
        of("small", 40, 0.60, (20, 0.55)),  # c is 2: 0.05 from 20 trees to 40
        of("small", 10, 0.40, provisional=True),
    ]
    alone = scores_in_full(small)
    assert alone.tolist() == pytest.approx([0.60, 0.40 + 2 * (1 / 10 - 1 / 40)])
    beside = scores_in_full([*small, of("large", 500, 0.7), of("tiny", 20, 0.7)])
    assert beside[:2].tolist() == alone.tolist()
    none_in_full = of("beaten", 20, 0.40, (10, 0.30), provisional=True)  # c is 2 as well
    _, _, beaten, _ = scores_in_full([*small, none_in_full, of("large", 500, 0.7)])
    assert beaten == pytest.approx(0.40 + 2 * (1 / 20 - 1 / 40))


def test_joined_schedules_keep_the_evaluation_with_more_trees():
    evaluator = TreesHelp()
    tried = first_round(evaluator)
    early, late = (
        ModelSchedule(tried, PRICES),
        ModelSchedule(finish(evaluator, PRICES, tried), PRICES),
    )
    assert (early | late).evaluations == late.evaluations


def test_a_repriced_schedule_rises(search):
    rng = np.random.default_rng(0)
    for _ in range(20):
        repriced = search.schedule_.reprice(rng.integers(1, 100, 8).astype(float))
        merits = [model.merit for model in repriced]
        assert merits == sorted(merits)


def test_schedules_that_stopped_early_join_those_that_did_not():
    evaluator = TreesHelp()
    early = ModelSchedule(finish(evaluator, PRICES, first_round(evaluator)), PRICES)
    full = ModelSchedule([evaluator.evaluation(e.subset, 40) for e in early.evaluations], PRICES)
    assert len((early | full).evaluations) == len(early.evaluations)


def test_without_enough_subsets_to_tell_the_noise_stays():
    evaluator = TreesHelp()
    few = [evaluator.evaluation(subset, 10) for subset in [(0,), (1,), (0, 1)]]
    assert {e.trees for e in finish(evaluator, PRICES, few)} == {40}


@given(
    st.lists(st.tuples(st.integers(0, 5), st.floats(0, 1)), min_size=1, max_size=30),
    st.floats(0.001, 0.3),
    st.floats(0, 0.1),
)
def test_near_the_front_means_a_gain_on_the_best_at_no_more_cost(points, noise, worth):
    costs, scores = np.array(points, dtype=float).T
    near = near_front(costs, scores, noise, worth)
    spread = np.sqrt(2) * noise
    for i, (cost, score) in enumerate(zip(costs, scores, strict=True)):
        short = scores[costs <= cost].max() - score
        gain, _ = quad(lambda x, at=-short: x * norm.pdf(x, at, spread), 0, 10 * spread)
        assert near[i] or gain < worth + 1e-6
        assert not near[i] or short == 0 or gain > worth - 1e-6


def test_without_noise_only_the_best_at_their_cost_go_on():
    near = near_front(np.array([1.0, 2, 3]), np.array([0.5, 0.5, 0.4]), 0.0, 0.001)
    assert near.tolist() == [True, True, False]


@pytest.fixture(scope="module")
def search():
    X, y = toy_table(8, n_rows=300)
    forest = RandomForestClassifier(200)
    return BudgetSearch(forest, sequences="exhaustive", effort=120, random_state=0).fit(X, y)


def test_a_search_stops_early_and_its_schedule_is_finished(search):
    trees = {e.trees for e in search.schedule_.evaluations}
    assert min(trees) < 200
    assert not any(model.provisional for model in search.schedule_)


def test_stopping_can_be_switched_off():
    X, y = toy_table(4, n_rows=100)
    forest = RandomForestClassifier(50)
    found = BudgetSearch(forest, sequences="singles", stop_early=False, random_state=0).fit(X, y)
    assert {e.trees for e in found.schedule_.evaluations} == {50}


def test_a_saved_schedule_keeps_its_rounds(search, tmp_path):
    search.schedule_.save(tmp_path / "schedule.json")
    assert ModelSchedule.load(tmp_path / "schedule.json") == search.schedule_


def test_threads_change_nothing(search):
    X, y = toy_table(8, n_rows=300)
    again = BudgetSearch(
        RandomForestClassifier(200), sequences="exhaustive", effort=120, random_state=0, n_jobs=3
    ).fit(X, y)
    assert again.schedule_ == search.schedule_


def test_continuing_under_new_prices_finishes_what_they_need(search):
    dearest = search.schedule_[-1].variables[0]
    cheaper = {name: 0.1 for name in search.prices_.variables if name != dearest}
    continued = search.reprice(cheaper)
    assert not any(model.provisional for model in continued.schedule_)
