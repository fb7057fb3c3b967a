"""Puts this folder on the import path, so that tests share `data` and their references (`keyframes.naive`, …)."""

import gc
import os
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

# Before anything loads them, and for every process that a test starts: threads that wait sleep, as others (the second
# worker, a browser, a server) want the cores; spinning, they take two thirds of the time.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Objects of the tests and their libraries live long: to look through them again and again took a twentieth of the time.
gc.set_threshold(50_000, 20, 20)

settings.register_profile("unbake", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unbake")  # how long an example takes depends on what else the machine does


@pytest.fixture(autouse=True)
def _faults_of_our_own_are_raised(monkeypatch):
    """The command line turns them into one line; a test must see them."""
    monkeypatch.setenv("UNBAKE_TRACEBACK", "1")


@pytest.fixture
def one_thread():
    """Kernels on one core: on clips as small as the tests', cores that are busy elsewhere wait for each other."""
    from unbake.compiling.threads import num_threads, set_num_threads

    threads = num_threads()
    set_num_threads(1)
    yield
    set_num_threads(threads)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without a look for garbage, and leave what was collected out of later ones: it stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


ONE_WORKER = ("tests/packaging/", "tests/extension/")
"""Folders whose tests share what is slow to make: a wheel, what Blender answers."""
BROWSER_S, SLOW_S, QUICK_S = 6.0, 2.0, 0.03
"""How long a test takes, about: one in the browser, one that is marked, any other."""


def expected_s(item):
    """How many seconds a test takes, about; ``slow(seconds)`` says it of a test."""
    marker = item.get_closest_marker("slow")
    if marker and marker.args:
        return marker.args[0]
    if item.nodeid.startswith("tests/studio/browser/"):
        return BROWSER_S
    return SLOW_S if marker else QUICK_S


def group_of(nodeid):
    """What one worker takes as a whole: a file, whose tests share fixtures and clips, or a folder."""
    file = nodeid.partition("::")[0]
    return next((folder for folder in ONE_WORKER if file.startswith(folder)), file)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Begin with the groups that take longest, so that all workers end at about the same time."""
    if not hasattr(config, "workerinput"):
        return
    lasting = Counter()
    for item in items:
        lasting[group_of(item.nodeid)] += expected_s(item)
    items.sort(key=lambda item: (-lasting[group_of(item.nodeid)], group_of(item.nodeid)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give what belongs together to one worker. (xdist's own groups do not work with pytest 9.2.)"""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return group_of(nodeid)

    config.option.loadscopereorder = False  # it would order the groups by the number of their tests
    return Scheduling(config, log)
