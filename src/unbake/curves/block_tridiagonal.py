"""A symmetric positive block tridiagonal matrix, as chains of keys make them: each key meets its two neighbours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from unbake.motion.rotations import Floats


@dataclass(frozen=True, eq=False)
class BlockTridiagonal:
    """Blocks on the diagonal (n_k, n_k) and above it (n_k, n_k+1); blocks may differ in size."""

    diagonal: list[Floats]
    upper: list[Floats]

    def solved(self, right: list[Floats], damping: float) -> list[Floats]:
        """Return the solution, block by block, of (A + damping · diag(A)) x = right, by block elimination."""
        factors: list[tuple[Floats, bool]] = []
        sides = [side.copy() for side in right]
        for k, block in enumerate(self.diagonal):
            damped = block.copy()
            diagonal = damped.diagonal()
            damped[np.diag_indices_from(damped)] += damping * diagonal + 1e-12 * max(float(diagonal.max()), 1e-30)
            if k:
                damped -= self.upper[k - 1].T @ cho_solve(factors[-1], self.upper[k - 1], check_finite=False)
                sides[k] -= self.upper[k - 1].T @ cho_solve(factors[-1], sides[k - 1], check_finite=False)
            factors.append(cho_factor(damped, check_finite=False))
        solution = [np.empty(0)] * len(sides)
        for k in range(len(sides) - 1, -1, -1):
            side = sides[k] - self.upper[k] @ solution[k + 1] if k + 1 < len(sides) else sides[k]
            solution[k] = cho_solve(factors[k], side, check_finite=False)
        return solution
