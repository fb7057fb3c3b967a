import ctypes

import pytest

from unbake.errors import MemoryLimitError
from unbake.ground import memory
from unbake.ground.memory import check_memory, give_back


def test_free_memory_is_given_back_where_there_is_a_way(monkeypatch):
    asked = []
    monkeypatch.setattr(ctypes, "CDLL", lambda name: type("Library", (), {"malloc_trim": asked.append})())
    give_back()
    assert asked == [0]


def test_other_systems_keep_it(monkeypatch):
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    give_back()

    def fail(name):
        raise TypeError("no such library")

    monkeypatch.setattr(ctypes, "CDLL", fail)
    give_back()


def test_a_tenth_of_what_is_free_stays_free_and_the_message_says_so(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 22_400_000_000)
    check_memory(20_100_000_000, "the table", "less")
    with pytest.raises(MemoryLimitError) as caught:
        check_memory(22_100_000_000, "the table", "fewer frames would need less")
    said = "the table needs 22.1 GB of memory; 22.4 GB are free, of which nine tenths are taken at most; fewer frames"
    assert str(caught.value).startswith(said)
