"""Arrays in messages: flat, little-endian; the name of each is what the page reads it as."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

Float32 = Annotated[NDArray[np.float32], "Float32Array"]
Float64 = Annotated[NDArray[np.float64], "Float64Array"]
Int16 = Annotated[NDArray[np.int16], "Int16Array"]
Int32 = Annotated[NDArray[np.int32], "Int32Array"]
Uint8 = Annotated[NDArray[np.uint8], "Uint8Array"]


def no_bytes() -> Uint8:
    """Return an array without bytes."""
    return np.empty(0, dtype=np.uint8)


def no_numbers() -> Float32:
    """Return an array without numbers."""
    return np.empty(0, dtype=np.float32)
