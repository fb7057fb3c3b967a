"""What kernels call is linked into them, and neither optimised nor made into machine code on its own."""

import numba
import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary

from unbake.compiling import njit


@njit()
def doubled(values):
    twice = np.zeros(len(values))
    for place in range(len(values)):
        twice[place] = 2.0 * values[place]
    return twice


@njit()
def quadrupled(values):
    return doubled(doubled(values))


@numba.njit
def summed(values):
    """Somebody else's function: it takes in what numba compiled for ours."""
    total = 0.0
    for value in np.zeros(len(values)) + values:
        total += value
    return total


@pytest.fixture
def optimised(monkeypatch):
    """The names of what is optimised as a whole, without arguments."""
    names, whole = [], JITCodeLibrary._optimize_final_module

    def noted(library):
        names.append(library.name)
        whole(library)

    monkeypatch.setattr(JITCodeLibrary, "_optimize_final_module", noted)
    return names


@pytest.mark.slow
def test_only_what_python_calls_is_finished(monkeypatch, optimised):
    finished, finish = [], JITCodeLibrary._finalize_specific

    def noted(library):
        finished.append(library.name)
        finish(library)

    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", noted)
    values = np.array([1.0, 2.5])
    assert quadrupled(values).tolist() == [4.0, 10.0]
    assert optimised == finished
    assert [name.split(".")[-1] for name in finished] == ["quadrupled"]
    # What was a part there is a kernel here, and a part of what others compile in the same process.
    assert doubled(values).tolist() == [2.0, 5.0]
    assert summed(values) == 3.5
    assert quadrupled(values.astype(np.float32)).tolist() == [4.0, 10.0]


@pytest.mark.slow
def test_numba_is_left_as_it_was():
    @njit()
    def impossible(values):
        return values.no_such_thing

    codegen = doubled.dispatcher.targetctx.codegen()
    before = codegen._library_class, codegen.set_env
    with pytest.raises(numba.TypingError, match="no_such_thing"):
        impossible(np.zeros(2))
    assert doubled(np.zeros(2, dtype=np.int16)).tolist() == [0.0, 0.0]
    assert (codegen._library_class, codegen.set_env) == before
