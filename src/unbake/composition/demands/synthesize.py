"""A motion on demand from a library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from threadpoolctl import threadpool_limits

from unbake.composition.demands.asking import SearchRequest, asked_of
from unbake.composition.demands.material import Material, material_of
from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.ground.wording import listed
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.motion.motion import Motion
from unbake.synthesis.blending.blended import Blended
from unbake.synthesis.blending.tracks import tracks_of
from unbake.synthesis.demands.assembling import Run, assemble, runs_of
from unbake.synthesis.demands.costs import Costs, residuals
from unbake.synthesis.demands.demand import Demand
from unbake.synthesis.demands.problem import Targets
from unbake.synthesis.demands.search import SearchOptions, SearchResult, search

Progress = Callable[[SearchResult], None]


@dataclass(eq=False)
class Synthesized:
    """A motion that was made on demand.

    Parameters
    ----------
    demand, asked, material : what was wanted, and of what it is made.
    found : the best sequence of frames.
    history : seconds since the search began and cost, each time it was better.
    blended : the motion with its plants, feet cleaned; a source is one of `runs`.
    was_interrupted : whether the search was stopped early.
    """

    demand: Demand
    asked: SearchRequest
    material: Material
    found: SearchResult
    history: tuple[tuple[float, float], ...]
    blended: Blended
    was_interrupted: bool = False
    notes: tuple[str, ...] = field(default=())

    @property
    def motion(self) -> Motion:
        """The motion, at 60 frames a second."""
        return self.blended.motion

    @property
    def costs(self) -> Costs:
        """What it costs."""
        return self.found.costs

    @cached_property
    def runs(self) -> list[Run]:
        """The stretches of clips that it consists of."""
        return runs_of(self.asked.problem.pool, self.found.frames)

    def wrong_flags(self) -> Booleans:
        """Return in which frames which flag is not as it should be, or not known (flags, n)."""
        values = self.material.values[:, self.found.frames]
        wanted = self.asked.wanted
        return np.asarray(((wanted == 1) & (values != 1)) | ((wanted == -1) & (values != 0)))

    def residuals(self) -> tuple[Indices, Floats, Floats]:
        """Return how far the finished motion is from its targets: frames (m,), metres, metres and radians (m, 3), and
        weights (m, 3), see `synthesis.demands.costs.residuals`."""
        tracks = tracks_of(self.motion)
        way = np.concatenate([tracks.places_m, tracks.headings_rad[:, None]], axis=1)
        return residuals(self.asked.problem, way)


def synthesize(
    library: Library,
    demand: Demand,
    *,
    clips: Sequence[Clip] | None = None,
    figure: str | int | None = None,
    options: SearchOptions | None = None,
    material: Material | None = None,
    progress: Progress = lambda found: None,
) -> Synthesized:
    """Return a motion that meets a demand as well as the clips of a library can.

    Parameters
    ----------
    library : annotated clips.
    demand : what is wanted.
    clips : those that may be used; all by default.
    figure : the clip whose skeleton moves; that with most frames by default.
    options : how long to search. A KeyboardInterrupt ends the search, and the best so far is finished.
    material : what `material_of` returned for the library, to use it again.
    progress : told what was found, after every sweep.

    Raises
    ------
    UsageError : what the library cannot do, see `asked_of`; no clips with a body.
    MotionError : a skeleton without legs, or whose root cannot move.
    """
    material = material or material_of(library, clips, figure=figure)
    asked = asked_of(demand, material)
    found, history, interrupted = searched(asked, options, progress)
    return finished(demand, asked, material, found, history, interrupted)


def searched(
    asked: SearchRequest,
    options: SearchOptions | None = None,
    progress: Progress = lambda found: None,
    start: Sequence[Indices] = (),
) -> tuple[SearchResult, tuple[tuple[float, float], ...], bool]:
    """Return the best that the search finds, when it was better, and whether a KeyboardInterrupt ended it."""
    best: SearchResult | None = None
    history: list[tuple[float, float]] = []
    interrupted = False
    try:
        # Products of some hundred rows: to wake other threads takes longer than the work.
        with threadpool_limits(1, "blas"):
            for found in search(asked.problem, options, start):
                if best is None or found.costs.total < best.costs.total:
                    history.append((found.after_s, found.costs.total))
                best = found
                progress(found)
    except KeyboardInterrupt:
        if best is None:
            raise
        interrupted = True
    if best is None:
        raise UsageError("the search was given no time to find anything")
    return best, tuple(history), interrupted


def finished(
    demand: Demand,
    asked: SearchRequest,
    material: Material,
    found: SearchResult,
    history: tuple[tuple[float, float], ...] = (),
    interrupted: bool = False,
    targets: Targets | None = None,
) -> Synthesized:
    """Return the motion of a sequence of frames: joins blended, led to its targets (or others), feet cleaned."""
    runs = runs_of(asked.problem.pool, found.frames)
    poses = np.flatnonzero(asked.problem.fixed >= 0).tolist()
    blended = assemble(runs, material.source, targets or asked.problem.targets, poses).with_clean_feet()
    notes = list(blended.notes)
    if material.left_out:
        why = "no legs with toes, no root that moves or less than a third of a second"
        notes.append(f"left out, as they have {why}: {listed(material.left_out, most=5)}")
    return Synthesized(demand, asked, material, found, history, blended, interrupted, tuple(notes))
