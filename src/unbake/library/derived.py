"""What is computed from a clip and worth keeping: made when it is asked for, and again when its recipe has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from unbake.motion.motion import Motion

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class DerivedTable:
    """A recipe.

    Parameters
    ----------
    name : of the table; one is kept for each clip.
    version : the algorithm and its version. Tables with another stamp are made again.
    make : what computes it; UnbakeError where the clip has none.
    """

    name: str
    version: str
    make: Callable[[Motion], Arrays]
