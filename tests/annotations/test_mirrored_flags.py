"""What becomes of flags in a mirror."""

from unbake.annotations.mirrored_flags import mirrored_columns
from unbake.library.annotations import THIRTEEN


def test_mirror_images_turn_the_other_way():
    others = [THIRTEEN[place] for place in mirrored_columns(THIRTEEN)]
    changed = {a: b for a, b in zip(THIRTEEN, others, strict=True) if a != b}
    assert changed == {"Turn Left": "Turn Right", "Turn Right": "Turn Left"}


def test_a_side_without_its_counterpart_stays():
    assert mirrored_columns(("Kick Left", "Walk", "left-hand", "Right Hand")) == [0, 1, 3, 2]
