import pytest

from pennyweight import Evaluation


def test_score_and_stderr():
    evaluation = Evaluation(subset=(0,), estimator="forest", scores=(0.8, 0.9, 1.0))
    assert evaluation.score == pytest.approx(0.9)
    assert evaluation.stderr == pytest.approx(0.1 / 3**0.5)


def test_one_score_has_no_stderr():
    assert Evaluation(subset=(0,), estimator="forest", scores=(0.8,)).stderr is None


def test_it_is_frozen():
    evaluation = Evaluation(subset=(0,), estimator="forest", scores=(0.8,))
    with pytest.raises(AttributeError):
        evaluation.scores = (1.0,)
