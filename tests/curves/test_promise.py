"""``--error`` as a promise: kept at every frame and joint, by the fewest keyframes of the space."""

import numpy as np
import pytest

from clips import packaged_clip
from data import DATA, needs_data
from unbake.curves.fit import fit
from unbake.curves.measure import measure
from unbake.curves.reduction import ReduceOptions, reduce_motion
from unbake.errors import UsageError
from unbake.formats.registry import load_motion
from unbake.keyframes.request import selection_space


def quiet(step, part):
    pass


def smallest_by_trying_all(motion, space, error_m, methods):
    """The fewest keys for which one of the methods' fits keeps the error, with no count passed over."""
    for count in space.counts():
        selection = space.selection(count)
        if min(measure(motion, fit(motion, selection, method)).max_m for method in methods) <= error_m:
            return count
    return None


@pytest.mark.parametrize("error_m", [0.2, 0.05, 0.02])
def test_kept_with_the_fewest_keys(error_m):
    motion = packaged_clip().excerpt(1, 160)
    reduction = reduce_motion(motion, ReduceOptions(error_m=error_m))
    assert np.all(reduction.error.per_frame_m <= error_m)
    joints = reduction.animation.sample().positions() - motion.positions()
    assert np.linalg.norm(joints, axis=-1).shape[0] == 160
    space = selection_space(motion, ReduceOptions(), quiet)
    assert len(reduction.selection) == smallest_by_trying_all(motion, space, error_m, ("hermite", "free"))


@needs_data
@pytest.mark.parametrize(("clip", "frames"), [("16/16_52", (5, 169)), ("02/02_03", (1, 173))])
def test_kept_on_captures_of_turns_and_runs(clip, frames):
    motion = load_motion(DATA / "cmu" / f"{clip}.amc").excerpt(*frames)
    kinds = ("channels", "quaternions")
    reduction = reduce_motion(motion, ReduceOptions(error_m=0.03, curves=kinds, fit="hermite"))
    for kind in kinds:
        assert measure(motion, reduction.animations[kind]).max_m <= 0.03
    fewer = selection_space(motion, ReduceOptions(), quiet).selection(len(reduction.selection) - 1)
    skeletons = {"channels": motion.skeleton, "quaternions": motion.skeleton.with_quaternion_channels()}
    errors = [measure(motion, fit(motion, fewer, "hermite", skeleton=s)).max_m for s in skeletons.values()]
    assert max(errors) > 0.03


def test_a_space_that_ends_too_early():
    motion = packaged_clip().excerpt(1, 60)
    with pytest.raises(UsageError, match="stays within"):
        reduce_motion(motion, ReduceOptions(error_m=1e-9, min_gap=10))


def test_every_frame_keyed_keeps_any_promise():
    motion = packaged_clip().excerpt(1, 20)
    reduction = reduce_motion(motion, ReduceOptions(error_m=1e-9, fit="hermite"))
    assert reduction.error.max_m <= 1e-9
