"""A robot walks two steps: contact, down, passing, up, contact, and the same on the other side; all of it straight."""

from __future__ import annotations

from unbake.performer.pieces.keying import Key, changed, mirrored, onwards
from unbake.performer.pieces.posed import REST

STEP_M = 0.54
FRAMES = (1, 6, 11, 16, 21, 26, 31, 36, 40)


def robotic_walk() -> list[Key]:
    """Return the sheet: 40 frames, nine keyposes, no breakdown; the curves are straight lines."""
    first = _step()
    second = [onwards(mirrored(pose), STEP_M) for pose in _step()]
    poses = [*first, *second, onwards(first[0], 2.0 * STEP_M)]
    return [Key(frame, pose, "keypose", "linear", "linear") for frame, pose in zip(FRAMES, poses, strict=True)]


def _step() -> list[dict[str, float]]:
    """Contact of the left foot, down, passing and up."""
    stiff = changed(
        REST,
        **{f"{side}_{name}": value for side in ("left", "right") for name, value in STIFF_ARM.items()},
        left_yaw=3.0,
        right_yaw=-3.0,
        lean=3.0,
    )
    front, back = 0.09 + STEP_M / 2.0, 0.09 - STEP_M / 2.0
    contact = changed(
        stiff,
        y=-0.066,
        turn=-6.0,
        twist=10.0,
        left_z=front,
        left_roll=-16.0,
        right_z=back,
        right_roll=24.0,
        left_swing=-28.0,
        right_swing=28.0,
        nod=-2.0,
    )
    down = changed(
        contact,
        y=-0.112,
        z=0.10,
        x=0.02,
        turn=-4.0,
        twist=7.0,
        left_roll=0.0,
        right_roll=44.0,
        left_swing=-22.0,
        right_swing=22.0,
        nod=4.0,
        lean=5.0,
    )
    passing = changed(
        down,
        y=-0.026,
        z=0.27,
        x=0.045,
        turn=0.0,
        twist=0.0,
        tilt=4.0,
        right_z=0.34,
        right_y=0.10,
        right_roll=28.0,
        right_toe=-22.0,
        left_swing=0.0,
        right_swing=0.0,
        nod=0.0,
        lean=2.0,
    )
    up = changed(
        passing,
        y=-0.020,
        z=0.41,
        x=0.03,
        turn=4.0,
        twist=-7.0,
        tilt=2.0,
        left_roll=16.0,
        right_z=0.78,
        right_y=0.10,
        right_roll=-12.0,
        right_toe=0.0,
        left_swing=18.0,
        right_swing=-18.0,
        nod=-3.0,
    )
    return [contact, down, passing, up]


STIFF_ARM = {"raise": 14.0, "elbow": 78.0, "hand": 0.0, "rotate": 0.0}
