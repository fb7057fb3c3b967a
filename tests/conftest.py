"""Puts this folder on the import path, so that tests share `data` and their references (`keyframes.naive`, …)."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("unbake", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unbake")  # how long an example takes depends on what else the machine does


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


ONE_WORKER = ("tests/packaging/",)
"""Folders whose tests share what is slow to make: a wheel."""
A_FILE_AT_A_TIME = "tests/studio/browser/"
"""The tests of a file share a server, and all that a worker does share a browser."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give what belongs together to one worker. (xdist's own groups do not work with pytest 9.2.)"""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            if nodeid.startswith(A_FILE_AT_A_TIME):
                return nodeid.partition("::")[0]
            return next((folder for folder in ONE_WORKER if nodeid.startswith(folder)), nodeid)

    return Scheduling(config, log)
