"""Little travel, much said: looking around, picking something up, a bow, a turn of the whole body with overlap."""

from __future__ import annotations

from benchmarks.handmade.pieces.sheet import LATE_ARMS, LATE_HEAD, Handmade, Row, both, keyed
from unbake.performer.pieces.keying import between, changed, moving_hold
from unbake.performer.pieces.posed import REST


def look_around() -> Handmade:
    """The head turns to one side, holds, goes to the other, holds, and back; the chest follows a little."""
    stand = changed(REST, bend=3.0)
    left = changed(stand, look=58.0, nod=-4.0, twist=16.0, x=0.012, side=-2.0)
    right = changed(stand, look=-62.0, nod=-2.0, twist=-18.0, x=-0.012, side=2.0)
    dip = between(left, right, 0.45, nod=16.0, y=-0.01)
    rows: list[Row] = [
        (1, stand),
        (10, left),
        (24, moving_hold(left, stand, 0.05)),
        (31, dip, "breakdown"),
        (37, right),
        (53, moving_hold(right, stand, 0.05)),
        (68, stand),
    ]
    return Handmade(keyed(rows), 24)


def pick_up() -> Handmade:
    """A box from the ground, slowly: look down, reach, take hold, lift, settle."""
    stand = changed(REST, left_x=0.16, right_x=-0.16)
    look = changed(stand, nod=40.0, bend=8.0)
    down = changed(stand, y=-0.40, z=-0.12, lean=46.0, bend=34.0, nod=-10.0, **both(swing=76.0, elbow=60.0, roll=10.0))
    hold = changed(down, y=-0.42, bend=37.0)
    lift = changed(down, y=-0.26, z=-0.10, lean=26.0, bend=20.0, nod=2.0, **both(swing=44.0, elbow=40.0, roll=0.0))
    up = changed(stand, y=-0.02, z=-0.03, lean=-4.0, bend=-4.0, nod=10.0, **both(swing=26.0, elbow=84.0))
    settled = changed(up, y=-0.035, nod=2.0, **both(elbow=78.0))
    rows: list[Row] = [
        (1, stand),
        (12, look),
        (36, down),
        (46, hold),
        (60, lift, "breakdown"),
        (74, up),
        (88, settled),
    ]
    return Handmade(keyed(rows), 24)


def bow() -> Handmade:
    """An arm sweeps out, a deep bow, held, and up again; arms and head two frames late."""
    stand = changed(REST)
    proud = changed(stand, y=0.01, bend=-8.0, nod=-10.0, right_raise=60.0, right_elbow=20.0, left_elbow=30.0)
    deep = changed(
        stand,
        y=-0.10,
        z=-0.12,
        lean=44.0,
        bend=34.0,
        nod=24.0,
        right_z=-0.16,
        right_roll=16.0,
        right_swing=36.0,
        right_elbow=104.0,
        right_rotate=44.0,
        left_swing=-40.0,
        left_raise=30.0,
    )
    swept = between(proud, deep, 0.45, right_y=0.05, right_raise=70.0, right_swing=30.0)
    end = changed(stand, z=-0.08, right_z=-0.16)
    rows: list[Row] = [
        (1, stand),
        (15, proud),
        (24, swept, "breakdown"),
        (33, deep),
        (50, moving_hold(deep, end, 0.05)),
        (70, end),
    ]
    return Handmade(keyed(rows), 30, {**LATE_ARMS, **LATE_HEAD})


def turn_with_overlap() -> Handmade:
    """The hips swing left and right and left, arms and head two frames behind, ever smaller: dancing on the spot."""
    stand = changed(REST, y=-0.04, left_x=0.15, right_x=-0.15, **both(elbow=34.0))
    rows: list[Row] = [(1, stand)]
    frame = 1
    for n, size in enumerate((1.0, 0.9, 0.8, 0.65, 0.5)):
        sign = 1.0 if n % 2 == 0 else -1.0
        swung = changed(
            stand,
            x=0.09 * size * sign,
            y=-0.06,
            turn=26.0 * size * sign,
            twist=18.0 * size * sign,
            tilt=-5.0 * size * sign,
            look=-14.0 * size * sign,
            left_swing=34.0 * size * sign,
            right_swing=-34.0 * size * sign,
        )
        frame += 11
        rows.append((frame, swung))
    rows.append((frame + 16, stand))
    return Handmade(keyed(rows), 24, {**LATE_ARMS, **LATE_HEAD})
