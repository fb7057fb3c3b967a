"""A sneak: two careful high steps on tiptoe, and a third foot that is only put down, without weight."""

from __future__ import annotations

from unbake.performer.pieces.keying import Key, between, changed, mirrored, moving_hold, onwards
from unbake.performer.pieces.posed import REST

STEP_M = 0.50
KEYPOSE_FRAMES = (1, 10, 20, 29, 38, 47, 57, 65, 74)
BREAKDOWN_FRAMES = (5, 16, 24, 35, 43, 53, 61, 69)


def sneak() -> list[Key]:
    """Return the sheet: 74 frames, nine keyposes, and a breakdown between each two of them."""
    contact, high, peel, stretch = _step()
    sides = [(contact, high, peel, stretch), tuple(mirrored(pose) for pose in (contact, high, peel, stretch))]
    keyposes: list[dict[str, float]] = []
    breakdowns: list[dict[str, float]] = []
    for n in range(2):
        on = [onwards(pose, n * STEP_M) for pose in sides[n]]
        keyposes += on[:2]
        breakdowns += on[2:]
    third = [onwards(pose, 2.0 * STEP_M) for pose in (contact, high, peel)]
    ending, small = _third_step(third[1])
    keyposes += [third[0], third[1], *ending]
    breakdowns += [third[2], *small]
    keys = [Key(f, pose) for f, pose in zip(KEYPOSE_FRAMES, keyposes, strict=True)]
    keys += [Key(f, p, "breakdown", "flow", "flow") for f, p in zip(BREAKDOWN_FRAMES, breakdowns, strict=True)]
    return sorted(keys, key=lambda key: key.frame)


def _step() -> tuple[dict[str, float], dict[str, float], dict[str, float], dict[str, float]]:
    """Contact of the left foot, the right knee high; and the breakdowns after each: foot peeled off, leg stretched."""
    crouched = changed(
        REST,
        lean=14.0,
        bend=30.0,
        nod=-30.0,
        **{f"{side}_{name}": value for side in ("left", "right") for name, value in PAWS.items()},
    )
    front, back = 0.10 + STEP_M / 2.0, 0.10 - STEP_M / 2.0
    contact = changed(
        crouched,
        y=-0.19,
        z=0.03,
        x=-0.01,
        turn=-10.0,
        twist=14.0,
        look=-4.0,
        left_z=front,
        left_roll=14.0,
        right_z=back,
        right_roll=30.0,
        left_swing=14.0,
        right_swing=52.0,
        left_elbow=105.0,
        right_elbow=78.0,
    )
    high = changed(
        crouched,
        y=-0.085,
        z=0.25,
        x=0.07,
        lean=8.0,
        bend=24.0,
        tilt=-3.0,
        side=-4.0,
        left_z=front,
        left_roll=12.0,
        right_x=-0.10,
        right_z=0.36,
        right_y=0.30,
        right_roll=24.0,
        right_toe=-14.0,
        left_swing=34.0,
        right_swing=28.0,
        left_elbow=112.0,
        right_elbow=112.0,
        nod=-22.0,
    )
    # The foot comes off late, while the weight is already over the other one: the breakdown favours the contact.
    peel = between(contact, high, 0.4, y=-0.165, x=0.05, z=0.15, right_z=0.0, right_y=0.06, right_roll=52.0)
    peel = changed(peel, left_roll=4.0, right_toe=-18.0, lean=15.0)
    after = onwards(mirrored(contact), STEP_M)
    # The leg stretches ahead of the body, which stays behind and only then falls onto it.
    stretch = between(high, after, 0.6, z=0.36, y=-0.15, x=0.045, right_z=0.80, right_y=0.11, right_roll=6.0)
    return contact, high, peel, changed(stretch, lean=6.0, bend=26.0, left_roll=18.0, right_toe=0.0)


def _third_step(high: dict[str, float]) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
    """The foot felt forwards, put down, a look around; and the breakdowns before each."""
    z = high["z"]
    felt = changed(
        high,
        y=-0.17,
        z=z + 0.04,
        x=0.065,
        lean=4.0,
        bend=20.0,
        turn=8.0,
        twist=-6.0,
        left_roll=0.0,
        right_x=-0.11,
        right_z=z + 0.50,
        right_y=0.09,
        right_roll=-14.0,
        right_toe=0.0,
        left_swing=46.0,
        right_swing=20.0,
        left_elbow=86.0,
        right_elbow=104.0,
        look=-6.0,
        nod=-8.0,
    )
    put = changed(
        felt, y=-0.205, z=z + 0.06, lean=9.0, bend=27.0, right_z=z + 0.52, right_y=0.0, right_roll=16.0, nod=-16.0
    )
    watching = changed(
        put, y=-0.19, z=z + 0.075, right_roll=8.0, look=38.0, twist=10.0, nod=-24.0, cock=4.0, left_swing=52.0
    )
    swung = between(high, felt, 0.55, y=-0.11, right_z=z + 0.36, right_y=0.22, right_roll=8.0, lean=5.0)
    lowered = between(felt, put, 0.7, right_y=0.03, right_roll=10.0)
    held = changed(moving_hold(put, watching, 0.25), look=2.0, nod=-14.0)
    return [felt, put, watching], [swung, lowered, held]


PAWS = {"swing": 30.0, "raise": 16.0, "elbow": 100.0, "hand": 30.0, "rotate": 14.0, "shrug": 6.0}
