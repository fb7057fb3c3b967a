"""What a person should know about a clean-up, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from unbake.feet.clean.firm_plants import FirmPlants
from unbake.feet.clean.leg_changes import SAME_LENGTH
from unbake.feet.clean.plant_places import HeldPlant
from unbake.feet.floor import Floor, Ground
from unbake.feet.labels import FOOT_POINTS
from unbake.feet.legs import SIDES
from unbake.feet.slope import Slope
from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.ground.wording import counted
from unbake.motion.motion import Motion
from unbake.motion.skeleton import ROTATIONS

MISSED_M = 1e-4
MOST_NAMED = 5


def notes_of(
    motion: Motion,
    done: Motion,
    firm: FirmPlants,
    plants: Sequence[HeldPlant],
    skipped: Sequence[HeldPlant],
    ground: Ground | None,
    stretch: Floats,
    missed_m: Floats,
) -> tuple[str, ...]:
    """Return what a person should know, a sentence each."""
    first = motion.first_frame
    notes: list[str] = []
    if not plants and not skipped:
        notes.append("no foot is planted: nothing was held")
    if ground is None:
        notes.append("the plants are on several levels: each keeps its height, and no foot is kept out of the ground")
    elif isinstance(ground, Floor) and ground.level_m:
        notes.append(f"the floor is at {100.0 * ground.level_m:.1f} cm")
    elif isinstance(ground, Slope):
        notes.append(f"the floor leans by {ground.steepness_deg:.1f}°, and feet stand on it as it does")
    notes += _let_go(firm)
    notes += _skipped(skipped, first)
    ours, theirs = motion.skeleton, done.skeleton
    pairs = zip(ours.names, ours.channels, theirs.channels, strict=True)
    turned = [name for name, old, new in pairs if set(ROTATIONS) & (set(new) - set(old))]
    if turned:
        text = "new rotation channels, for turns that the file's own could not hold"
        notes.append(Note(f"{text}: {', '.join(turned)}", "new-channels", joints=", ".join(turned)))
    for row, side in enumerate(SIDES):
        if (most := np.abs(stretch[:, row] - 1.0).max()) > SAME_LENGTH:
            frames = int((np.abs(stretch[:, row] - 1.0) > SAME_LENGTH).sum())
            notes.append(
                f"thigh and shin of the {side} leg are up to {100.0 * most:.2f} % longer or shorter in "
                f"{counted(frames, 'frame')}: its knee and ankle have translation channels now"
            )
        if (short := missed_m[:, row].max(initial=0.0)) > MISSED_M:
            frames = int((missed_m[:, row] > MISSED_M).sum())
            notes.append(
                f"the {side} leg is up to {1000.0 * short:.1f} mm short of its place in {counted(frames, 'frame')}"
            )
    return tuple(notes)


def _let_go(firm: FirmPlants) -> Iterator[str]:
    if ends := len(firm.let_go):
        longest = 1000.0 * max(firm.let_go) / float(firm.labels.fps)
        where = "at one start or end of a plant" if ends == 1 else f"at {ends:,} starts and ends of plants"
        yield f"{where} the foot is already moving and is not held, for {longest:.0f} ms at most"
    if firm.split:
        plants_are = "one plant is" if firm.split == 1 else f"{firm.split:,} plants are"
        yield f"{plants_are} held in parts, each in its own place, because the foot steps in between"
    if firm.moving:
        plants_are = "one guessed plant is" if firm.moving == 1 else f"{firm.moving:,} guessed plants are"
        yield f"{plants_are} not held, because the foot moves the whole time"


def _skipped(skipped: Sequence[HeldPlant], first: int) -> Iterator[str]:
    for held in skipped[:MOST_NAMED]:
        plant = held.plant
        yield (
            f"{FOOT_POINTS[plant.point]}, frames {plant.first + first} to {plant.last + first}: would move "
            f"{100.0 * held.away_m:.0f} cm, left as it is"
        )
    if len(skipped) > MOST_NAMED:
        yield f"{len(skipped) - MOST_NAMED} more plants would move too far and are left as they are"
