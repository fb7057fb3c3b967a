"""Which way of selecting is taken, and that the reason has the right numbers."""

import pytest

from unbake.ground.memory import gigabytes
from unbake.keyframes import pick
from unbake.keyframes.criteria import CRITERIA, Criterion
from unbake.keyframes.memory import layers_bytes, table_bytes
from unbake.keyframes.pick import pick_method, seconds_for_table

HOUR = 432_000  # frames at 120 a second


@pytest.fixture(params=[8_000_000_000, None], ids=["8 GB free", "unknown memory"])
def free_bytes(request, monkeypatch):
    monkeypatch.setattr(pick, "available_bytes", lambda: request.param)
    return request.param


def picked(frames, criterion="curve-max", *, metric="joint", longest=None, counts=100, for_error=True):
    return pick_method(frames, longest or frames, CRITERIA[criterion], metric, counts=counts, for_error=for_error)


@pytest.mark.parametrize("for_error", [True, False])
@pytest.mark.parametrize("metric", ["pose", "joint"])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_a_usual_clip_gets_the_whole_space_without_a_word(free_bytes, criterion, metric, for_error):
    assert picked(600, criterion, metric=metric, for_error=for_error) == pick.Pick("optimal", "")


@pytest.mark.parametrize("criterion", ["curve-max", "curve-sum"])
def test_an_hour_for_an_error_does_without_a_space(free_bytes, criterion):
    found = picked(HOUR, criterion, for_error=True)
    assert found.method == "bounded"
    check_reason(found.reason, free_bytes)
    assert found.reason.endswith("so keys were added and taken out until the curves keep the error")


@pytest.mark.parametrize("criterion", ["curve-max", "curve-sum"])
def test_an_hour_for_a_count_is_cut(free_bytes, criterion):
    found = picked(HOUR, criterion, for_error=False)
    assert found.method == "pieces"
    check_reason(found.reason, free_bytes)
    assert found.reason.endswith("so the take was cut at slow poses and keys selected in each piece")


def check_reason(reason, free_bytes):
    assert "432,000 frames would " in reason
    if free_bytes is None:
        # Each pair of frames i < j costs j − i frames: about F³/6, at 150 million a second.
        assert f"about {HOUR**3 / 6 / 1.5e8 / 60:.0f} minutes" in reason
    else:
        # Four bytes for each pair of frames, and for each frame and count.
        assert f"need {4 * (HOUR**2 + HOUR * 100) / 1e9:.1f} GB of memory" in reason


def test_the_memory_of_many_counts_counts(monkeypatch):
    criterion = CRITERIA["lerp-max"]
    table, counts = table_bytes(9000, 100, criterion, "joint"), layers_bytes(9000, 9000)
    monkeypatch.setattr(pick, "available_bytes", lambda: 2 * table + counts)
    assert picked(9000, "lerp-max", longest=100, counts=10).method == "optimal"
    found = picked(9000, "lerp-max", longest=100, counts=9000)
    assert found.method == "bounded"
    assert gigabytes(table + counts) in found.reason


def test_a_largest_gap_makes_long_takes_quick():
    assert seconds_for_table(100_000, 60, CRITERIA["curve-max"], "joint") < 5.0
    assert seconds_for_table(100_000, 100_000, CRITERIA["curve-max"], "joint") > 1e5
    assert seconds_for_table(9_000, 60, CRITERIA["lerp-max"], "pose") < seconds_for_table(
        9_000, 60, CRITERIA["curve-max"], "pose"
    )


def test_the_patience_decides(monkeypatch):
    monkeypatch.setattr(pick, "available_bytes", lambda: None)
    frames = 3000
    seconds = seconds_for_table(frames, frames, CRITERIA["curve-max"], "joint")
    monkeypatch.setattr(pick, "PATIENCE_S", seconds * 1.01)
    assert picked(frames).method == "optimal"
    monkeypatch.setattr(pick, "PATIENCE_S", seconds * 0.99)
    assert picked(frames).method == "bounded"
    assert f"about {seconds:.0f} seconds" in picked(frames).reason


def test_a_criterion_of_ones_own_always_gets_the_whole_space(free_bytes):
    own = Criterion("mine", "own", "max", "max", lambda segment: 0.0)
    assert pick_method(HOUR, HOUR, own, "pose", counts=10, for_error=True) == pick.Pick("optimal", "")
