import numpy as np
import pytest

from clips import packaged_clip
from unbake.curves.reduction import ReduceOptions, reduce_motion
from unbake.errors import UsageError


def test_the_default_fit_is_the_closer_of_two():
    motion = packaged_clip().excerpt(1, 120)
    errors = {
        fit: reduce_motion(motion, ReduceOptions(keys=9, fit=fit)).error.max_m for fit in (None, "free", "hermite")
    }
    assert errors[None] == pytest.approx(min(errors["free"], errors["hermite"]))


def test_the_largest_error_of_all_animations_is_reported():
    motion = packaged_clip().excerpt(1, 120)
    options = ReduceOptions(keys=9, fit="schneider", curves=("channels", "quaternions"))
    reduction = reduce_motion(motion, options)
    assert set(reduction.animations) == {"channels", "quaternions"}
    assert reduction.error.max_m == max(e.max_m for e in reduction.errors.values())
    assert reduction.animation is reduction.animations["channels"]


def test_steps_are_reported_and_timed():
    told = []
    reduction = reduce_motion(
        packaged_clip().excerpt(1, 80),
        ReduceOptions(keys=6, fit="hermite"),
        lambda step, part: told.append((step, part)),
    )
    assert {step for step, _ in told} == {"table", "select", "fit"}
    assert all(0.0 <= part <= 1.0 for _, part in told)
    assert set(reduction.seconds) == {"table", "select", "fit"}
    assert min(reduction.seconds.values()) >= 0.0


def test_the_keys_are_the_captures_poses():
    motion = packaged_clip().excerpt(1, 200)
    reduction = reduce_motion(motion, ReduceOptions(fit="hermite"))
    keys = list(reduction.selection.frames)
    np.testing.assert_allclose(reduction.animation.sample().positions()[keys], motion.positions()[keys], atol=1e-9)


@pytest.mark.parametrize("frames", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"error_m": 0.01}])
def test_very_short_clips(frames, options):
    motion = packaged_clip().excerpt(1, frames)
    reduction = reduce_motion(motion, ReduceOptions(curves=("channels", "quaternions"), **options))
    assert reduction.selection.frames == ((0,) if frames == 1 else (0, frames - 1)) or frames == 3
    assert reduction.error.max_m < 0.01


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"keys": 5, "error_m": 0.1}, "not for both"),
        ({"keys": 1}, "takes 2 to 50"),
        ({"keys": 51}, "takes 2 to 50"),
        ({"error_m": float("nan")}, "larger than zero"),
        ({"fit": "magic"}, "known: free"),
        ({"pins": (99,)}, "pin 99"),
        ({"lead": ("nose",)}, "unknown joint"),
    ],
)
def test_requests_that_make_no_sense(options, message):
    with pytest.raises(UsageError, match=message):
        reduce_motion(packaged_clip().excerpt(1, 50), ReduceOptions(**options))
