"""Selections are equal where frames, classes and error are; no error equals no error, on every Python."""

import pytest

from unbake.errors import UsageError
from unbake.keyframes.selection import Selection


def test_selections_without_an_error_are_equal():
    one, other = (Selection((0, 4, 9), float("nan")) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one == Selection((0, 4, 9))


def test_an_unknown_class_is_refused():
    with pytest.raises(UsageError, match="unknown key class 'pose'"):
        Selection((0, 9), classes=("keypose", "pose"))


def test_selections_differ_by_frames_error_and_classes():
    selection = Selection((0, 4, 9), 0.5)
    assert selection == Selection((0, 4, 9), 0.5, ("keypose",) * 3)
    for other in (
        Selection((0, 5, 9), 0.5),
        Selection((0, 4, 9), 0.4),
        Selection((0, 4, 9)),
        Selection((0, 4, 9), 0.5, ("keypose", "breakdown", "keypose")),
        (0, 4, 9),
    ):
        assert selection != other


@pytest.mark.parametrize(
    ("n_frames", "frames", "classes"),
    [
        (9, (0, 3, 7, 8), ("keypose", "breakdown", "hold", "keypose")),
        (8, (0, 3, 7), ("keypose", "breakdown", "hold")),
    ],
)
def test_the_ends_of_a_clip_become_keys(n_frames, frames, classes):
    found = Selection((3, 7), 0.5, ("breakdown", "hold")).with_ends(n_frames)
    assert (found.frames, found.classes) == (frames, classes)
    assert found.with_ends(n_frames) is found
