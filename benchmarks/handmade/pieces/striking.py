"""Limbs that lead: a kick, a punch, a throw, a wave."""

from __future__ import annotations

from benchmarks.handmade.pieces.sheet import LATE_HEAD, Handmade, Row, both, keyed
from unbake.performer.pieces.keying import changed, moving_hold
from unbake.performer.pieces.posed import REST


def kick() -> Handmade:
    """A front kick: guard, weight over, knee up, the foot out for three frames, back, guard."""
    guard = changed(
        REST,
        y=-0.06,
        turn=-18.0,
        bend=10.0,
        left_z=0.28,
        right_z=-0.16,
        right_roll=10.0,
        right_yaw=-34.0,
        nod=-4.0,
        **both(swing=44.0, elbow=108.0),
    )
    over = changed(guard, y=-0.10, z=0.16, x=0.04, lean=8.0, right_roll=42.0)
    knee = changed(over, y=-0.03, z=0.24, x=0.07, lean=-4.0, turn=6.0, right_z=0.46, right_y=0.62, right_roll=14.0)
    hit = changed(
        knee,
        y=-0.02,
        z=0.30,
        lean=-22.0,
        turn=20.0,
        bend=16.0,
        right_z=1.14,
        right_y=0.74,
        right_roll=-34.0,
        right_swing=6.0,
        right_elbow=50.0,
        left_roll=8.0,
    )
    back = changed(knee, z=0.22, right_z=0.40, right_y=0.56, lean=2.0)
    rows: list[Row] = [
        (1, guard),
        (10, over),
        (15, knee),
        (19, hit),
        (21, changed(hit, lean=-23.0, right_y=0.745)),
        (27, back),
        (40, guard),
    ]
    return Handmade(keyed(rows), 24)


def punch() -> Handmade:
    """Jab and cross at 30 a second: the hands lead, the hips follow in the second."""
    guard = changed(
        REST, y=-0.07, turn=-22.0, bend=12.0, left_z=0.26, right_z=-0.18, right_roll=12.0, right_yaw=-30.0, nod=6.0
    )
    guard = changed(guard, **both(swing=46.0, elbow=122.0, rotate=20.0))
    wind = changed(guard, twist=-8.0, y=-0.075, left_swing=34.0, left_elbow=130.0)
    jab = changed(guard, twist=-26.0, z=0.03, left_swing=88.0, left_elbow=8.0, left_forwards=16.0, left_shrug=8.0)
    load = changed(guard, y=-0.10, turn=-30.0, twist=-14.0, right_swing=26.0, right_elbow=130.0)
    cross = changed(
        guard,
        y=-0.09,
        z=0.09,
        turn=16.0,
        twist=24.0,
        right_roll=42.0,
        right_yaw=-4.0,
        right_swing=90.0,
        right_elbow=6.0,
        right_forwards=18.0,
        right_shrug=8.0,
    )
    rows: list[Row] = [
        (1, guard),
        (9, wind),
        (13, jab),
        (15, changed(jab, left_swing=89.0)),
        (22, guard),
        (32, load),
        (37, cross),
        (40, changed(cross, right_swing=91.0)),
        (54, guard),
    ]
    return Handmade(keyed(rows), 30)


def throw() -> Handmade:
    """A ball thrown overhand: wind-up held, stride, release, follow-through."""
    stand = changed(REST, right_elbow=60.0, right_swing=20.0)
    wind = changed(
        stand,
        y=-0.05,
        z=-0.06,
        turn=-54.0,
        twist=-20.0,
        side=-8.0,
        look=58.0,
        right_yaw=-60.0,
        right_swing=-20.0,
        right_raise=84.0,
        right_elbow=96.0,
        left_swing=52.0,
        left_raise=24.0,
        left_roll=14.0,
    )
    lift = changed(wind, y=-0.02, z=-0.08, lean=-6.0, left_y=0.22, left_z=0.16, left_roll=10.0)
    stride = changed(
        wind, y=-0.13, z=0.24, turn=-40.0, twist=-32.0, look=60.0, left_z=0.72, left_roll=-10.0, left_swing=64.0
    )
    release = changed(
        stride,
        y=-0.12,
        z=0.42,
        turn=6.0,
        twist=26.0,
        lean=14.0,
        look=-4.0,
        left_roll=0.0,
        right_roll=38.0,
        right_yaw=-20.0,
        right_swing=150.0,
        right_raise=20.0,
        right_elbow=24.0,
        left_swing=-10.0,
        left_elbow=60.0,
    )
    through = changed(
        release,
        y=-0.17,
        z=0.50,
        turn=30.0,
        twist=38.0,
        lean=34.0,
        bend=20.0,
        nod=-20.0,
        right_roll=56.0,
        right_swing=38.0,
        right_raise=-16.0,
        right_elbow=30.0,
    )
    end = changed(stand, z=0.50, y=-0.02, left_z=0.72, right_z=0.30, right_elbow=20.0, right_swing=6.0)
    rows: list[Row] = [
        (1, stand),
        (16, wind),
        (22, lift, "breakdown"),
        (28, stride),
        (34, release),
        (39, through),
        (44, moving_hold(through, end, 0.06)),
        (64, end),
    ]
    return Handmade(keyed(rows), 24, LATE_HEAD)


def wave() -> Handmade:
    """A hand comes up, waves three times while the body is at rest, and goes down."""
    stand = changed(REST, bend=2.0)
    low = changed(stand, x=-0.015, y=-0.012, right_elbow=40.0, nod=6.0)
    arm = {"right_swing": 30.0, "right_raise": 72.0, "right_rotate": -70.0}
    out = changed(stand, x=0.02, tilt=1.5, side=3.0, cock=-6.0, right_elbow=76.0, **arm)
    inside = changed(out, right_elbow=122.0, right_raise=66.0, cock=-2.0)
    rows: list[Row] = [(1, stand), (8, low), (18, out)]
    rows += [(24, inside), (30, out), (36, inside), (42, out), (50, moving_hold(out, stand, 0.05)), (66, stand)]
    return Handmade(keyed(rows), 24)
