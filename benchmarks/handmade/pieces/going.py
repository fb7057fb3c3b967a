"""On foot: a walk, a run, a march on the spot, and a step aside."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.handmade.pieces.sheet import LATE_ARMS, LATE_HEAD, Handmade, Row, both, keyed
from unbake.performer.pieces.keying import changed, mirrored, onwards
from unbake.performer.pieces.posed import REST


def walk() -> Handmade:
    """Four steps of half a second: contacts and passing poses, downs and ups between; arms and head two frames late."""
    step = 0.62
    relaxed = changed(REST, lean=3.0, bend=4.0, left_yaw=4.0, right_yaw=-4.0, **both(elbow=22.0))
    contact = changed(
        relaxed,
        y=-0.045,
        turn=-7.0,
        twist=12.0,
        left_z=0.09 + step / 2,
        left_roll=-18.0,
        right_z=0.09 - step / 2,
        right_roll=28.0,
        left_swing=-24.0,
        right_swing=26.0,
        right_elbow=34.0,
        nod=2.0,
    )
    down = changed(contact, y=-0.075, z=0.11, x=0.018, left_roll=0.0, right_roll=46.0, nod=6.0, tilt=-3.0)
    passing = changed(
        down,
        y=-0.012,
        z=0.30,
        x=0.03,
        turn=0.0,
        twist=0.0,
        tilt=4.0,
        right_z=0.36,
        right_y=0.09,
        right_roll=34.0,
        right_toe=-16.0,
        left_swing=0.0,
        right_swing=2.0,
        right_elbow=26.0,
        nod=0.0,
    )
    up = changed(
        passing,
        y=0.0,
        z=0.47,
        x=0.022,
        turn=4.0,
        twist=-7.0,
        tilt=2.0,
        left_roll=14.0,
        right_z=0.78,
        right_y=0.08,
        right_roll=-10.0,
        right_toe=0.0,
        left_swing=16.0,
        right_swing=-14.0,
        nod=-3.0,
    )
    rows = _steps((contact, down, passing, up), 4, step, (0, 3, 6, 9), 12)
    return Handmade(keyed(rows, "flow"), 24, {**LATE_ARMS, **LATE_HEAD})


def run() -> Handmade:
    """Six steps of ten frames at 30 a second: contact, down, push-off, highest point."""
    step = 1.05
    bent = changed(REST, lean=12.0, bend=8.0, nod=-8.0, left_yaw=2.0, right_yaw=-2.0, **both(elbow=88.0))
    contact = changed(
        bent,
        y=-0.055,
        turn=-9.0,
        twist=18.0,
        left_z=0.32,
        left_roll=-8.0,
        right_z=-0.42,
        right_y=0.30,
        right_roll=70.0,
        left_swing=-38.0,
        right_swing=34.0,
    )
    down = changed(
        contact,
        y=-0.115,
        z=0.20,
        left_roll=0.0,
        right_z=-0.02,
        right_y=0.34,
        right_roll=60.0,
        turn=-3.0,
        twist=6.0,
        left_swing=-18.0,
        right_swing=14.0,
        nod=-3.0,
    )
    push = changed(
        down,
        y=-0.02,
        z=0.56,
        turn=8.0,
        twist=-14.0,
        left_roll=46.0,
        right_z=0.86,
        right_y=0.36,
        right_roll=16.0,
        left_swing=24.0,
        right_swing=-30.0,
        nod=-9.0,
    )
    high = changed(
        push,
        y=0.035,
        z=0.82,
        turn=10.0,
        twist=-18.0,
        left_z=0.46,
        left_y=0.20,
        left_roll=66.0,
        right_z=1.22,
        right_y=0.16,
        right_roll=-4.0,
        left_swing=34.0,
        right_swing=-38.0,
    )
    rows = _steps((contact, down, push, high), 5, step, (0, 2, 5, 7), 10)
    return Handmade(keyed(rows, "flow"), 30)


def _steps(poses: Sequence[dict[str, float]], count: int, step_m: float, at: Sequence[int], frames: int) -> list[Row]:
    """Steps to either side in turn, each of so many frames, and one more contact: a step's first and third pose are
    keyposes, the other two breakdowns."""
    rows: list[Row] = []
    for n in range(count + 1):
        contact, first, middle, second = (onwards(pose if n % 2 == 0 else mirrored(pose), n * step_m) for pose in poses)
        contact_at, first_at, middle_at, second_at = (1 + frames * n + place for place in at)
        rows.append((contact_at, contact))
        if n < count:
            rows += [(first_at, first, "breakdown"), (middle_at, middle), (second_at, second, "breakdown")]
    return rows


def march() -> Handmade:
    """A march on the spot at 30 a second, four knees up; snappy: eight frames to move, four to hold."""
    stand = changed(REST, left_x=0.08, right_x=-0.08, left_yaw=0.0, right_yaw=0.0, **both(elbow=20.0, hand=0.0))
    knee = changed(
        stand,
        y=0.005,
        x=0.045,
        tilt=3.0,
        right_y=0.34,
        right_z=0.16,
        right_roll=20.0,
        right_toe=-10.0,
        left_swing=48.0,
        right_swing=-26.0,
        left_elbow=64.0,
        nod=-6.0,
    )
    rows: list[Row] = [(1, stand)]
    frame = 1
    for n in range(4):
        up = knee if n % 2 == 0 else mirrored(knee)
        rows += [(frame + 8, up), (frame + 12, up), (frame + 20, stand)]
        frame += 20
    return Handmade(keyed(rows), 30)


def sidestep() -> Handmade:
    """Two steps to the left and a stop; slow."""
    stand = changed(REST, bend=3.0)
    ready = changed(stand, x=-0.06, y=-0.05, tilt=-3.0, look=24.0, right_roll=0.0, left_roll=12.0)
    reach = changed(
        ready, x=0.10, y=-0.09, tilt=2.0, left_x=0.48, left_roll=8.0, right_roll=14.0, left_raise=22.0, right_raise=20.0
    )
    lifted = changed(ready, x=-0.02, y=-0.05, left_x=0.26, left_y=0.09, left_roll=14.0)
    over = changed(reach, x=0.36, y=-0.06, left_roll=0.0, right_roll=30.0, tilt=4.0, look=18.0)
    drawn = changed(over, x=0.42, y=-0.02, right_x=0.12, right_y=0.05, right_roll=20.0, left_raise=14.0)
    feet = {"left_x": 0.48, "right_x": 0.29}
    closed = changed(stand, x=0.385, y=-0.03, look=0.0, left_raise=12.0, right_raise=12.0, **feet)
    settled = changed(stand, x=0.385, **feet)
    rows: list[Row] = [
        (1, stand),
        (13, ready),
        (19, lifted, "breakdown"),
        (25, reach),
        (37, over),
        (43, drawn, "breakdown"),
        (50, closed),
        (62, settled),
    ]
    return Handmade(keyed(rows), 24)
