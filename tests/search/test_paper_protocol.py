"""What the paper claims for msB, on few seeds and small forests; experiments/ has the full runs."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier

from pennyweight import BudgetSearch
from pennyweight.baselines import logit_b
from pennyweight.datasets import load, make_gaussian_mixture
from pennyweight.sequences import ExhaustiveSequence

PROTOCOL = {"validation": 0.25, "test_size": 0.2}


def msb(X, y, prices, seed, *, sequences="paper", n_trees=20):
    search = BudgetSearch(
        RandomForestClassifier(n_trees),
        prices=prices,
        sequences=sequences,
        random_state=seed,
        n_jobs=-1,
        choose_by="accuracy",
        **PROTOCOL,
    )
    return search.fit(X, y).schedule_


def test_few_subsets_come_close_to_exhaustive_search_on_the_mixture():
    data = make_gaussian_mixture(0.3, n=2_000, random_state=0)
    found = msb(data.X, data.y, data.prices, seed=0)
    pairs_up = ExhaustiveSequence(min_variables=2)
    everything = msb(data.X, data.y, data.prices, seed=0, sequences=pairs_up)
    assert len(found.evaluations) <= 0.15 * 255
    assert len(everything.evaluations) == 247
    assert found.aup(on="test") >= 0.96 * everything.aup(on="test")


@pytest.mark.parametrize(
    ("name", "reference", "seeds"), [("vehicle", 0.697, 2), ("concrete", 0.608, 6)]
)
def test_msb_is_near_the_reference_in_r_and_far_above_logit_b(public_data, name, reference, seeds):
    areas = []
    for seed in range(seeds):
        data = load(name, price_seed=seed)
        given = data.X, data.y, data.prices
        forest = msb(*given, seed, n_trees=50).aup(on="test")
        logistic = logit_b(*given, random_state=seed, **PROTOCOL).aup(on="test")
        areas.append((forest, logistic))
    forest, logistic = np.mean(areas, axis=0)
    assert forest == pytest.approx(reference, abs=0.06)
    assert forest > logistic + 0.08
