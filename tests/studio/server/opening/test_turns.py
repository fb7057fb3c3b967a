"""Lanes that are asked for the same at the same time: one works, the others wait and show how far it is."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from unbake.studio.server.opening.turns import Turns

PATIENCE_S = 20.0


def test_who_waits_shows_the_progress_of_who_works():
    turns, is_seen = Turns(), Event()
    shown: list[tuple[str, float]] = []

    def show(step: str, part: float) -> None:
        shown.append((step, part))
        if part == 0.75:
            is_seen.set()

    def wait() -> None:
        with turns.taken(show):
            pass

    own: list[tuple[str, float]] = []
    with turns.taken(lambda *at: own.append(at)) as progress:
        progress("table", 0.75)
        waiting = Thread(target=wait)
        waiting.start()
        assert is_seen.wait(PATIENCE_S)
    waiting.join(PATIENCE_S)
    assert own == [("table", 0.75)]
    assert set(shown) == {("table", 0.75)}


def test_the_next_begins_anew_also_after_work_that_failed():
    turns = Turns()

    def full(*_: object) -> None:
        raise MemoryError

    with pytest.raises(MemoryError), turns.taken(full) as progress:
        progress("table", 0.5)
    begun = Event()
    shown: list[tuple[str, float]] = []

    def show(*at: object) -> None:
        shown.append(at)
        begun.set()

    def wait() -> None:
        with turns.taken(show):
            pass

    with turns.taken(lambda *_: None):
        waiting = Thread(target=wait)
        waiting.start()
        assert begun.wait(PATIENCE_S)
    waiting.join(PATIENCE_S)
    assert set(shown) == {("select", 0.0)}


def test_who_is_stopped_while_waiting_leaves_the_turn_to_others():
    turns = Turns()

    def stopped(*_: object) -> None:
        raise InterruptedError

    with turns.taken(lambda *_: None), pytest.raises(InterruptedError), turns.taken(stopped):
        pass
    with turns.taken(stopped):
        pass
