"""A promised error, piece by piece."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.measure import measure
from unbake.errors import UsageError
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.reduce.options import ReduceOptions
from unbake.reduce.promised import pieces
from unbake.reduce.promised.pieces import kept_in_pieces, parts_of
from unbake.reduce.promised.repair import even_keys, repaired
from unbake.reduce.take import Take

ASKED = ReduceOptions(error_m=0.02)


@pytest.fixture
def short_pieces(monkeypatch):
    """Pieces of about 130 frames of the packaged clip, which share 40."""
    monkeypatch.setattr(pieces, "PIECE", 130)
    monkeypatch.setattr(pieces, "SHARED_S", 20 / 120)


def spans(options=ASKED):
    return [(part.first, part.last) for part in parts_of(Take(packaged_clip()), options)]


def test_pieces_overlap_and_reach_from_end_to_end(short_pieces):
    found = spans()
    assert len(found) == 2
    assert (found[0][0], found[-1][1]) == (0, 399)
    assert found[0][1] - found[1][0] == 40


def test_a_short_take_is_one_piece():
    assert spans() == [(0, 399)]


@pytest.mark.parametrize(("fps", "every"), [(24, 1), (60, 1), (99, 1), (100, 2), (120, 2), (240, 4)])
def test_of_many_frames_a_second_some_are_looked_at(fps, every):
    motion = replace(packaged_clip().excerpt(1, 150), fps=Fraction(fps))
    (part,) = parts_of(Take(motion), ASKED)
    assert part.every == every
    assert part.take.motion.fps == Fraction(fps, every)
    frames = [*range(0, 149, every), 149]
    np.testing.assert_allclose(part.take.motion.rotations_xyzw, motion.rotations_xyzw[frames], atol=1e-12)


@pytest.mark.parametrize(("kind", "every"), [("channels", 2), ("quaternions", 1)])
def test_all_frames_are_looked_at_where_a_quaternion_turns_over_between_two(kind, every):
    motion = packaged_clip().excerpt(1, 150)
    rotations = motion.rotations_xyzw.copy()
    halves = np.radians(np.where(np.arange(150) < 69, 0.0, np.where(np.arange(150) == 69, 60.0, 120.0)))
    rotations[:, -1] = np.stack([0.0 * halves, 0.0 * halves, np.sin(halves), np.cos(halves)], axis=1)
    (part,) = parts_of(Take(replace(motion, rotations_xyzw=rotations)), replace(ASKED, curves=(kind,)))
    assert part.every == every


def test_weights_of_each_frame_go_with_the_frames_of_a_piece(short_pieces):
    weights = np.arange(400.0)
    parts = parts_of(Take(packaged_clip()), replace(ASKED, end_weights={"head": weights, "hips": 2.0}))
    assert [(part.first, part.last, part.every) for part in parts] == [(0, 220, 2), (180, 399, 2)]
    for part in parts:
        frames = [*range(part.first, part.last, 2), part.last]
        assert np.array_equal(part.options.end_weights["head"], weights[frames])
        assert part.options.end_weights["hips"] == 2.0


def test_all_frames_are_looked_at_where_one_is_pinned():
    (part,) = parts_of(Take(packaged_clip()), replace(ASKED, pinned_numbers=(200,)))
    assert part.every == 1
    assert part.take.motion.n_frames == 400


def test_all_frames_are_looked_at_where_the_capture_jumps():
    motion = packaged_clip()
    turns = motion.rotations_xyzw.copy()
    shoulder = motion.skeleton.roles["left-shoulder"]
    turns[200:, shoulder] = turns[200:, shoulder][:, [1, 2, 3, 0]]
    take = Take(replace(motion, rotations_xyzw=turns))
    assert take.jumps
    assert parts_of(take, ASKED)[0].every == 1


@pytest.mark.slow
@pytest.mark.parametrize("last", [400, 399])
@pytest.mark.parametrize("kind", ["channels", "quaternions"])
def test_pieces_keep_the_error_with_hardly_more_keys(short_pieces, kind, last):
    motion, options = packaged_clip().excerpt(1, last), replace(ASKED, curves=(kind,))
    whole = repaired(Take(motion), even_keys(motion, options), options)
    kept = kept_in_pieces(Take(motion), options)
    animation = kept.animations[kind]
    assert kept.selection.frames[-1] == last - 1
    assert measure(motion, animation).max_m <= 0.02
    assert len(kept.selection) <= len(whole.selection) + 2
    assert animation.selection == kept.selection
    assert animation.fit == whole.animations[kind].fit
    assert [c.channel for c in animation.curves] == [c.channel for c in whole.animations[kind].curves]
    assert animation.check(motion) == ()
    if kind == "channels":
        assert animation.count_breaks() == 0


@pytest.mark.slow
def test_as_many_processes_as_there_are_cores_find_the_same(short_pieces, monkeypatch):
    asked = []

    def in_processes(work, tasks, jobs, progress):
        asked.append(jobs)
        return in_all(work, tasks, jobs, progress)

    in_all = pieces.in_processes
    monkeypatch.setattr(pieces, "in_processes", in_processes)
    found = []
    for threads in (1, 2):
        monkeypatch.setattr(pieces, "num_threads", lambda threads=threads: threads)
        said = []
        found.append(kept_in_pieces(Take(packaged_clip()), ASKED, said.append))
        assert said == sorted(said)
    assert asked == [1, 2]
    one, two = (kept.animations["channels"] for kept in found)
    assert one.selection == two.selection
    for first, second in zip(one.curves, two.curves, strict=True):
        np.testing.assert_array_equal(first.left, second.left)
        np.testing.assert_array_equal(first.right, second.right)


@pytest.mark.slow
def test_pins_stay_where_pieces_meet(short_pieces):
    """At both ends of what two pieces share, and within it."""
    first, second = parts_of(Take(packaged_clip()), ASKED)
    places = [second.first, second.first + 1, second.first + 17, first.last - 1, first.last, 380]
    kept = kept_in_pieces(Take(packaged_clip()), replace(ASKED, pinned_numbers=tuple(1 + place for place in places)))
    assert set(places) <= set(kept.selection.frames)
    assert measure(packaged_clip(), kept.animations["channels"]).max_m <= 0.02


@pytest.mark.slow
@pytest.mark.parametrize("asked", [{"min_gap": 7, "max_gap": 7, "error_m": 0.2}, {"max_gap": 9}, {"min_gap": 4}])
def test_gaps_are_kept(short_pieces, asked):
    kept = kept_in_pieces(Take(packaged_clip().excerpt(1, 393)), replace(ASKED, **asked))
    gaps = np.diff(kept.selection.frames)
    assert gaps.min() >= asked.get("min_gap", 1)
    assert gaps.max() <= asked.get("max_gap", 393)


@pytest.mark.slow
def test_gaps_that_all_keys_keep_change_nothing(short_pieces):
    take = Take(packaged_clip().excerpt(61, 160))
    asked = ({}, {"min_gap": 1, "max_gap": 99})
    plain, gaps = (kept_in_pieces(take, replace(ASKED, error_m=0.01, **one)).selection.frames for one in asked)
    assert gaps == plain


@pytest.mark.parametrize("asked", [{"min_gap": 0}, {"min_gap": -1}, {"max_gap": 0}, {"min_gap": 5, "max_gap": 4}])
def test_gaps_that_no_keys_keep_are_refused(asked):
    with pytest.raises(UsageError, match="the smallest gap between keys"):
        kept_in_pieces(Take(packaged_clip().excerpt(1, 60)), replace(ASKED, **asked))


@pytest.mark.slow
def test_a_piece_where_nothing_moves(short_pieces, monkeypatch):
    """Between two that move: it has no keys but those at its ends, which are not keys of the take."""
    monkeypatch.setattr(pieces, "PIECE", 160)
    motion = packaged_clip()
    rotations, places = (
        np.concatenate([array[:200], np.repeat(array[200:201], 200, axis=0), array[200:]])
        for array in (motion.rotations_xyzw, motion.translations_m)
    )
    still = replace(motion, rotations_xyzw=rotations, translations_m=places)
    kept = kept_in_pieces(Take(still), ASKED)
    assert len(parts_of(Take(still), ASKED)) > 2
    assert measure(still, kept.animations["channels"]).max_m <= 0.02
    assert sum(210 < frame < 390 for frame in kept.selection.frames) <= 2


def test_a_pin_outside_the_clip_is_named(short_pieces):
    with pytest.raises(UsageError, match="pin 401 is outside"):
        kept_in_pieces(Take(packaged_clip()), replace(ASKED, pinned_numbers=(401,)))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_take_of_few_frames(count):
    motion = packaged_clip().excerpt(10, 9 + count)
    kept = kept_in_pieces(Take(motion), replace(ASKED, curves=("channels", "quaternions")))
    assert kept.selection.frames == tuple(sorted({0, count - 1}))
    assert [animation.n_frames for animation in kept.animations.values()] == [count, count]


def test_a_take_without_channels():
    skeleton = Skeleton(("top", "tip"), (-1, 0), np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), ((), ()), ("zyx", "zyx"))
    still = Motion(skeleton, np.tile([0.0, 0.0, 0.0, 1.0], (300, 2, 1)), np.zeros((300, 0, 3)), Fraction(120))
    kept = kept_in_pieces(Take(still), ASKED)
    assert kept.selection.frames == (0, 299)
    assert kept.animations["channels"].curves == ()
