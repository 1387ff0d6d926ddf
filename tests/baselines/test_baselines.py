import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

from helpers.toys import toy_problem, toy_table
from pennyweight import BudgetSearch, PriceList
from pennyweight.baselines import CostForestSequence, logit_b, rf_b
from pennyweight.baselines.cost_forest import column_weights
from pennyweight.datasets import make_gaussian_mixture

MIXTURE = make_gaussian_mixture(0.3, n=600, random_state=0)


def test_logit_b_judges_the_path_by_its_own_predictions():
    schedule = logit_b(MIXTURE.X, MIXTURE.y, MIXTURE.prices, random_state=0)
    assert {e.estimator for e in schedule.evaluations} == {"LogisticRegression"}
    assert schedule.best(budget=374).test_score > 0.6
    sizes = [len(e.subset) for e in schedule.evaluations]
    assert min(sizes) >= 1
    assert max(sizes) == 8


def test_logit_b_keeps_strictly_to_a_budget():
    schedule = logit_b(MIXTURE.X, MIXTURE.y, MIXTURE.prices, random_state=0)
    costs = [MIXTURE.prices.cost(each.subset) for each in schedule.evaluations]
    assert len(set(costs)) > 3
    for budget in [each + extra for each in set(costs) for extra in (-0.01, 0, 0.01)]:
        if budget < min(costs):
            continue
        within = [i for i, cost in enumerate(costs) if cost <= budget]
        best = schedule.best(budget)
        assert best.cost <= budget
        assert best.score == max(schedule.evaluations[i].scores[0] for i in within)


def test_logit_b_splits_rows_as_the_search_does():
    tree = DecisionTreeClassifier(max_depth=2)
    settings = {"validation": 0.25, "test_size": 0.2, "random_state": 3}
    found = BudgetSearch(tree, sequences="singles", **settings).fit(MIXTURE.X, MIXTURE.y)
    problem = found._evaluator.problem
    from pennyweight.baselines import logit

    seen = []
    original = logit.make_problem

    def spy(*args, **kwargs):
        seen.append(original(*args, **kwargs))
        return seen[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logit, "make_problem", spy)
        logit_b(MIXTURE.X, MIXTURE.y, n_penalties=3, **settings)
    assert np.array_equal(seen[0].test, problem.test)
    assert np.array_equal(seen[0].folds[0].train, problem.folds[0].train)


def test_logit_b_on_an_array_without_a_test_part():
    X, y = toy_table(3)
    schedule = logit_b(X.to_numpy(), y, [1, 2, 3], test_size=None, random_state=0)
    assert schedule[0].test_score is None
    assert schedule[0].variables == ("x0",)


def test_rf_b_looks_at_columns_inverse_to_price():
    prices = PriceList({"v0": 100, "v1": 50, "v2": 1, "v3": 0})
    weights = column_weights(toy_problem(prices, n_variables=4), prices)
    assert (weights / weights[0]).round(9).tolist() == [1, 2, 100, 100]
    free = PriceList({"v0": 0, "v1": 0})
    assert column_weights(toy_problem(free, n_variables=2), free).tolist() == [1, 1]


def test_rf_b_prefers_the_cheaper_of_two_equal_variables():
    X, y = toy_table(3, n_rows=200)
    X["v1"] = X["v0"]
    prices = PriceList({"v0": 60, "v1": 1, "v2": 30})
    problem = toy_problem(prices, n_variables=3)
    object.__setattr__(problem, "X", X)
    object.__setattr__(problem, "y", y)

    class Context:
        rng = np.random.default_rng(0)

    Context.problem, Context.prices = problem, prices
    importances = CostForestSequence(n_estimators=50)._importances(Context)
    assert importances[1] > 2 * importances[0]


def test_rf_b_ends_with_one_model():
    forest = RandomForestClassifier(20)
    model = rf_b(MIXTURE.X, MIXTURE.y, MIXTURE.prices, estimator=forest, random_state=0)
    assert model.cost == MIXTURE.prices.cost(model.variables)
    assert model.test_score > 0.5


def test_rf_b_for_a_numeric_target_and_categories():
    from sklearn.ensemble import HistGradientBoostingRegressor

    X, y = toy_table(2)
    X["level"] = pd.Categorical(np.where(y, "a", "b"))
    boosting = HistGradientBoostingRegressor(max_iter=10)
    model = rf_b(X, X["v0"] + y, None, estimator=boosting, random_state=0)
    assert "v0" in model.variables
