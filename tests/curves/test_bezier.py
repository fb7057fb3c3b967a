"""The parameters of many frames at once are those of each alone."""

import numpy as np
import pytest

from unbake.curves.bezier import parameter_at, solve_parameters

HANDLES = [(1 / 3, 2 / 3), (0.1, 0.9), (0.75, 0.75), (0.02, 0.98), (1.0, 0.0), (0.98, 0.02), (0.0, 1.0)]


@pytest.mark.parametrize(("a", "b"), HANDLES)
@pytest.mark.parametrize("length", [1, 2, 3, 17, 240])
@pytest.mark.parametrize("guess", [0.5, 1e-9, 1.0])
def test_each_frame_has_its_own_parameter(a: float, b: float, length: int, guess: float) -> None:
    found = np.full(length - 1, guess)
    solve_parameters(found, length, a, b)
    alone = [parameter_at(index / length, a, b) for index in range(1, length)]
    # Where time stands still for a moment, its third root is what a parameter is known to.
    assert found == pytest.approx(alone, abs=1e-13 if (a, b) != (1.0, 0.0) else 1e-4)


def test_times_are_met_where_time_nearly_stands_still() -> None:
    found = np.full(99, 0.5)
    solve_parameters(found, 100, 1.0, 0.0)
    v = 1.0 - found
    assert 3.0 * v * v * found + found**3 == pytest.approx(np.arange(1, 100) / 100, abs=1e-14)
