"""Work in numbers and in pieces is done once each, on all cores."""

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest

from unbake.compiling.threads import PIECES, _idle, in_pieces, num_threads, on_all_cores, set_num_threads


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_each_number_is_done_once_and_counted(threads: int, count: int) -> None:
    before = num_threads()
    set_num_threads(threads)
    try:
        done: list[int] = []
        assert list(on_all_cores(done.append, count)) == list(range(1, count + 1))
    finally:
        set_num_threads(before)
    assert sorted(done) == list(range(count))


def in_a_new_thread(ask: Callable[[], int]) -> int:
    """Return what is answered where nobody has set a number yet."""
    with ThreadPoolExecutor(1) as asking:
        return asking.submit(ask).result()


@pytest.mark.parametrize(("said", "threads"), [("3", 3), ("1", 1), ("0", 1)])
def test_the_environment_says_how_many_threads_at_first(
    said: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", said)
    assert in_a_new_thread(num_threads) == threads


@pytest.mark.parametrize("said", ["", "many", "-1"])
def test_what_says_no_number_leaves_all_cores(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    usual = in_a_new_thread(num_threads)
    monkeypatch.setenv("NUMBA_NUM_THREADS", said)
    assert in_a_new_thread(num_threads) == usual >= 1


def test_a_thread_sets_its_own_number() -> None:
    before = num_threads()

    def ask() -> int:
        set_num_threads(before + 4)
        return num_threads()

    assert in_a_new_thread(ask) == before + 4
    assert num_threads() == before


def test_what_one_raises_ends_the_work() -> None:
    def work(number: int) -> None:
        if number == 3:
            raise ValueError("three")

    with pytest.raises(ValueError, match="three"):
        list(on_all_cores(work, 10))


def test_who_stops_listening_ends_the_work() -> None:
    done: list[int] = []

    def work(number: int) -> None:
        done.append(number)
        time.sleep(0.01)  # or another thread does all of it before this one goes on

    asked = on_all_cores(work, 1_000)
    next(asked)
    asked.close()  # type: ignore[attr-defined]
    assert 1 <= len(done) < 1_000


def test_work_may_ask_for_work() -> None:
    """Also where every idle thread is at work that asks."""
    totals = [0] * 20

    def work(number: int) -> None:
        parts: list[int] = []
        list(on_all_cores(parts.append, 30))
        totals[number] = sum(parts)

    list(on_all_cores(work, 20))
    assert totals == [sum(range(30))] * 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are forked")
@pytest.mark.parametrize("is_at_work", [False, True])
def test_a_forked_process_has_threads_of_its_own(is_at_work: bool) -> None:
    """None of its parent's comes along; a lock that one of them holds just then does."""
    list(on_all_cores(lambda number: None, 10))
    with _idle()._idle_semaphore._cond if is_at_work else nullcontext():
        child = os.fork()
        if not child:
            signal.alarm(20)
            done: list[int] = []
            list(on_all_cores(done.append, 10))
            os._exit(len(done))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 10


@pytest.mark.parametrize(("first", "last", "least"), [(0, 1, 1), (5, 5, 1), (3, 1000, 1), (0, 100, 30), (0, 10, 99)])
def test_pieces_cover_a_range_and_do_not_meet(first: int, last: int, least: int) -> None:
    lock, done, sizes = threading.Lock(), [], []

    def work(begin: int, end: int) -> None:
        with lock:
            done.extend(range(begin, end))
            sizes.append(end - begin)

    in_pieces(work, first, last, least)
    assert sorted(done) == list(range(first, last))
    assert len(sizes) <= PIECES
    assert min(sizes) >= min(least, last - first)
