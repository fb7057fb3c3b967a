"""Learning the annotations of a library: train, guess, and say what to label next."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.annotations.examples import EVERY, Examples, examples_of, joined
from unbake.annotations.guessing import guess_of_frames, margins_at
from unbake.annotations.machines import KIND, FlagMachines
from unbake.annotations.queries import Pool, QueryRule
from unbake.annotations.stretches import Stretch, stretches_of
from unbake.annotations.training import TrainingOptions, train
from unbake.annotations.windows import WindowShape
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32
from unbake.ground.progress import Progress
from unbake.library.annotations import UNKNOWN, Annotations
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.library.tables import BODY, body_of
from unbake.motion.body.body_path import BodyPath

KEPT = "annotation-machines"
COARSE = WindowShape(every=15)
COARSE_EVERY = 20
"""Farthest first looks at few instants of few windows: 20 hours take 220 MB."""


def unheard(part: float) -> None:
    """Report progress to nobody."""


def bodies(library: Library, progress: Progress = unheard) -> Iterator[tuple[Clip, BodyPath]]:
    """Yield all clips that have a body, with it; UsageError where no clip has one."""
    clips = [clip for clip in library.clips() if clip.has_body]
    if not clips:
        raise UsageError(f"{library.path}: no clip in it has a body with legs to annotate", code="no-body")
    for number, clip in enumerate(clips, start=1):
        yield clip, body_of(library.derived(clip.id, BODY))
        progress(number / len(clips))


def by_person(annotations: Annotations) -> NDArray[np.int8]:
    """Return a person's labels alone (K, F) int8: 1 yes, 0 no, −1 where no person said anything."""
    return np.where(annotations.by_person, annotations.values, np.int8(UNKNOWN))


def labelled_examples(
    library: Library, shape: WindowShape, progress: Progress = unheard, *, mirrored: bool = False
) -> Examples:
    """Return all that a person labelled as examples.

    Groups are clips where five or more are labelled, else stretches: confidence is judged by what was left out. Clips
    are numbered in the order of their names, not as they were added: the same labels always teach the same.

    Raises
    ------
    UsageError : nothing is labelled.
    """
    flags = library.vocabulary
    parts: list[Examples] = []
    for clip, path in bodies(library, progress):
        values = by_person(library.annotations(clip.id))
        if (values >= 0).any():
            mirror = flags if mirrored else None
            parts.append(examples_of(path, clip.fps, values, shape, group=len(parts), mirror=mirror))
    if not parts:
        raise UsageError(f"{library.path}: nothing in it is labelled", code="nothing-labelled")
    found = joined(parts)
    return found if len(parts) >= 5 else _by_stretch(found)


def _by_stretch(examples: Examples) -> Examples:
    """The same, in groups of a stretch of 200 instants each."""
    return Examples(examples.rows, examples.values, np.arange(len(examples)) // (200 // EVERY))


def train_library(
    library: Library, options: TrainingOptions, progress: Progress = unheard, *, mirrored: bool = True
) -> FlagMachines:
    """Train machines for all flags by all that is labelled, and keep them in the library.

    By default they learn from mirror images too, in which flags of the left and the right are exchanged.

    Raises
    ------
    UsageError : nothing is labelled; no flag has both yes and no; scikit-learn is not installed.
    """
    examples = labelled_examples(library, options.shape, lambda part: progress(0.5 * part), mirrored=mirrored)
    machines = train(examples, library.vocabulary, options, lambda part: progress(0.5 + 0.5 * part))
    if not machines.is_taught.any():
        raise UsageError(
            f"{library.path}: no flag has both frames where it holds and frames where it does not",
            code="one-sided-labels",
        )
    library.keep(KEPT, KIND, machines.to_bytes())
    return machines


def machines_of(library: Library) -> FlagMachines:
    """Return the machines that are kept in a library; UsageError where there are none, or damaged ones."""
    data = library.kept(KEPT, KIND)
    if data is None:
        raise UsageError(f"{library.path}: it has not been trained yet", code="not-trained")
    return FlagMachines.from_bytes(data)


def apply_machines(library: Library, machines: FlagMachines, progress: Progress = unheard) -> tuple[int, int]:
    """Store what machines guess of all clips, and return of how many, and how many have no body.

    Of a flag without a machine, guesses of earlier machines are forgotten; those of others stay. Clips that these very
    machines have judged are left alone.
    """
    stamp = stamp_of(machines)
    flags = known_flags(library, machines)
    for clip, path in bodies(library, progress):
        forget_unlearnt(library, clip.id, flags)
        if all(library.guess_stamp(clip.id, flag) == stamp for flag in flags):
            continue
        found = guess_of_frames(machines, path, clip.fps, clip.n_frames)
        for flag in flags:
            row = found[machines.flags.index(flag)].astype(np.float32)
            library.keep_guesses(clip.id, flag, row, stamp)
    clips = library.clips()
    done = sum(clip.has_body for clip in clips)
    return done, len(clips) - done


def forget_unlearnt(library: Library, clip_id: int, flags: Collection[str]) -> None:
    """Drop what machines guessed of a clip's flags other than those that have a machine now."""
    for flag in library.vocabulary:
        if flag not in flags and (library.guess_stamp(clip_id, flag) or "").startswith(KIND):
            library.drop_guess(clip_id, flag)


def stamp_of(machines: FlagMachines) -> str:
    """Return what guesses of these machines are marked with."""
    return f"{KIND} {hashlib.sha256(machines.to_bytes()).hexdigest()[:16]}"


def known_flags(library: Library, machines: FlagMachines) -> list[str]:
    """Return the flags of the library that have a machine."""
    taught = {flag for flag, is_taught in zip(machines.flags, machines.is_taught, strict=True) if is_taught}
    return [flag for flag in library.vocabulary if flag in taught]


@dataclass(frozen=True, eq=False)
class Next:
    """A stretch to label.

    Parameters
    ----------
    clip : where.
    start, stop : frames from 0, the second excluded.
    margin : mean over its instants of the least size of any flag's margin; None without machines.
    probability : flag → mean probability there, of flags that have a machine.
    left, total : stretches that are not labelled, and all.
    """

    clip: Clip
    start: int
    stop: int
    margin: float | None
    probability: dict[str, float]
    left: int
    total: int


def next_stretch(
    library: Library, rule: QueryRule, machines: FlagMachines | None, progress: Progress = unheard
) -> Next:
    """Return the stretch that a rule would have labelled next.

    A stretch counts as labelled where a person said something of each of its frames.

    Raises
    ------
    UsageError : everything is labelled.
    """
    found: list[tuple[Clip, Stretch, bool]] = []
    rows: list[Floats32] = []
    margins: list[Floats] = []
    for clip, path in bodies(library, progress):
        said = np.asarray((by_person(library.annotations(clip.id)) >= 0).any(axis=0))
        for stretch in stretches_of([(clip.id, path.n_instants)]):
            found.append((clip, stretch, bool(said[slice(*stretch.frames(clip.fps, clip.n_frames))].all())))
            rows.append(COARSE.rows(path, stretch.instants(COARSE_EVERY)))
            if machines is not None:
                margins.append(margins_at(machines, path, stretch.instants(EVERY)))
    pool = Pool(rows, margins, np.array([done for *_, done in found], dtype=np.bool_))
    chosen = rule.next(pool)
    clip, stretch, _ = found[chosen]
    margin: float | None = None
    probability: dict[str, float] = {}
    if machines is not None:
        margin = float(np.mean(np.nanmin(np.abs(margins[chosen]), axis=1)))
        mean = np.mean(machines.probability(margins[chosen]), axis=0)
        probability = {flag: float(mean[machines.flags.index(flag)]) for flag in known_flags(library, machines)}
    start, stop = stretch.frames(clip.fps, clip.n_frames)
    return Next(clip, start, stop, margin, probability, len(pool.open), len(found))
