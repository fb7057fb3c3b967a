"""Puts this folder on the import path, so that tests share `data` and their references (`keyframes.naive`, …)."""

import pytest


@pytest.fixture(autouse=True)
def _faults_of_our_own_are_raised(monkeypatch):
    """The command line turns them into one line; a test must see them."""
    monkeypatch.setenv("UNBAKE_TRACEBACK", "1")


@pytest.fixture
def one_thread():
    """Kernels on one core: on clips as small as the tests', cores that are busy elsewhere wait for each other."""
    import numba

    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    yield
    numba.set_num_threads(threads)
