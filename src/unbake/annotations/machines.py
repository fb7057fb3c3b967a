"""Support vector machines, one a flag, as plain arrays: how they are kept, and what they say.

scikit-learn trains them (`training`); asking them needs none of it.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass

import numpy as np

from unbake.annotations.calibration import logistic
from unbake.annotations.windows import WindowShape
from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Floats32

KIND = "annotation machines 1"
"""What the kept form begins with; machines of another kind are trained anew."""


@dataclass(frozen=True, eq=False)
class FlagMachines:
    """A machine for each flag, all with one radial kernel, so that it is evaluated once for all of them.

    Parameters
    ----------
    flags : names (K).
    shape : of the windows.
    gamma : the kernel is exp(−gamma · squared distance).
    vectors : (V, D) the windows that support any of the machines.
    weights : (V, K) what each counts in each machine; 0 where it is none of its support.
    offsets : (K,) added to the sum.
    sigmoids : (K, 2) slope and shift from margins to probabilities.
    is_taught : (K,) flags that have a machine; one needs examples of yes and of no.
    is_calibrated : (K,) whether its sigmoid was fitted to stretches that it was not trained on.

    Raises
    ------
    UsageError : arrays that do not belong together, or are not finite.
    """

    flags: tuple[str, ...]
    shape: WindowShape
    gamma: float
    vectors: Floats32
    weights: Floats
    offsets: Floats
    sigmoids: Floats
    is_taught: Booleans
    is_calibrated: Booleans

    def __post_init__(self) -> None:
        k, v = len(self.flags), len(self.vectors)
        expected = {
            "vectors": (v, self.shape.n_columns),
            "weights": (v, k),
            "offsets": (k,),
            "sigmoids": (k, 2),
            "is_taught": (k,),
            "is_calibrated": (k,),
        }
        for name, shape in expected.items():
            array = getattr(self, name)
            if array.shape != shape or not np.isfinite(array).all():
                raise UsageError(f"the {name} of these machines are damaged")
        if not 0.0 < self.gamma < np.inf:
            raise UsageError("the kernel of these machines is damaged")

    def margins(self, rows: Floats32) -> Floats:
        """Return how far windows (N, D) are beyond the boundary (N, K), above 0 for yes; NaN without a machine.

        1 is the edge of the margin.
        """
        out = kernel(rows, self.vectors, self.gamma) @ self.weights + self.offsets
        return np.where(self.is_taught, out, np.nan)

    def probability(self, margins: Floats) -> Floats:
        """Return how probable yes is (…, K) at margins (…, K), 0 to 1; NaN without a machine."""
        return logistic(self.sigmoids[:, 0] * margins + self.sigmoids[:, 1])

    def to_bytes(self) -> bytes:
        """Return the machines in a form to be kept: a NumPy archive without any code in it."""
        out = io.BytesIO()
        about = {"kind": KIND, "flags": list(self.flags), "every": self.shape.every, "gamma": self.gamma}
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        np.savez_compressed(out, about=np.array(json.dumps(about)), **arrays)
        return out.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> FlagMachines:
        """Return machines that were kept.

        Raises
        ------
        UsageError : no machines, damaged ones, or of another kind.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as archive:
                about = json.loads(str(archive["about"]))
                arrays = {name: archive[name] for name in _ARRAYS}
            if about["kind"] != KIND:
                raise UsageError("these machines are of another version; train them again")
            flags, shape = tuple(map(str, about["flags"])), WindowShape(int(about["every"]))
            return cls(flags, shape, float(about["gamma"]), **arrays)
        except (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile) as error:
            raise UsageError("the trained machines are damaged; train them again") from error


_ARRAYS = ("vectors", "weights", "offsets", "sigmoids", "is_taught", "is_calibrated")


def kernel(rows: Floats32, others: Floats32, gamma: float) -> Floats:
    """Return exp(−gamma · squared distance) of rows (N, D) and others (M, D), as (N, M)."""
    # About a common middle the difference of large squares loses less.
    middle = others.mean(axis=0) if len(others) else np.float32(0.0)
    a, b = rows - middle, others - middle
    squared = np.einsum("nd,nd->n", a, a)[:, None] + np.einsum("nd,nd->n", b, b) - 2.0 * (a @ b.T)
    return np.exp(-gamma * np.maximum(squared, 0.0, dtype=np.float64))
