import numpy as np
import pytest

from pennyweight.datasets import breast_cancer, make_gaussian_mixture


@pytest.mark.parametrize("rho", [0.1, 0.3, 0.6])
def test_the_mixture_is_the_papers(rho):
    data = make_gaussian_mixture(rho, n=40_000, random_state=0)
    centres = data.X.groupby(data.y).mean().to_numpy()
    first = np.array([2.0, 1.8, 1.6, 1.4, 1.2, 1.0, 0.8, 0.6])
    flipped = np.array([1, 1, 1, 1, -1, -1, -1, -1])
    assert centres == pytest.approx(
        np.array([first, first * flipped, -first * flipped, -first]), abs=0.05
    )
    noise = data.X.to_numpy() - centres[data.y - 1]
    place = np.arange(8)
    assert np.cov(noise.T) == pytest.approx(rho ** np.abs(place[:, None] - place), abs=0.05)
    assert [data.prices.cost([i]) for i in range(8)] == [92, 81, 45, 23, 23, 33, 72, 5]


def test_the_mixture_is_repeatable():
    first, again = (make_gaussian_mixture(0.3, n=50, random_state=3) for _ in range(2))
    assert first.X.equals(again.X)
    assert np.array_equal(first.y, again.y)
    with pytest.raises(ValueError, match="rho is 1; a correlation"):
        make_gaussian_mixture(1)


def test_breast_cancer_has_ten_measurements_of_three_columns():
    data = breast_cancer()
    assert data.X.shape == (569, 30)
    assert len(data.prices.variables) == 10
    assert all(len(data.prices.columns_of(name)) == 3 for name in data.prices.variables)
    assert set(data.y) == {"malignant", "benign"}
    assert data.prices.extra("compactness", given=["perimeter", "area"]) == 0
