"""The kinds of arrays that go from one function to the next; shapes are in the docstrings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Booleans = NDArray[np.bool_]
Indices = NDArray[np.int64]
