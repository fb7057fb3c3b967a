"""Off the ground and down to it: a jump, a hop over something, a duck, sitting down."""

from __future__ import annotations

from benchmarks.handmade.pieces.sheet import LATE_ARMS, LATE_HEAD, Handmade, Row, both, keyed
from unbake.performer.pieces.keying import between, changed, moving_hold
from unbake.performer.pieces.posed import REST


def jump() -> Handmade:
    """A jump on the spot: anticipation held, take-off, apex, landing, settling; the arms two frames late."""
    stand = changed(REST, bend=2.0)
    crouch = changed(stand, y=-0.36, z=-0.05, lean=30.0, bend=22.0, nod=-16.0, **both(swing=-52.0, elbow=16.0))
    low = changed(crouch, y=-0.40, lean=33.0, bend=25.0, **both(swing=-58.0))
    off = changed(stand, y=0.045, z=0.04, lean=2.0, bend=-4.0, nod=-14.0, **both(swing=120.0, elbow=20.0, roll=52.0))
    apex = changed(
        off, y=0.36, z=0.05, lean=8.0, bend=14.0, nod=4.0, **both(swing=136.0, elbow=34.0, y=0.36, z=0.14, roll=36.0)
    )
    land = changed(stand, y=-0.03, z=0.06, lean=6.0, bend=6.0, nod=6.0, **both(swing=74.0, elbow=26.0, roll=10.0))
    squash = changed(land, y=-0.33, z=0.0, lean=26.0, bend=20.0, nod=-4.0, **both(swing=18.0, elbow=40.0, roll=0.0))
    rise = between(squash, stand, 0.7, nod=-6.0)
    rows: list[Row] = [
        (1, stand),
        (11, crouch),
        (17, low),
        (22, off),
        (29, apex),
        (36, land),
        (41, squash),
        (50, rise, "breakdown"),
        (58, stand),
    ]
    return Handmade(keyed(rows), 24, LATE_ARMS)


def hop() -> Handmade:
    """A standing broad jump at 30 a second; snappy."""
    stand = changed(REST, bend=2.0)
    wind = changed(stand, y=0.01, lean=-4.0, bend=-6.0, nod=-8.0, **both(swing=96.0, elbow=12.0, roll=22.0))
    crouch = changed(stand, y=-0.30, z=0.02, lean=38.0, bend=18.0, nod=-22.0, **both(swing=-62.0, elbow=10.0))
    off = changed(stand, y=-0.02, z=0.36, lean=26.0, bend=-2.0, nod=-14.0, **both(swing=112.0, roll=66.0))
    tuck = changed(
        off, y=0.20, z=0.86, lean=34.0, bend=26.0, nod=-10.0, **both(swing=92.0, elbow=30.0, z=0.84, y=0.40, roll=24.0)
    )
    land = changed(tuck, y=-0.16, z=1.20, lean=16.0, bend=22.0, **both(swing=56.0, z=1.46, y=0.0, roll=-14.0))
    squash = changed(land, y=-0.38, z=1.40, lean=36.0, bend=24.0, **both(swing=10.0, roll=0.0))
    end = changed(stand, z=1.37, **both(z=1.46))
    rows: list[Row] = [
        (1, stand),
        (10, wind),
        (19, crouch),
        (25, off),
        (32, tuck, "breakdown"),
        (39, land),
        (44, squash),
        (60, end),
    ]
    return Handmade(keyed(rows), 30, LATE_HEAD)


def duck() -> Handmade:
    """Something flies at the head: a look, a duck in four frames, waiting low, a careful rise."""
    stand = changed(REST, left_x=0.14, right_x=-0.14, bend=4.0)
    look = changed(stand, look=42.0, nod=-8.0, twist=10.0, **both(elbow=30.0))
    up = changed(look, y=0.01, nod=-16.0, bend=-4.0, **both(shrug=8.0, elbow=36.0))
    low = changed(stand, y=-0.42, z=-0.04, lean=30.0, bend=40.0, nod=34.0, **both(swing=74.0, elbow=126.0, shrug=12.0))
    waiting = changed(moving_hold(low, stand, 0.06), nod=26.0)
    peek = between(low, stand, 0.55, look=-30.0, nod=-10.0, twist=-8.0)
    rows: list[Row] = [(1, stand), (9, look), (14, look), (17, up), (21, low), (37, waiting), (52, peek), (70, stand)]
    return Handmade(keyed(rows), 24)


def sit_down() -> Handmade:
    """Slowly down on a chair, and leaning back; the head leads on the way."""
    stand = changed(REST, left_z=0.10, right_z=0.10)
    glance = changed(stand, look=56.0, twist=18.0, nod=14.0, left_raise=14.0)
    reach = changed(stand, y=-0.16, z=-0.16, lean=34.0, bend=18.0, nod=-14.0, **both(swing=24.0, elbow=34.0))
    seat = changed(stand, y=-0.44, z=-0.34, lean=32.0, bend=24.0, nod=-10.0, **both(swing=30.0, elbow=58.0))
    back = changed(seat, y=-0.46, z=-0.36, lean=-10.0, bend=12.0, nod=8.0, **both(swing=28.0, elbow=70.0, rotate=16.0))
    falling = between(reach, seat, 0.6, lean=38.0)
    rows: list[Row] = [
        (1, stand),
        (14, glance),
        (22, glance),
        (40, reach),
        (50, falling, "breakdown"),
        (58, seat),
        (78, back),
        (90, moving_hold(back, seat, 0.05)),
    ]
    return Handmade(keyed(rows), 30)
