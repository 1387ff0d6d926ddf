import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pennyweight.evaluations import pareto

points = st.lists(
    st.tuples(st.integers(0, 8).map(float), st.integers(-4, 4).map(float)), min_size=1, max_size=20
)


def brute_force(costs, scores):
    """The points that no other point makes pointless; of equal points the first."""
    kept = [
        i
        for i, (cost, score) in enumerate(zip(costs, scores, strict=True))
        if not any(
            costs[j] <= cost
            and scores[j] >= score
            and ((costs[j], scores[j]) != (cost, score) or j < i)
            for j in range(len(costs))
        )
    ]
    return sorted(kept, key=lambda i: costs[i])


@given(points)
def test_front_equals_brute_force(drawn):
    costs, scores = zip(*drawn, strict=True)
    assert pareto.front(costs, scores).tolist() == brute_force(costs, scores)


@given(points)
def test_front_rises(drawn):
    costs, scores = map(np.array, zip(*drawn, strict=True))
    kept = pareto.front(costs, scores)
    assert (np.diff(costs[kept]) > 0).all()
    assert (np.diff(scores[kept]) > 0).all()


@given(points)
def test_area_is_the_integral_of_the_staircase(drawn):
    costs, scores = map(np.array, zip(*drawn, strict=True))
    kept = pareto.front(costs, scores)
    costs, scores = costs[kept], scores[kept]
    middles = np.arange(8000) / 1000 + 0.0005
    height = [scores[costs <= x][-1] if (costs <= x).any() else 0.0 for x in middles]
    assert pareto.area(costs, scores, 8.0) == pytest.approx(np.mean(height), abs=1e-6)


def test_areas_at_the_edges():
    assert pareto.area([], [], 10) == 0
    assert pareto.area([0.0], [0.7], 0) == 0.7
    assert pareto.area([10.0], [0.7], 10) == 0
