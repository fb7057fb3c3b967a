"""Long fits say how far they are, and end where that is answered by raising."""

import pytest

from clips import packaged_clip
from unbake import Selection, fit, reduce_motion
from unbake.curves import hold_ends


class EnoughError(Exception):
    pass


def stop_at(limit):
    def told(part):
        if part >= limit:
            raise EnoughError

    return told


@pytest.fixture(scope="module")
def clip():
    return packaged_clip().excerpt(1, 80)


def selection():
    return Selection((0, 20, 45, 79))


def test_the_free_fit_tells_how_far_it_is(clip):
    parts = []
    silent = fit(clip, selection())
    spoken = fit(clip, selection(), progress=parts.append)
    assert parts[-1] == 1.0
    assert parts == sorted(parts)
    assert len(parts) > 20
    assert all((a.right == b.right).all() for a, b in zip(silent.curves, spoken.curves, strict=True))


def test_the_free_fit_ends_where_nobody_wants_it(clip):
    with pytest.raises(EnoughError):
        fit(clip, selection(), progress=stop_at(0.5))


def test_the_last_step_tells_how_far_it_is_and_ends(clip):
    animation = fit(clip, selection(), "hermite")
    parts = []
    hold_ends(clip, animation, progress=parts.append)
    assert parts[0] == 0.0
    assert parts == sorted(parts)
    with pytest.raises(EnoughError):
        hold_ends(clip, animation, progress=stop_at(0.0))


def test_a_reduction_tells_both_as_one():
    parts = []
    reduce_motion(
        packaged_clip().excerpt(1, 80), report=lambda step, part: parts.append(part) if step == "fit" else None
    )
    assert parts == sorted(parts)
    assert any(0.0 < part < 0.5 for part in parts)
    assert any(0.5 < part < 1.0 for part in parts)
    assert parts[-1] == 1.0
