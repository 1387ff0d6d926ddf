"""The kinds of array that travel through the package."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]
Rows: TypeAlias = NDArray[np.intp]
Labels: TypeAlias = NDArray[Any]
Weights: TypeAlias = Floats | None
Bytes: TypeAlias = NDArray[np.uint8]
Codes: TypeAlias = NDArray[np.uint16]
Votes: TypeAlias = NDArray[np.integer[Any]]
