"""The kinds of arrays that go from one function to the next; shapes are in the docstrings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Booleans = NDArray[np.bool_]
Indices = NDArray[np.int64]


def sealed(numbers: Floats) -> Floats:
    """Return the numbers contiguous and read-only, without a copy where they lie so: a kernel is compiled once more for
    arrays that lie in another way, or may be written to."""
    view = np.ascontiguousarray(numbers).view()
    view.flags.writeable = False
    return view
