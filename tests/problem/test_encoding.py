import numpy as np
import pandas as pd

from pennyweight.prices import PriceList
from pennyweight.problem.encoding import encode
from pennyweight.problem.problem import make_problem
from pennyweight.problem.rows import Target

X = pd.DataFrame(
    {
        "number": [1.0, 2.0, None, 4.0] * 5,
        "constant": 7,
        "level": pd.Categorical(["low", "high", "low", None] * 5),
    }
)


def problem():
    target = Target(y=np.arange(20) % 2, classification=True)
    prices = PriceList(
        {"n": 1, "rest": 2}, columns={"n": ["number"], "rest": ["constant", "level"]}
    )
    return make_problem(
        X.copy(),
        target,
        prices.bind(list(X.columns)),
        validation=0.5,
        test_size=None,
        weights=None,
        seed=0,
    )


def test_encoded_columns_are_standardised_on_the_given_rows():
    rows = np.arange(8)
    encoded = encode(problem(), rows)
    assert encoded.matrix.shape == (20, 1 + 1 + 3)
    assert encoded.owner.tolist() == [0, 1, 1, 1, 1]
    assert np.allclose(encoded.matrix[rows].mean(axis=0), 0)
    assert np.allclose(encoded.matrix[rows].std(axis=0), [1, 0, 1, 1, 1])


def test_a_variable_is_active_when_any_of_its_columns_is_for_any_class():
    encoded = encode(problem(), np.arange(20))
    assert encoded.active(np.array([[0, 0, 0, 0, 0], [0, 0, 0, 0.1, 0]])) == (1,)
    assert encoded.active(np.array([0.1, 0, 0, 0, 0])) == (0,)
    assert encoded.active(np.zeros(5)) == ()


def test_constant_columns_become_zero_and_not_noise():
    constant = problem()
    constant.X["number"] = np.where(np.arange(20) < 15, 0.1, 0.2)
    encoded = encode(constant, np.arange(15))
    assert not encoded.matrix[:, 0].any()


def test_rare_categories_are_left_out():
    many = problem()
    many.X["level"] = [f"id {i}" for i in range(20)]
    assert encode(many, np.arange(8)).matrix.shape[1] == 2 + 8
