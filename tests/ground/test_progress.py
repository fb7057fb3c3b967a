"""Times of steps."""

from unbake.ground.progress import Stopwatch


def test_a_stopwatch_skips_what_it_is_told_to(monkeypatch):
    now = iter([0.0, 1.0, 5.0, 7.0, 8.0])
    monkeypatch.setattr("unbake.ground.progress.time.perf_counter", lambda: next(now))
    clock = Stopwatch()
    clock.lap("fit")
    clock.skip()
    clock.lap("save")
    clock.lap("fit")
    assert clock.seconds == {"fit": 2.0, "save": 2.0}
