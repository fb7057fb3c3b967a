"""The flags of a library learnt from what people said, guessed in clips, and what to label next."""

from __future__ import annotations

import numpy as np

from unbake.annotations.guessing import guess_of_frames
from unbake.annotations.in_library import (
    forget_unlearnt,
    known_flags,
    machines_of,
    next_stretch,
    stamp_of,
    train_library,
)
from unbake.annotations.machines import FlagMachines
from unbake.annotations.queries import rule_named
from unbake.annotations.training import TrainingOptions
from unbake.errors import UsageError
from unbake.ground.progress import Report
from unbake.library import Library
from unbake.library.tables import BODY, body_of
from unbake.studio.server import messages as m
from unbake.studio.server.library.annotating import guess_of

RULE = "margin"
SURE = 0.8
"""A flag whose mean probability, or that of its absence, is above this is certain in a stretch."""


def learnt(library: Library, clip_id: int, report: Report) -> m.AnnotationsLearnt:
    """Learn all flags, and keep what is guessed of a clip.

    Raises
    ------
    UsageError : nothing is labelled, no flag has both yes and no, scikit-learn is not installed.
    """
    machines = train_library(library, TrainingOptions(), lambda part: report("Learning the flags", 0.9 * part))
    keep_guess(library, clip_id, machines)
    known = known_flags(library, machines)
    lacking = tuple(flag for flag in _labelled(library) if flag not in known)
    return m.AnnotationsLearnt(tuple(known), lacking, guess_of(library.annotations(clip_id)))


def _labelled(library: Library) -> list[str]:
    """The flags of which a person said anything."""
    query = "SELECT DISTINCT name FROM label JOIN flag ON flag.id = flag_id ORDER BY position"
    return [str(name) for (name,) in library.database.rows(query)]


def known_machines(library: Library) -> FlagMachines | None:
    """Return what the library was taught; None before it was."""
    try:
        return machines_of(library)
    except UsageError:
        return None


def keep_guess(library: Library, clip_id: int, machines: FlagMachines) -> None:
    """Keep what machines guess of a clip that has a body, unless these very machines have guessed it."""
    clip, stamp, learnt_flags = library.clip(clip_id), stamp_of(machines), known_flags(library, machines)
    forget_unlearnt(library, clip_id, learnt_flags)
    flags = [flag for flag in learnt_flags if library.guess_stamp(clip_id, flag) != stamp]
    if not clip.has_body or not flags:
        return
    found = guess_of_frames(machines, body_of(library.derived(clip_id, BODY)), clip.fps, clip.n_frames)
    for flag in flags:
        row = found[machines.flags.index(flag)].astype(np.float32)
        library.keep_guesses(clip_id, flag, row, stamp)


def stretch_to_label(library: Library, report: Report) -> m.StretchFound:
    """Return the stretch that is least certain, or farthest from all that is labelled before flags are learnt.

    Raises
    ------
    UsageError : everything is labelled, no clip has a body.
    """
    machines = known_machines(library)
    found = next_stretch(library, rule_named(RULE), machines, lambda part: report("Looking for what to label", part))
    if machines is not None:
        keep_guess(library, found.clip.id, machines)
    uncertain = [(abs(p - 0.5), flag) for flag, p in found.probability.items() if 1.0 - SURE < p < SURE]
    start = found.clip.first_frame
    flags = tuple(flag for _, flag in sorted(uncertain))
    return m.StretchFound(found.clip.id, found.clip.name, found.start + start, found.stop - 1 + start, flags)
