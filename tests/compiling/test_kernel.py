"""Kernels that call kernels."""

import numpy as np
import pytest

from unbake.compiling import njit


@njit(nogil=True)
def part_of(values, place, is_negative):
    if is_negative:
        return -values[place]
    return values[place]


@njit(nogil=True)
def sum_of_parts(values, place):
    return part_of(values, 0, True) + part_of(values, 2, False) + part_of(values, place, place > 2)


@njit(nogil=True)
def sum_by_name(values):
    return part_of(values, place=1, is_negative=False)


@pytest.mark.slow
def test_constants_make_no_kernels_of_their_own():
    values = np.array([1.0, 10.0, 100.0])
    assert sum_of_parts(values, 1) == 109.0
    assert sum_by_name(values) == 10.0
    assert len(part_of.inner.signatures) == 1
