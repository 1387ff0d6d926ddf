import math
from itertools import count

import pytest

from helpers.toys import FormulaEvaluator, runner_of, toy_problem
from pennyweight import PriceList
from pennyweight.effort import Effort, EffortSpent
from pennyweight.evaluators import SeveralEvaluators
from pennyweight.exceptions import PriceError
from pennyweight.prices import Limits
from pennyweight.search.explore import explore

PRICES = PriceList([1, 2, 3, 4])


@pytest.fixture
def evaluator():
    return FormulaEvaluator([0.5, 0.4, 0.3, 0.2])


def test_a_known_subset_is_not_run_again(evaluator):
    runner = runner_of(evaluator, PRICES)
    first = runner.evaluate([(0, 1), (1, 0), (2,)], visitor="a")
    again = runner.evaluate([[2]], visitor="b")
    assert evaluator.calls == [(0, 1), (2,)]
    assert again == [first[2]]
    assert [(v.sequence, v.subset) for v in runner.visits] == [
        ("a", (0, 1)),
        ("a", (2,)),
        ("b", (2,)),
    ]


def test_subsets_over_the_budget_are_not_evaluated(evaluator):
    runner = runner_of(evaluator, PRICES, Limits(budgets={"price": 3}))
    found = runner.evaluate([(0, 1), (0, 2), (2,)], visitor="a")
    assert [evaluation.subset for evaluation in found] == [(0, 1), (2,)]
    assert evaluator.calls == [(0, 1), (2,)]


def test_effort_ends_the_search_with_what_was_done(evaluator):
    runner = runner_of(evaluator, PRICES, effort=Effort(subsets=3))
    runner.evaluate([(0,), (1,)], visitor="a")
    runner.evaluate([(0,)], visitor="a")
    with pytest.raises(EffortSpent):
        runner.evaluate([(0,), (2,), (3,)], visitor="b")
    assert [evaluation.subset for evaluation in runner.evaluations] == [(0,), (1,), (2,)]
    assert [v.subset for v in runner.visits if v.sequence == "b"] == [(0,), (2,)]


def test_one_answer_for_each_proposal(evaluator):
    found = runner_of(evaluator, PRICES).evaluate([(0,), (1,), (0,)], visitor="a")
    assert [evaluation.subset for evaluation in found] == [(0,), (1,), (0,)]
    assert evaluator.calls == [(0,), (1,)]


def test_an_endless_proposal_ends_with_the_effort(evaluator):
    endless = ((i % 4, (i + 1) % 4) for i in count())
    with pytest.raises(EffortSpent):
        runner_of(evaluator, PRICES, effort=Effort(subsets=3)).evaluate(endless, visitor="a")
    assert len(evaluator.calls) == 3


def test_nonsense_is_refused(evaluator):
    runner = runner_of(evaluator, PRICES)
    with pytest.raises(ValueError, match="the empty subset"):
        runner.evaluate([()], visitor="a")
    with pytest.raises(PriceError, match="no variable number 4"):
        runner.evaluate([(4,)], visitor="a")


def test_the_best_of_several_estimators_is_returned():
    class Two(FormulaEvaluator):
        names = ("weak", "strong")

        def evaluate(self, name, subset):
            found = super().evaluate(name, subset)
            gain = 0.0 if name == "weak" else 0.5
            return type(found)(
                subset=subset, estimator=name, scores=tuple(s + gain for s in found.scores)
            )

    runner = runner_of(Two([0.1, 0.1, 0.1, 0.1]), PRICES)
    assert [e.estimator for e in runner.evaluate([(0,), (1,)], visitor="a")] == ["strong"] * 2
    assert len(runner.evaluations) == 4


def test_workers_change_nothing():
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.metrics import get_scorer

    prices = PriceList(names=[f"v{i}" for i in range(5)])
    problem = toy_problem(prices)
    found = []
    for n_jobs in (1, 2):
        evaluator = SeveralEvaluators(
            problem, {"forest": RandomForestClassifier(5)}, get_scorer("accuracy"), n_jobs=n_jobs
        )
        runner = runner_of(evaluator, prices)
        found.append(runner.evaluate([(0,), (1, 2), (0, 1, 2, 3, 4)], visitor="a"))
    assert found[0] == found[1]


def test_progress_shows_the_best_score(evaluator, capsys):
    runner = runner_of(evaluator, PRICES, effort=Effort(subsets=2), progress=True)
    best = max(e.score for e in runner.evaluate([(0,), (1,)], visitor="a"))
    runner.close()
    shown = capsys.readouterr().err
    assert "2/2" in shown
    assert f"best score {best:.4f}" in shown
    assert math.isfinite(best)


def test_a_sequence_that_never_ends_is_ended():
    class Endless:
        name = "endless"

        def run(self, search):
            while True:
                search.evaluate([(0,), (0, 1)])

    prices = PriceList(names=["v0", "v1"])
    problem = toy_problem(prices, n_variables=2)
    evaluator = FormulaEvaluator([0.1, 0.2])
    given = problem, prices, evaluator, evaluator.evaluate_all, [Endless()]
    found = explore(*given, scoring="it")
    assert len(found.evaluations) == 2
    timed = explore(*given, scoring="it", effort=Effort(seconds=0.1))
    assert timed.evaluations == found.evaluations
