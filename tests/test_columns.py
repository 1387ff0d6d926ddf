import numpy as np
import pandas as pd
import polars as pl
import pytest

from pennyworth.columns import categorical_columns, column_names, permuted, take

PANDAS = pd.DataFrame(
    {
        "number": [1.0, None, 3.0],
        "flag": [True, False, True],
        "level": pd.Categorical(["low", "high", "low"]),
        "text": ["a", "b", None],
    }
)
POLARS = pl.DataFrame(
    {"number": [1.0, None, 3.0], "flag": [True, False, True]},
).with_columns(
    pl.Series("level", ["low", "high", "low"], dtype=pl.Enum(["low", "high"])),
    pl.Series("text", ["a", "b", None]),
)


@pytest.mark.parametrize("X", [PANDAS, POLARS])
def test_frames_keep_names_and_dtypes(X):
    part = take(X, np.array([2, 0]), [0, 2])
    assert list(part.columns) == ["number", "level"]
    assert part.shape == (2, 2)
    assert part["number"].dtype == X["number"].dtype
    assert part["level"].dtype == X["level"].dtype
    assert categorical_columns(X) == [2, 3]
    assert column_names(X) == ["number", "flag", "level", "text"]


@pytest.mark.parametrize("X", [PANDAS, POLARS, np.arange(6.0).reshape(3, 2)])
def test_columns_are_permuted_together_and_the_original_stays(X):
    order = np.array([1, 2, 0])
    before = np.asarray(X, dtype=object)
    shuffled = np.asarray(permuted(X, [0, 1], order), dtype=object)
    pd.testing.assert_frame_equal(pd.DataFrame(shuffled[:, :2]), pd.DataFrame(before[order, :2]))
    pd.testing.assert_frame_equal(pd.DataFrame(shuffled[:, 2:]), pd.DataFrame(before[:, 2:]))
    pd.testing.assert_frame_equal(pd.DataFrame(np.asarray(X, dtype=object)), pd.DataFrame(before))


def test_column_names_of_arrays_and_clashes():
    assert column_names(np.zeros((2, 3))) == ["x0", "x1", "x2"]
    with pytest.raises(ValueError, match="'a' twice"):
        column_names(pd.DataFrame([[1, 2]], columns=["a", "a"]))
