"""Arrays as bytes and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from unbake.library.packing import inflated, packed, packed_tables, unpacked, unpacked_tables

shapes = st.tuples(st.integers(1, 9), st.integers(0, 4), st.integers(1, 4))


@given(arrays(np.float64, shapes))
def test_every_bit_comes_back(array):
    back = unpacked(packed(array), array.shape)
    assert back.tobytes() == array.tobytes()
    assert back.shape == array.shape


def test_smooth_curves_take_less_than_they_did():
    steady = np.sin(np.arange(5000.0) / 50.0)[:, None] * np.ones(8)
    assert len(packed(steady)) < 0.8 * steady.nbytes
    assert len(packed(np.zeros((5000, 8)))) < 2000


@pytest.mark.parametrize("shape", [(10, 2), (10, 4), (9, 3), (11, 3), (0, 3)])
def test_another_shape_is_refused(shape):
    with pytest.raises(ValueError, match="bytes"):
        unpacked(packed(np.ones((10, 3))), shape)


def test_damage_is_seen():
    data = packed(np.random.default_rng(0).normal(size=(20, 3)))
    for length in range(0, len(data), 7):
        with pytest.raises(ValueError, match="bytes"):
            unpacked(data[:length], (20, 3))
    with pytest.raises(ValueError, match="damaged"):
        unpacked(b"nothing like it", (20, 3))


def test_a_bomb_is_not_inflated():
    import zlib

    with pytest.raises(ValueError, match="instead of 8"):
        inflated(zlib.compress(bytes(50_000_000)), 8)


def test_tables_come_back():
    tables = {"positions": np.arange(12.0).reshape(3, 4), "planted": np.array([True, False]), "one": np.array(2.5)}
    back = unpacked_tables(packed_tables(tables))
    assert list(back) == list(tables)
    for name, array in tables.items():
        assert back[name].dtype == array.dtype
        np.testing.assert_array_equal(back[name], array)


def test_damaged_tables_are_refused():
    data = packed_tables({"a": np.arange(1000.0)})
    for length in (0, 1, 30, len(data) // 2, len(data) - 1):
        with pytest.raises(ValueError, match="damaged tables"):
            unpacked_tables(data[:length])
