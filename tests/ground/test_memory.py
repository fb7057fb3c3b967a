import ctypes

from unbake.ground.memory import give_back


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
