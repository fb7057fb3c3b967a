"""Somebody with a heavy case in his right hand looks back over his shoulder, turns forwards again, crouches, and swings
the case round behind him."""

from __future__ import annotations

from unbake.performer.pieces.keying import Key, between, changed
from unbake.performer.pieces.posed import REST

KEYPOSE_FRAMES = (1, 17, 34, 52, 67, 77, 105)


def turn_and_swing() -> list[Key]:
    """Return the sheet: 105 frames, seven keyposes and eleven breakdowns."""
    stand, back, front, crouch, hit, through, settled = _keyposes()
    # Eyes lead, then the head, the chest last; the breakdowns favour what they come from.
    breakdowns = {
        6: between(stand, back, 0.18, look=-26.0, nod=4.0, y=-0.025),
        11: between(stand, back, 0.55, look=-60.0, nod=6.0, y=-0.05, left_elbow=26.0),
        22: between(back, front, 0.15, look=-36.0, y=-0.03),
        28: between(back, front, 0.62, look=8.0, nod=10.0, y=-0.06),
        40: between(front, crouch, 0.30, look=2.0, y=-0.06, right_swing=8.0, right_raise=12.0),
        46: between(front, crouch, 0.72, y=-0.27, look=-14.0),
        57: between(crouch, hit, 0.20, **STEP_BACK),
        62: between(crouch, hit, 0.58, **OPENED),
        72: between(hit, through, 0.62, y=-0.235),
        86: between(through, settled, 0.30, y=-0.22, look=-14.0, right_raise=62.0),
        95: between(through, settled, 0.78, y=-0.10, right_raise=18.0, right_elbow=28.0),
    }
    poses = zip(KEYPOSE_FRAMES, (stand, back, front, crouch, hit, through, settled), strict=True)
    keys = [Key(frame, pose) for frame, pose in poses]
    # The blow does not stop where it hits.
    keys[4] = keys[4].eased("flow")
    keys += [Key(frame, pose, "breakdown", "flow", "flow") for frame, pose in breakdowns.items()]
    return sorted(keys, key=lambda key: key.frame)


def _keyposes() -> tuple[dict[str, float], ...]:
    stand = changed(REST, right_swing=-2.0, right_elbow=6.0, right_raise=9.0, side=3.0, right_shrug=-5.0, bend=4.0)
    back = changed(
        stand,
        x=0.035,
        y=-0.015,
        turn=-24.0,
        twist=-38.0,
        look=-52.0,
        nod=4.0,
        left_roll=12.0,
        right_swing=-14.0,
        left_swing=14.0,
        left_elbow=32.0,
        left_raise=14.0,
    )
    front = changed(
        stand,
        y=-0.045,
        turn=4.0,
        twist=8.0,
        look=6.0,
        nod=8.0,
        bend=10.0,
        left_elbow=30.0,
        left_swing=8.0,
        right_swing=2.0,
        left_shrug=6.0,
        right_shrug=2.0,
    )
    crouch = changed(
        front,
        x=0.04,
        y=-0.30,
        z=0.0,
        turn=22.0,
        twist=40.0,
        lean=22.0,
        bend=22.0,
        side=0.0,
        look=-58.0,
        nod=-18.0,
        right_swing=58.0,
        right_raise=-30.0,
        right_elbow=42.0,
        right_rotate=20.0,
        right_forwards=16.0,
        left_swing=34.0,
        left_raise=26.0,
        left_elbow=84.0,
        left_knee_out=10.0,
        right_knee_out=12.0,
    )
    hit = changed(
        crouch,
        x=0.06,
        y=-0.21,
        z=-0.11,
        turn=-96.0,
        twist=-18.0,
        lean=12.0,
        bend=10.0,
        side=-4.0,
        look=-18.0,
        nod=-6.0,
        left_yaw=-62.0,
        left_roll=42.0,
        **LANDED,
        right_swing=84.0,
        right_raise=38.0,
        right_elbow=8.0,
        right_rotate=-10.0,
        right_forwards=0.0,
        left_swing=-24.0,
        left_raise=42.0,
        left_elbow=48.0,
        left_knee_out=0.0,
    )
    through = changed(
        hit,
        y=-0.25,
        z=-0.15,
        x=0.065,
        turn=-122.0,
        twist=-44.0,
        lean=16.0,
        bend=16.0,
        look=8.0,
        left_yaw=-84.0,
        left_roll=48.0,
        right_swing=70.0,
        right_raise=84.0,
        right_elbow=16.0,
        left_swing=10.0,
        left_raise=34.0,
        left_elbow=70.0,
    )
    settled = changed(
        through,
        y=-0.095,
        z=-0.13,
        turn=-112.0,
        twist=-14.0,
        lean=5.0,
        bend=8.0,
        look=-18.0,
        nod=2.0,
        side=3.0,
        left_roll=30.0,
        right_swing=8.0,
        right_raise=12.0,
        right_elbow=12.0,
        right_rotate=0.0,
        left_swing=6.0,
        left_raise=12.0,
        left_elbow=30.0,
        right_knee_out=4.0,
    )
    return stand, back, front, crouch, hit, through, settled


LANDED = {"right_x": 0.02, "right_z": -0.40, "right_yaw": -118.0, "right_roll": 0.0, "right_y": 0.0}
"""Where the right foot stands after the step round behind."""
STEP_BACK = {
    "y": -0.30,
    "x": 0.06,
    "z": -0.02,
    "turn": 2.0,
    "twist": 34.0,
    "right_x": -0.12,
    "right_z": -0.16,
    "right_y": 0.07,
    "right_yaw": -62.0,
    "right_roll": 16.0,
    "left_yaw": 4.0,
    "left_roll": 6.0,
    "look": -62.0,
}
OPENED = {
    **LANDED,
    "y": -0.27,
    "turn": -52.0,
    "twist": 16.0,
    "left_yaw": -30.0,
    "left_roll": 30.0,
    "right_raise": -12.0,
}
"""The hips open first and the chest and the case are dragged after them."""
