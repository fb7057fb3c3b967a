"""What is done to curves in the end, and how it is told."""

from dataclasses import replace

import pytest

from clips import jump_clip
from unbake.curves.fits.fit import fit
from unbake.keyframes.selection import Selection
from unbake.reduce.finish import Ends


@pytest.mark.parametrize(
    ("parts", "title"),
    [
        (("Hand", "Foot", "Toe", "Head"), "wrists, ankles, toes, head"),
        (("Foot", "Head"), "ankles, head"),
        (("Head",), "head"),
        ((), "all joints"),
    ],
)
def test_the_ends_that_there_are_have_their_names(parts, title):
    motion = jump_clip()
    names = []
    for name in motion.skeleton.names:
        gone = any(part in name for part in ("Hand", "Foot", "Toe", "Head") if part not in parts)
        names.append(f"part{len(names)}" if gone else name)
    motion = replace(motion, skeleton=replace(motion.skeleton, names=tuple(names)))
    frames = (0, 60, motion.n_frames - 1)
    animation = fit(motion, Selection(frames, 0.0), "hermite")
    assert Ends.of(motion, None, animation).title == title
