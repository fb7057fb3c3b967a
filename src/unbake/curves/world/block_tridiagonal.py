"""A symmetric positive block tridiagonal matrix, as chains of keys make them: each key meets its two neighbours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg.blas import dsyrk, dtrsm, dtrsv
from scipy.linalg.lapack import dpotrf

from unbake.ground.arrays import Floats


@dataclass(frozen=True, eq=False)
class BlockTridiagonal:
    """Blocks on the diagonal (n_k, n_k) and above it (n_k, n_k+1); blocks may differ in size."""

    diagonal: list[Floats]
    upper: list[Floats]

    def solved(self, right: list[Floats], damping: float) -> list[Floats]:
        """Return the solution, block by block, of (A + damping · diag(A)) x = right, by Cholesky's method.

        What appears in no equation becomes 0, and the units of unknowns do not matter.

        Raises
        ------
        numpy.linalg.LinAlgError : the damped matrix is not positive; with damping a sum of squares always is.
        """
        # Of each block the Cholesky factor, lower and upright, and what is left of the side and of the block beside it.
        factors: list[Floats] = []
        beside: list[Floats] = []
        sides: list[Floats] = []
        for k, block in enumerate(self.diagonal):
            damped, side = np.array(block, order="F"), np.array(right[k])
            own = damped.diagonal()
            damped.flat[:: len(block) + 1] = np.where(own > 0.0, own * (1.0 + damping), 1.0)
            if k:
                # The lower half of what the block before takes out.
                damped = dsyrk(-1.0, beside[-1], beta=1.0, c=damped, trans=True, lower=True, overwrite_c=True)
                side -= beside[-1].T @ sides[-1]
            # LAPACK itself: on blocks as small as these, SciPy's checks take as long as the work.
            factor, failed = dpotrf(damped, lower=True, overwrite_a=True, clean=False)
            if failed:
                raise np.linalg.LinAlgError(f"block {k} is not positive")
            factors.append(factor)
            sides.append(dtrsv(factor, side, lower=True, overwrite_x=True))
            if k < len(self.upper):
                beside.append(dtrsm(1.0, factor, self.upper[k], lower=True))
        for k in range(len(factors) - 1, -1, -1):
            side = sides[k] - beside[k] @ sides[k + 1] if k < len(beside) else sides[k]
            sides[k] = dtrsv(factors[k], side, lower=True, trans=True, overwrite_x=True)
        return sides
