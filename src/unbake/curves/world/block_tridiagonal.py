"""A symmetric positive block tridiagonal matrix, as chains of keys make them: each key meets its two neighbours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats

FEW = 64
"""Up to so many blocks are solved by NumPy: to import SciPy's linear algebra takes longer than it would save."""


def load(blocks: int) -> None:
    """Load what so many blocks are solved by: limits of threads hold for what is there when they are set."""
    if blocks > FEW:
        import scipy.linalg.lapack  # noqa: F401


@dataclass(frozen=True, eq=False)
class BlockTridiagonal:
    """Blocks on the diagonal (n_k, n_k) and above it (n_k, n_k+1); blocks may differ in size."""

    diagonal: list[Floats]
    upper: list[Floats]

    def solved(self, right: list[Floats], damping: float) -> list[Floats]:
        """Return the solution, block by block, of (A + damping · diag(A)) x = right, by block elimination.

        What appears in no equation becomes 0, and the units of unknowns do not matter.

        Raises
        ------
        numpy.linalg.LinAlgError : the damped matrix is not positive; with damping a sum of squares always is.
        """
        solve = _by_numpy if len(self.diagonal) <= FEW else _by_lapack
        # Each block's solutions for its right-hand side, in the last column, and for the block beside it.
        parts: list[Floats] = []
        for k, block in enumerate(self.diagonal):
            size = len(block)
            width = self.upper[k].shape[1] if k < len(self.upper) else 0
            damped, sides = np.array(block, order="F"), np.empty((size, width + 1), order="F")
            own = damped.diagonal()
            damped.flat[:: size + 1] = np.where(own > 0.0, own * (1.0 + damping), 1.0)
            sides[:, width] = right[k]
            if width:
                sides[:, :width] = self.upper[k]
            if k:
                # One product takes the block before out of both.
                taken = self.upper[k - 1].T @ parts[-1]
                damped -= taken[:, :size]
                sides[:, width] -= taken[:, size]
            try:
                parts.append(solve(damped, sides))
            except np.linalg.LinAlgError as error:
                raise np.linalg.LinAlgError(f"block {k} is not positive") from error
        solution = [part[:, -1] for part in parts]
        for k in range(len(parts) - 2, -1, -1):
            solution[k] = solution[k] - parts[k][:, :-1] @ solution[k + 1]
        return solution


def _by_numpy(matrix: Floats, sides: Floats) -> Floats:
    np.linalg.cholesky(matrix)  # for its error; what solves in general would not see it
    return np.asarray(np.linalg.solve(matrix, sides), dtype=np.float64)


def _by_lapack(matrix: Floats, sides: Floats) -> Floats:
    """LAPACK itself: on blocks as small as these, SciPy's checks take as long as the work."""
    from scipy.linalg.lapack import dpotrf, dpotrs

    factor, failed = dpotrf(matrix, overwrite_a=True, clean=False)
    if failed:
        raise np.linalg.LinAlgError("a block is not positive")
    return np.asarray(dpotrs(factor, sides, overwrite_b=True)[0])
