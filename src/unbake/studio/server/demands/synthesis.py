"""The search for a motion on demand, as the page follows it."""

from __future__ import annotations

import time
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from unbake.errors import UnbakeError, UsageError
from unbake.ground.notes import written_out
from unbake.ground.progress import Report
from unbake.library import Library
from unbake.studio.server import messages as m
from unbake.studio.server.demands.parts import demand_of, problem_of
from unbake.studio.server.opening.made_clips import keep_made

if TYPE_CHECKING:
    from unbake.composition.demands.asking import SearchRequest
    from unbake.composition.demands.material import Material
    from unbake.composition.demands.synthesize import Synthesized
    from unbake.studio.server.opening.uploads import Uploads
    from unbake.synthesis.demands.demand import Demand
    from unbake.synthesis.demands.search import SearchResult

LONGEST_S = 3600.0


class DemandDesk:
    """What a person says while a search goes on, and what was found last."""

    def __init__(self) -> None:
        self.stop = Event()
        self._last: tuple[str, Synthesized] | None = None

    def checked(self, library: Library, parts: m.DemandParts, report: Report) -> m.DemandChecked:
        """Return what stands in the way of a demand."""
        try:
            _asked(library, parts, report)
        except UnbakeError as error:
            return m.DemandChecked(problem_of(error, parts))
        return m.DemandChecked(None)

    def synthesized(self, library: Library, message: m.Synthesize, uploads: Uploads, report: Report) -> m.Synthesized:
        """Return the motion that meets a demand best, which waits to be opened; `stop` takes the best so far."""
        from unbake.composition.demands.synthesize import finished, searched
        from unbake.synthesis.demands.search import SearchOptions

        self.stop.clear()
        try:
            demand, material, asked = _asked(library, message.parts, report)
            seconds = min(max(message.seconds, 0.1), LONGEST_S)
            options = SearchOptions(sweeps=100_000, seconds=seconds, seed=max(message.seed, 0))
        except UnbakeError as error:
            return _refused(problem_of(error, message.parts))
        began = time.perf_counter()

        def follow(found: SearchResult) -> None:
            after = time.perf_counter() - began
            report(f"Searching: the best so far costs {found.costs.total:.1f}", 0.9 * min(after / seconds, 1.0))
            if self.stop.is_set():
                raise KeyboardInterrupt  # the search ends with the best so far

        found, history, was_stopped = searched(asked, options, follow)
        report("Blending joins and cleaning feet", 0.95)
        made = finished(demand, asked, material, found, history, was_stopped)
        upload = keep_made(uploads, made.motion, "on demand", made.blended.labels, source="made on demand")
        self._last = upload, made
        return _reply(made, upload)

    def page(self, upload: str, title: str) -> str:
        """Return the report of the motion that was found last; UsageError where that is another one."""
        from unbake.composition.demands.page import page_of

        if self._last is None or self._last[0] != upload:
            raise UsageError("another motion was found since; synthesize again for a report of this one")
        return page_of(self._last[1], title=title)


def _asked(library: Library, parts: m.DemandParts, report: Report) -> tuple[Demand, Material, SearchRequest]:
    from unbake.composition.demands.asking import asked_of
    from unbake.composition.demands.material import material_of

    demand = demand_of(parts)
    material = material_of(library, report=lambda part: report("Reading the library", 0.1 * part))
    return demand, material, asked_of(demand, material)


def _refused(problem: m.DemandProblem) -> m.Synthesized:
    return m.Synthesized(
        problem, "", 0, 60.0, 0.0, 0.0, 0.0, 0.0, (), (), (), (), (), None, None, np.zeros(0, np.float32), False, ()
    )


def _reply(made: Synthesized, upload: str) -> m.Synthesized:
    from unbake.composition.demands.facts import flag_facts, place_facts, pose_facts, run_facts
    from unbake.motion.body.body_path import RATE_HZ
    from unbake.synthesis.blending.tracks import tracks_of

    tracks, costs = tracks_of(made.motion), made.costs
    way = np.column_stack([tracks.places_m, np.degrees(tracks.headings_rad)]).astype(np.float32)
    flags, places = flag_facts(made), place_facts(made)
    path = next((one for one in places if "path_mean_m" in one), {})
    return m.Synthesized(
        problem=None,
        upload=upload,
        n_frames=made.motion.n_frames,
        fps=float(RATE_HZ),
        cost=costs.total,
        cost_flags=costs.flags,
        cost_joins=costs.joins,
        cost_places=costs.places,
        runs=tuple(m.SourceRun(**run) for run in run_facts(made)),
        wrong=tuple(m.WrongFlag(one["flag"], first, last) for one in flags for first, last in one["wrong"]),
        flags=tuple(
            m.FlagMet(one["flag"], one["wanted"] == "must", one["frames"], sum(b - a + 1 for a, b in one["wrong"]))
            for one in flags
        ),
        places=tuple(m.SpotMet(**one) for one in places if "at_s" in one),
        poses=tuple(m.PoseMet((one["frame"] - 1) / RATE_HZ, one["is_shown"]) for one in pose_facts(made)),
        path_mean_m=path.get("path_mean_m"),
        path_worst_m=path.get("path_worst_m"),
        way=way.ravel(),
        was_stopped=made.was_interrupted,
        notes=tuple(map(written_out, made.notes)),
    )
