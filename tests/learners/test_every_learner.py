"""One contract for every learner: what evaluators, halving and plans may rely on.

A new kind of learner adds its estimators to `ESTIMATORS`, and nothing else.
"""

import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.metrics import get_scorer

from helpers.toys import problem_of, toy_problem, toy_table
from pennyweight.evaluators import SeveralEvaluators, Task
from pennyweight.learners import LEARNERS, Part, forest, kind_for, parts_of, prepared

ESTIMATORS = {
    "forest": (forest, RandomForestClassifier(40), True),
    "regression forest": (forest, RandomForestRegressor(40), False),
    "forest, large leaves": (forest, RandomForestClassifier(40, min_samples_leaf=10), True),
}


def test_every_kind_of_learner_is_tried():
    assert {id(kind) for kind, *_ in ESTIMATORS.values()} == {id(kind) for kind in LEARNERS}


@pytest.fixture(params=ESTIMATORS)
def case(request):
    return ESTIMATORS[request.param]


def learner_of(problem, estimator):
    return prepared(problem, {"it": estimator})["it"]


def predicted(learner, subset, part, rows):
    """What a learner predicts for rows with all its steps, as floats."""
    sums = learner.predictions(subset, part, 0, learner.n_steps)[rows]
    target = learner.target
    assert target.covered(sums).all()
    return target.means(sums) if target.classes is None else target.shares(sums)


def test_the_kind_for_an_estimator_is_found(case):
    kind, estimator, classification = case
    assert kind_for(estimator) is kind
    problem = toy_problem(validation="oob", classification=classification)
    assert kind.why_not(estimator, problem.y, None) is None
    assert learner_of(problem, estimator).estimator is estimator


@pytest.mark.parametrize("validation", ["oob", 3])
def test_predictions_add_up_over_steps(case, validation):
    _, estimator, classification = case
    problem = toy_problem(validation=validation, classification=classification)
    learner = learner_of(problem, estimator)
    n = learner.n_steps
    for part in parts_of(problem):
        whole = learner.predictions((0, 2), part, 0, n)
        assert len(whole) == len(problem.y)
        for cut in {n // 3, n - 1}:
            first = learner.predictions((0, 2), part, 0, cut)
            np.testing.assert_array_equal(first + learner.predictions((0, 2), part, cut, n), whole)


def test_the_same_bits_again_elsewhere_and_beside_others(case):
    _, estimator, classification = case
    problem = toy_problem(validation=3, classification=classification)
    alone = learner_of(problem, estimator)
    both = prepared(problem, {"other": estimator, "it": estimator})
    sent = pickle.loads(pickle.dumps(alone))
    for part, part_sent in zip(parts_of(problem), parts_of(problem), strict=True):
        for subset in ((0,), (1, 3), problem.full):
            once = alone.predictions(subset, part, 0, alone.n_steps)
            for learner, of in ((alone, part), (both["it"], part), (sent, part_sent)):
                again = learner.predictions(subset, of, 0, learner.n_steps)
                np.testing.assert_array_equal(again, once)


@pytest.mark.parametrize("n_jobs", [2, 3])
def test_the_same_bits_for_any_number_of_threads(case, n_jobs):
    _, estimator, classification = case
    problem = toy_problem(validation="oob", classification=classification)
    scorer = get_scorer("accuracy" if classification else "r2")
    tasks = [Task("it", subset) for subset in ((0,), (1, 2), (0, 3, 4), problem.full)]
    found = []
    for threads in (1, n_jobs):
        evaluator = SeveralEvaluators(
            problem,
            {"it": estimator},
            scorer,
            learners=prepared(problem, {"it": estimator}),
            n_jobs=threads,
        )
        importances = evaluator.importances(problem.full)
        found.append((set(evaluator.evaluate_all(tasks)), importances.tolist()))
    assert found[0] == found[1]


def test_rows_that_were_learned_from_are_scored_only_by_what_did_not(case):
    """Another target of a row changes nothing of what is predicted for it."""
    _, estimator, classification = case
    problem = toy_problem(validation="oob", classification=classification)
    (part,) = parts_of(problem)
    learner = learner_of(problem, estimator)
    middle = np.argsort(problem.y[problem.development], kind="stable")
    for row in problem.development[middle[len(middle) // 2 :][:3]]:
        y = problem.y.copy()
        y[row] = 1 - y[row] if classification else np.median(y)
        other = learner_of(replace(problem, y=y), estimator)
        for subset in ((0,), problem.full):
            np.testing.assert_allclose(
                predicted(other, subset, part, [row]), predicted(learner, subset, part, [row])
            )


def test_where_rows_are_held_out_those_learned_from_have_no_prediction(case):
    _, estimator, classification = case
    problem = toy_problem(validation=3, classification=classification)
    learner = learner_of(problem, estimator)
    for part in parts_of(problem):
        covered = learner.target.covered(learner.predictions((0, 1), part, 0, learner.n_steps))
        assert np.flatnonzero(covered).tolist() == sorted(part.extra.tolist())


def test_out_of_sample_predictions_of_any_subset_tell_more_with_more_to_see(case):
    _, estimator, classification = case
    problem = toy_problem(validation="oob", classification=classification)
    learner, (part,) = learner_of(problem, estimator), parts_of(problem)
    right = learner.target.codes[problem.development]

    def strength(subset):
        found = predicted(learner, subset, part, problem.development)
        found = found if found.ndim == 1 else found[:, 1]
        return np.corrcoef(found, right)[0, 1]

    assert strength((0, 1)) > 0.5 > abs(strength((3,)))


def test_importances_are_of_the_variables_of_the_subset(case):
    _, estimator, classification = case
    problem = toy_problem(validation="oob", classification=classification)
    learner = learner_of(problem, estimator)
    found = learner.importances((0, 3), 0, learner.n_steps)
    assert found.shape == (learner.n_steps, len(problem.variables))
    assert found.mean(axis=0).argmax() == 0
    assert not found[:, [1, 2, 4]].any()


def test_missing_values_categories_and_constant_columns(case):
    _, estimator, classification = case
    rng = np.random.default_rng(0)
    kind = rng.choice(list("abc"), 200)
    number = rng.normal(size=200) + 2 * (kind == "a")
    X = pd.DataFrame(
        {
            "kind": pd.Categorical(np.where(rng.random(200) < 0.1, None, kind)),
            "number": np.where(rng.random(200) < 0.2, np.nan, number),
            "constant": np.ones(200),
            "nothing": np.full(200, np.nan),
        }
    )
    y = (number > 1).astype(int) if classification else number
    problem = problem_of(X, y, classification=classification)
    learner, (part,) = learner_of(problem, estimator), parts_of(problem)
    rows = np.r_[problem.development, problem.test]
    for subset in ((0,), (1,), (0, 1), (0, 1, 2, 3)):
        assert np.isfinite(predicted(learner, subset, part, rows)).all()
    for subset in ((2,), (3,), (2, 3)):
        found = predicted(learner, subset, part, problem.test)
        np.testing.assert_allclose(found, np.broadcast_to(found[0], found.shape))


def test_one_class_among_the_rows_to_learn_from(case):
    _, estimator, classification = case
    problem = toy_problem(validation="oob", classification=classification)
    learner, development = learner_of(problem, estimator), problem.development
    y = problem.y[development]
    same = development[y == 0] if classification else development[:1].repeat(30)
    found = predicted(learner, (0, 1), Part(train=same, extra=problem.test), problem.test)
    if classification:
        np.testing.assert_allclose(found, np.tile([1.0, 0.0], (len(problem.test), 1)))
    else:
        np.testing.assert_allclose(found, problem.y[same[0]], atol=1e-6)


def test_the_estimator_taken_home_predicts_like_the_searched_one(case):
    _, estimator, classification = case
    X, y = toy_table(5, n_rows=600)
    y = y if classification else y + X["v0"].to_numpy()
    problem = problem_of(X, y, classification=classification)
    learner, (part,) = learner_of(problem, estimator), parts_of(problem)
    evaluator = SeveralEvaluators(problem, {"it": estimator}, get_scorer("r2"))
    for subset in ((0,), problem.full):
        home = evaluator.fit("it", subset, problem.development)
        table = problem.table(subset, problem.test)
        expected = home.predict_proba(table) if classification else home.predict(table)
        found = predicted(learner, subset, part, problem.test)
        assert np.abs(found - expected).mean() < 0.1 * expected.std() + 0.05
        assert np.corrcoef(found.ravel(), expected.ravel())[0, 1] > 0.95
