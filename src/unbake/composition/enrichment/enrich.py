"""Transplants drawn, judged and stored, until a library has so many minutes of them."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from unbake.composition.enrichment import carried_flags
from unbake.composition.enrichment.judge import FLAG, Judge, MeasuresJudge
from unbake.composition.enrichment.library_pool import LibraryPool, donor_clips, library_pool
from unbake.composition.enrichment.machine_judge import judge_of_library
from unbake.composition.enrichment.trial import Transplant, Trial, human_stretches, trial_of, tried
from unbake.composition.enrichment.yields import Progress
from unbake.errors import UsageError
from unbake.ground.processes import end_with_parent, interrupts_kept_back
from unbake.ground.progress import Report
from unbake.library.annotations import flag_index
from unbake.library.library import Library
from unbake.motion.body.body_path import RATE_HZ
from unbake.synthesis.transplants.draw import LARGEST_SEED
from unbake.synthesis.transplants.rule import DEFAULT_RULES, rules_named

TAG = "transplant"
KEEPS = ("all", "judged")
JUDGES = ("measures", "svm")
MOST_MINUTES = 60_000.0
AHEAD = 4
"""Draws for each process that are made before they are asked for."""
IN_VAIN = 500
"""Draws in a row of which nothing is kept, after which there is no point in going on."""


@dataclass(frozen=True)
class EnrichOptions:
    """How a library is enriched.

    Parameters
    ----------
    minutes : of transplants that it is to have by this seed and these rules, above 0.
    seed : of all draws.
    rules : names of the rules that are drawn from.
    keep : ``all`` keeps whole transplants, ``judged`` the stretches of a second or more that look human.
    judge : ``measures``, or ``svm``, the thesis's, which is taught by what is labelled in the library.
    jobs : processes; 0 means one for each core.

    Raises
    ------
    UsageError : options out of their ranges, unknown rules.
    """

    minutes: float
    seed: int = 0
    rules: tuple[str, ...] = DEFAULT_RULES
    keep: str = "all"
    judge: str = "measures"
    jobs: int = 0

    def __post_init__(self) -> None:
        if not 0.0 < self.minutes <= MOST_MINUTES:
            raise UsageError(f"the minutes must be above 0 and at most {MOST_MINUTES:,.0f}, not {self.minutes:g}")
        if not 0 <= self.seed < LARGEST_SEED:
            raise UsageError(f"the seed must be a whole number of 0 or more, not {self.seed}")
        if self.keep not in KEEPS:
            raise UsageError(f"what is kept must be {' or '.join(KEEPS)}, not '{self.keep}'")
        if self.judge not in JUDGES:
            raise UsageError(f"the judge must be {' or '.join(JUDGES)}, not '{self.judge}'")
        if self.jobs < 0:
            raise UsageError(f"the number of processes must be 1 or more, not {self.jobs}")
        rules_named(self.rules)

    @property
    def frames(self) -> int:
        """The minutes as frames."""
        return round(self.minutes * 60.0 * RATE_HZ)


def enrich(
    library: Library,
    options: EnrichOptions,
    progress: Report = lambda step, part: None,
) -> Progress:
    """Add transplants to a library until it has so many minutes of them, and return what the rules came to.

    The last draw is kept whole, so that there may be a little more.

    Every transplant is stored as a recipe, tagged with `TAG` and its rule, with what the judge says (`FLAG`) and the
    flags of what is most like it. Each draw is there as a whole or not at all; the same call goes on after an
    interruption, with the same draws whatever the number of processes.

    Parameters
    ----------
    progress : called with a step (``looking``, ``transplanting``) and the part of it that is done, 0 to 1.

    Raises
    ------
    UsageError : no clip with a body, no rule that makes anything of these clips, nothing labelled for the SVM.
    FileError : the library cannot be read or written.
    """
    library.database.check_writable()
    donor_clips(library)
    judge = judge_of_library(library) if options.judge == "svm" else None
    pool = library_pool(library, lambda part: progress("looking", part))
    stamp = _stamp(pool, options, judge)
    name = f"enrichment {options.seed} {options.keep} {options.judge} {','.join(options.rules)}"
    kept = library.kept(name, stamp)
    so_far = Progress() if kept is None else Progress.from_bytes(kept)
    if so_far.kept_frames >= options.frames:
        return so_far
    keeper = _Keeper(library, pool, options, judge)
    in_vain = 0
    for trial in _trials(library, pool, options, judge, so_far.next_draw):
        before = so_far.kept_frames
        with library.database.transaction():
            so_far.count(trial)
            keeper.keep(trial, so_far)
            library.keep(name, stamp, so_far.to_bytes())
        progress("transplanting", min(so_far.kept_frames / options.frames, 1.0))
        in_vain = 0 if so_far.kept_frames > before else in_vain + 1
        if so_far.kept_frames >= options.frames:
            break
        if in_vain >= IN_VAIN:
            raise UsageError(
                f"{library.path}: {IN_VAIN:,} draws in a row made nothing new that was kept; add clips, or other rules "
                f"({so_far.kept_frames / (60.0 * RATE_HZ):.1f} minutes are there)",
                code="nothing-to-transplant",
            )
    return so_far


def _stamp(pool: LibraryPool, options: EnrichOptions, judge: Judge | None) -> str:
    parts = [pool.stamp, str(options.seed), options.keep, *options.rules, (judge or MeasuresJudge(pool.arms)).stamp]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _trials(
    library: Library, pool: LibraryPool, options: EnrichOptions, judge: Judge | None, first: int
) -> Iterator[Trial]:
    """Yield the trials of all draws in order, from the first on, without end."""
    if options.jobs == 1:
        number = first
        while True:
            yield trial_of(pool.pool, options.rules, options.seed, number, judge or MeasuresJudge(pool.arms))
            number += 1
    # Imported late: most commands need no other processes. Of joblib only the pool: its own generators run ahead of who
    # asks them, a thousand draws that nobody wants.
    from joblib import cpu_count
    from joblib.executor import get_memmapping_executor

    jobs = options.jobs or cpu_count()
    with interrupts_kept_back():
        executor = get_memmapping_executor(jobs, initializer=end_with_parent, initargs=(os.getpid(),))
    path, number = str(library.path.absolute()), first
    waiting: deque[Future[Trial]] = deque()
    try:
        while True:
            with interrupts_kept_back():
                while len(waiting) < AHEAD * jobs:
                    waiting.append(executor.submit(tried, path, pool.stamp, options.rules, options.seed, number, judge))
                    number += 1
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


class _Keeper:
    """What stores transplants."""

    def __init__(self, library: Library, pool: LibraryPool, options: EnrichOptions, judge: Judge | None) -> None:
        self.library, self.pool, self.options = library, pool, options
        self.stamp = (judge or MeasuresJudge(pool.arms)).stamp
        if FLAG.casefold() not in {flag.casefold() for flag in library.vocabulary}:
            library.set_vocabulary((*library.vocabulary, FLAG))
        self.flag = library.vocabulary[flag_index(library.vocabulary, FLAG)]
        self.exemplars = carried_flags.exemplars(library, skip=(self.flag,))

    def keep(self, trial: Trial, so_far: Progress) -> None:
        """Store what is to be kept of a trial, and count it."""
        for place, one in enumerate(trial.transplants):
            whole = [(0, len(one.probability))]
            for start, stop in whole if self.options.keep == "all" else human_stretches(one):
                if self._store(trial, place, one, start, stop):
                    so_far.kept_frames += stop - start
                    so_far.kept_clips += 1

    def _store(self, trial: Trial, place: int, one: Transplant, start: int, stop: int) -> bool:
        used = one.recipe.sources
        numbers = {source: at for at, source in enumerate(used)}
        recipe = one.recipe.renumbered([numbers.get(n, 0) for n in range(used[-1] + 1)]).excerpt(start, stop)
        clips = [self.pool.clips[source] for source in used]
        name = f"{trial.rule}-{self.options.seed}-{trial.number}-{place + 1}"
        licences = "; ".join(sorted({clip.licence for clip in clips if clip.licence}))
        clip_id, is_new = self.library.add_composed(
            recipe, [clip.id for clip in clips], name, source=_said(one), tags=(TAG, trial.rule), licence=licences
        )
        if is_new:
            self._annotate(clip_id, one, start, stop)
        return is_new

    def _annotate(self, clip_id: int, one: Transplant, start: int, stop: int) -> None:
        # Nothing is known near the ends: one half is what says so.
        probability = np.nan_to_num(one.probability[start:stop], nan=0.5)
        self.library.keep_guesses(clip_id, self.flag, probability, self.stamp)
        if self.exemplars is None:
            return
        from unbake.motion.body.body_path import body_path

        carried = self.exemplars.carried(body_path(self.library.motion(clip_id)))
        for flag, row in zip(self.exemplars.flags, carried, strict=True):
            if np.isfinite(row).all():
                self.library.keep_guesses(clip_id, flag, row.astype(np.float32), carried_flags.STAMP)


def _said(one: Transplant) -> str:
    """What was measured, as lists of clips show it in place of a file."""
    found = one.measured
    return (
        f"transplant; feet drift {found.drift_mm:.0f} mm, soles sink {found.sinking_mm:.0f} mm, limbs "
        f"{found.penetration_mm:.0f} mm deep, jerk {found.jerk_m_s3:.0f} m/s³"
    )
