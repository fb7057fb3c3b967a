"""Ctrl-C waits while LLVM works: what it raised there would be printed and lost, and the kernel with it."""

import importlib.util
import signal
import threading

import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary

from unbake.compiling import interrupts

CODE = """
from unbake.compiling import njit

@njit(cache=True)
def doubled(values):
    return 2.0 * values
"""


@pytest.fixture
def kernel(monkeypatch, tmp_path):
    """A kernel that nothing has compiled, and that is kept in a folder of its own; without arguments, another of it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "made.py").write_text(CODE)

    def loaded():
        spec = importlib.util.spec_from_file_location("made", tmp_path / "made.py")
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return made.doubled

    return loaded


@pytest.fixture(autouse=True)
def raising_handler():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_handler_waits_until_the_work_is_done():
    done = []

    def work():
        with interrupts.kept_back(), interrupts.kept_back():
            signal.raise_signal(signal.SIGINT)
            done.append("work")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["work"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_handler_gets_what_it_would_have_got():
    got = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: got.append((number, frame.f_code.co_name)))
    try:
        with interrupts.kept_back():
            signal.raise_signal(signal.SIGTERM)
            assert got == []
    finally:
        signal.signal(signal.SIGTERM, before)
    assert got == [(signal.SIGTERM, "test_a_handler_gets_what_it_would_have_got")]


def test_work_that_fails_lets_handlers_in_again():
    def work():
        with interrupts.kept_back():
            raise ValueError("broken off")

    with pytest.raises(ValueError, match="broken off"):
        work()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_other_threads_change_no_handler():
    seen = []

    def work():
        with interrupts.kept_back():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


@pytest.mark.slow
@pytest.mark.parametrize("step", ["add_llvm_module", "_optimize_final_module", "_finalize_final_module"])
def test_each_step_of_compiling_is_done_before_an_interrupt(monkeypatch, kernel, step):
    done, usual = [], getattr(JITCodeLibrary, step)

    def interrupted(library, *rest):
        signal.raise_signal(signal.SIGINT)
        usual(library, *rest)
        done.append(step)

    monkeypatch.setattr(JITCodeLibrary, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        kernel()(np.ones(2))
    assert done == [step]
    monkeypatch.undo()
    assert kernel()(np.ones(2)).tolist() == [2.0, 2.0]


@pytest.mark.slow
def test_so_is_loading(monkeypatch, kernel):
    done, usual = [], JITCodeLibrary._finalize_final_module
    kernel()(np.ones(2))

    def interrupted(library):
        signal.raise_signal(signal.SIGINT)
        usual(library)
        done.append("loaded")

    monkeypatch.setattr(JITCodeLibrary, "_finalize_final_module", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kernel()(np.ones(2))
    assert done == ["loaded"]
