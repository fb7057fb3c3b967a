"""Where one piece of a take follows another."""

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.excerpts import LEFT, RIGHT
from unbake.keyframes.selection import Selection
from unbake.reduce.join import join
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised.promise import Kept
from unbake.reduce.promised.seams import Piece, Seam, _Chain, seam_of
from unbake.reduce.take import Take


def piece(*keys, every=1, last=None):
    """Keys of the take."""
    own = tuple(-(-(key - keys[0]) // every) for key in keys)
    return Piece(keys[0], keys[-1] if last is None else last, every, Kept(Selection(own), {}))


BEFORE = piece(0, 20, 45, 61, 72, 80, 93, 100)


def test_keys_that_both_pieces_have_are_the_seam():
    after = piece(60, 66, 71, 80, 94, 120, 150)
    assert seam_of(BEFORE, after) == Seam(80, 5, 4)


def test_keys_are_frames_of_the_take_where_every_other_one_was_looked_at():
    every_other = piece(60, 66, 72, 80, 94, 120, 149, every=2, last=149)
    assert every_other.keys.tolist() == [60, 66, 72, 80, 94, 120, 149]


def test_near_the_ends_of_a_piece_there_is_no_seam():
    """Both have a key at 62 and at 98, nearer to an end of either than a quarter of what they share."""
    before, after = piece(0, 62, 79, 98, 100), piece(60, 62, 83, 98, 130)
    assert seam_of(before, after).key in (79, 80, 83)


def test_where_no_keys_are_near_one_comes_between():
    assert seam_of(piece(0, 100), piece(60, 160)) == Seam(80, 1, 1)


@pytest.mark.parametrize(("last", "uneven"), [(100, set()), (101, {61})])
def test_handles_take_the_part_of_their_segment_that_they_had(last, uneven):
    """Every other frame was looked at, from frame 1, and the last one, which may be nearer to the one before."""
    take, options = Take(packaged_clip()), ReduceOptions()
    part = take.excerpt(1, last + 1, 2)
    selection = Selection((0, 12, 30, part.motion.n_frames - 1))
    animation = join(part, selection, "channels", options)
    found = Piece(1, last + 1, 2, Kept(selection, {"channels": animation}))
    assert found.keys.tolist() == [1, 25, 61, last + 1]
    handles, spans = found.handles("channels"), np.diff(found.keys)
    for number, curve in enumerate(animation.curves):
        frames, own = np.array(curve.frames), np.diff(curve.frames)
        out, into = np.array(curve.right)[:-1, 0] - frames[:-1], frames[1:] - np.array(curve.left)[1:, 0]
        np.testing.assert_allclose(handles[RIGHT, number, :-1, 0] / spans, out / own)
        np.testing.assert_allclose(-handles[LEFT, number, 1:, 0] / spans, into / own)
    assert _Chain(take, [found], [], options).uneven == uneven
