"""Python looks for garbage before and after a kernel is compiled, and not meanwhile."""

import gc
import importlib.util
import weakref

import numpy as np
import pytest
from numba.core.lowering import Lower

from unbake.compiling import garbage

CODE = """
from unbake.compiling import njit

@njit(cache=True)
def doubled(values):
    return 2.0 * values
"""


@pytest.mark.parametrize("does_look", [True, False])
def test_nobody_looks_while_a_kernel_is_compiled(monkeypatch, tmp_path, does_look):
    looked, lower = [], Lower.lower

    def lower_and_note(self):
        looked.append(gc.isenabled())
        lower(self)

    monkeypatch.setattr(Lower, "lower", lower_and_note)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "made.py").write_text(CODE)
    spec = importlib.util.spec_from_file_location("made", tmp_path / "made.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    if not does_look:
        gc.disable()
    try:
        assert made.doubled(np.ones(3)).tolist() == [2.0, 2.0, 2.0]
        assert gc.isenabled() == does_look
    finally:
        gc.enable()
    assert looked
    assert not any(looked)


class Ring:
    """Something that refers to itself, so that only a look through garbage takes it away."""

    def __init__(self):
        self.me = self


def is_gone(seen):
    gc.collect()
    return seen() is None


def test_what_was_there_before_goes_afterwards():
    ring = Ring()
    seen = weakref.ref(ring)
    with garbage.left_alone():
        pass
    del ring
    assert is_gone(seen)


def test_in_a_row_it_goes_when_the_row_ends():
    ring = Ring()
    seen = weakref.ref(ring)
    with garbage.in_a_row():
        with garbage.in_a_row(), garbage.left_alone():
            pass
        del ring
        assert not is_gone(seen)
    assert is_gone(seen)
