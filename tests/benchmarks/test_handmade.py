"""Pieces made by hand: what they are, and how near a key has to be."""

import numpy as np
import pytest
from benchmarks.handmade.judged import judged
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.handmade.rigs import RIGS

from unbake.motion.body.roles import POINT_ROLES

PIECES = {**TUNED, **REPORTED}


def test_the_halves_are_apart_and_a_dozen_together():
    assert not set(TUNED) & set(REPORTED)
    assert len(PIECES) >= 12
    assert {make().fps for make in PIECES.values()} == {24, 30}


@pytest.mark.parametrize("rig", RIGS)
@pytest.mark.parametrize("name", PIECES)
def test_pieces_are_baked_at_their_own_rate(name, rig):
    made = PIECES[name]()
    piece = RIGS[rig](name, made)
    assert piece.motion.fps == made.fps
    assert piece.frames == tuple(key.frame - 1 for key in made.keys)
    assert piece.motion.n_frames == made.keys[-1].frame
    assert set(POINT_ROLES) <= set(piece.motion.skeleton.roles)
    heights = piece.motion.positions()[..., 1]
    assert heights.min() > -0.03
    steps = np.linalg.norm(np.diff(piece.motion.positions(), axis=0), axis=2) * float(made.fps)
    assert 0.05 < steps.max() < 25.0


def test_a_toon_is_no_performer():
    performer, toon = (RIGS[rig]("wave", PIECES["wave"]()).motion for rig in ("performer", "toon"))
    assert not set(performer.skeleton.names) & set(toon.skeleton.names)
    head = [m.positions()[0, m.skeleton.names.index(n), 1] for m, n in ((performer, "Head_end"), (toon, "head_end"))]
    legs = [m.positions()[0, m.skeleton.roles["left-hip"], 1] for m in (performer, toon)]
    assert legs[1] / head[1] < 0.85 * legs[0] / head[0]


def test_keys_count_within_two_thirtieths_of_a_second():
    slow, fast = RIGS["performer"]("wave", PIECES["wave"]()), RIGS["performer"]("punch", PIECES["punch"]())
    for piece, near in ((slow, 1), (fast, 2)):
        inner = piece.frames[1:-1]
        assert judged(piece, [f + near for f in inner]).recall == 1.0
        assert judged(piece, [inner[-1] + near + 1]).hit == 0
    both = judged(slow, slow.frames) + judged(slow, [0])
    assert (both.wanted, both.found, both.hit) == (14, 7, 7)
