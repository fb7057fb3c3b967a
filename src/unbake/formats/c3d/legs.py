"""For how long a C3D file shows both legs: people walk into the cameras' view and out of it again."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import starmap

from unbake.errors import FileError, UsageError
from unbake.feet.plates.markers import leg_markers, needed_roles
from unbake.formats.c3d.trial import Frames, Trial, length
from unbake.ground.wording import frame_range, listed


def stretch_of_legs(trial: Trial, frames: Frames | None, roles: Mapping[str, str]) -> tuple[Frames, tuple[str, ...]]:
    """Return a stretch of a file in which all markers are known that legs follow from, and what was left out.

    Parameters
    ----------
    trial : the file's markers.
    frames : the stretch must reach around these; by default it is the longest.
    roles : role → label where the labels do not say it.

    Raises
    ------
    MotionError : a leg has no marker for one of its joints.
    FileError : the markers of the legs are never all known together.
    UsageError : frames that the file does not have, or in which not all markers are known.
    """
    found = leg_markers(trial.labels, roles)
    markers = [found[role] for role in needed_roles(found)]
    stretches = trial.stretches(markers)
    if not stretches:
        shown = {trial.labels[marker]: listed(starmap(frame_range, trial.stretches([marker]))) for marker in markers}
        each = "; ".join(f"{name} in frames {where}" if where else f"{name} never" for name, where in shown.items())
        raise FileError(trial.file, f"the markers of the legs are seen together in no frame: {each}")
    chosen = max(stretches, key=length)
    if frames is not None:
        first, last = trial.checked(frames)
        around = [stretch for stretch in stretches if stretch[0] <= first and last <= stretch[1]]
        if not around:
            gone = trial.gone(markers, (first, last))
            text = f"not all markers of the legs are seen in frames {gone}"
            raise UsageError(f"{trial.file}: {text}", code="gaps", first=chosen[0], last=chosen[1])
        chosen = around[0]
    start, end = trial.frames
    outside = [part for part in ((start, chosen[0] - 1), (chosen[1] + 1, end)) if length(part) > 0]
    gone = " and ".join(trial.gone(markers, part) for part in outside)
    note = f"only frames {frame_range(*chosen)} are used: not all markers of the legs are seen in {gone}"
    return chosen, (note,) if outside else ()
