"""Transitions of a library at run time: from any frame to any other, or to a flag, in the table's length.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.3 and figure
5.5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from unbake.composition.material import LibraryMaterial, library_material
from unbake.composition.transition_table import kept_transition_table, medoid_distances
from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.ground.progress import Progress
from unbake.library.library import Library
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_product
from unbake.synthesis.blending.transition import labels_around
from unbake.synthesis.material.material import Place
from unbake.synthesis.transitions.prepared import PreparedMotion, prepared, seen_from
from unbake.synthesis.transitions.quick.quick import QuickBlender, QuickTransition, TransitionWindow
from unbake.synthesis.transitions.table import TransitionTable

ROOM_S = 0.5
"""Where a transition leads to a flag, the flag goes on for so long, or for as long as it does anywhere."""


@dataclass(frozen=True, eq=False)
class LibraryTransition:
    """A transition, and what it was made of.

    Parameters
    ----------
    quick : the transition.
    source, target : the frames from which and to which it leads.
    medoids : those of the two windows.
    between : the intermediaries, medoids in order.
    cost_m : what the table says of a blend between these medoids over these intermediaries; None for one without,
        where the table has others.
    """

    quick: QuickTransition
    source: Place
    target: Place
    medoids: tuple[int, int]
    between: tuple[int, ...]
    cost_m: float | None


class Transitions:
    """Makes transitions between all frames of a library's clips.

    Parameters
    ----------
    library : with a transition table, see `build_transition_table`.
    found : its material, if it is at hand.
    report : called with the part that is read, 0 to 1.

    Raises
    ------
    UsageError, FileError : see `kept_transition_table`.
    """

    def __init__(
        self,
        library: Library,
        found: LibraryMaterial | None = None,
        report: Progress = lambda part: None,
    ) -> None:
        self.found = found or library_material(library, report=report)
        self.table: TransitionTable = kept_transition_table(library, self.found)
        self._prepared: dict[int, PreparedMotion] = {}
        self._intermediaries: dict[int, TransitionWindow] = {}
        self._flagged: dict[str, tuple[Indices, Indices]] = {}
        self._distances = medoid_distances(library, self.found, self.table, self.motion)

    def motion(self, clip: int) -> PreparedMotion:
        """Return a clip of the material, prepared once."""
        if clip not in self._prepared:
            self._prepared[clip] = prepared(self.found.material.sources[clip])
        return self._prepared[clip]

    def prepare(self) -> None:
        """Prepare all clips and intermediaries at once, so that no transition has to wait for them."""
        for clip in range(len(self.found.material.sources)):
            _ = self.motion(clip).packed
        for medoid in range(len(self.table)):
            window = self._intermediary(medoid)
            _ = window.rows, window.joints, window.feet

    @cached_property
    def _blender(self) -> QuickBlender:
        return QuickBlender(self.motion(int(self.table.clips[0])))

    @cached_property
    def nearest(self) -> tuple[Indices, ...]:
        """The nearest medoid of each window of each clip."""
        return tuple(own.argmin(axis=1) if len(own) else np.zeros(0, np.int64) for own in self._distances)

    def distances_m(self, clip: int) -> Floats32:
        """Return how far each window of a clip is from each medoid, (F − N + 1, K)."""
        return self._distances[clip]

    def nearest_at(self, window: Place) -> int:
        """Return the medoid nearest to the window that begins at a frame; UsageError where the clip ends before."""
        own = self.nearest[window.clip]
        if not 0 <= window.frame < len(own):
            self._refuse(window)
        return int(own[window.frame])

    def _refuse(self, window: Place) -> None:
        n, clip = self.table.n_frames, self.found.clips[window.clip]
        raise UsageError(
            f"{clip.name}: a transition needs {n / self.found.material.fps:g} s of motion after the frame that it "
            "starts from and before the frame that it leads to: choose frames farther from the clip's ends, or add a "
            "longer clip",
            code="no-window",
        )

    def make(self, source: Place, target: Place, *, direct: bool = False) -> LibraryTransition:
        """Return the transition from a frame to another.

        Parameters
        ----------
        source : the frame at which it begins; the clip must go on for the table's length.
        target : the frame at which it ends; the clip must have begun so long before.
        direct : whether the two motions alone are blended, without the intermediaries of the table.

        Raises
        ------
        UsageError : too near to the end or the start of a clip.
        """
        end = Place(target.clip, target.frame - self.table.n_frames + 1)
        i, j = self.nearest_at(source), self.nearest_at(end)
        best = tuple(self.table.between(i, j))
        between = () if direct else best
        middle = [self._intermediary(k) for k in between]
        n = self.table.n_frames
        first, last = (TransitionWindow(self.motion(place.clip), place.frame, n) for place in (source, end))
        warps: list[Floats | None] = [None] * (len(middle) + 1)
        if len(between) == 2:
            warps[1] = self.table.warps[between[0], between[1]]
        quick = self._blender([first, *middle, last], warps)
        cost = float(self.table.search.costs_m[i, j]) if between == best else None
        return LibraryTransition(quick, source, target, (i, j), between, cost)

    def make_to_flag(self, source: Place, flag: str, *, direct: bool = False) -> LibraryTransition:
        """Return the transition from a frame to where a flag holds: of all clusters with it the cheapest.

        Raises
        ------
        UsageError : no clip carries the flag, or nowhere with so much motion before it.
        """
        return self.make(source, self.flagged(source, flag), direct=direct)

    def flagged(self, source: Place, flag: str) -> Place:
        """Return the frame with a flag to which the cheapest transition leads from a frame; UsageError as above."""
        clips, frames = self._frames_of(flag)
        costs = np.where(clips >= 0, self.table.search.costs_m[self.nearest_at(source)], np.inf)
        best = int(costs.argmin())
        return Place(int(clips[best]), int(frames[best]))

    def _frames_of(self, flag: str) -> tuple[Indices, Indices]:
        """Of each cluster the frame with a flag whose window is nearest to the medoid: clip, −1 for none, and frame.

        The flag goes on for half a second there, or for as long as it does anywhere.
        """
        if flag not in self._flagged:
            clips, frames = np.full(len(self.table), -1), np.zeros(len(self.table), np.int64)
            least = np.full(len(self.table), np.inf)
            lasting = self._lasting(flag)
            enough = min(round(ROOM_S * self.found.material.fps), max(int(own.max(initial=0)) for own in lasting))
            if not enough:
                raise UsageError(
                    f"the flag '{flag}' only holds within {self.table.n_frames / self.found.material.fps:g} s of the "
                    "start of clips: add longer clips with it",
                    code="flag-too-early",
                )
            for clip, own in enumerate(self._distances):
                for window in np.flatnonzero(lasting[clip] >= enough):
                    cluster = self.nearest[clip][window]
                    if own[window, cluster] < least[cluster]:
                        least[cluster], clips[cluster] = own[window, cluster], clip
                        frames[cluster] = window + self.table.n_frames - 1
            self._flagged[flag] = (clips, frames)
        return self._flagged[flag]

    def _lasting(self, flag: str) -> list[Indices]:
        """For each window of each clip, for how many frames a flag holds from the window's last frame on."""
        holds, starts = self.found.material.flag(flag), self.found.material.starts
        out: list[Indices] = []
        for first, end, own in zip(starts[:-1], starts[1:], self._distances, strict=True):
            numbers = np.arange(end - first)
            ends = np.where(holds[first:end], end - first, numbers)
            lasting = np.minimum.accumulate(ends[::-1])[::-1] - numbers
            out.append(lasting[self.table.n_frames - 1 :] if len(own) else lasting[:0])
        return out

    def _intermediary(self, medoid: int) -> TransitionWindow:
        if medoid not in self._intermediaries:
            clip, first = int(self.table.clips[medoid]), int(self.table.firsts[medoid])
            self._intermediaries[medoid] = TransitionWindow(self.motion(clip), first, self.table.n_frames)
        return self._intermediaries[medoid]

    def joined(self, made: LibraryTransition) -> tuple[Motion, FootLabels]:
        """Return a transition with what comes before it in its source and what follows in its target, and the plants.

        The target goes on from where the transition ends.
        """
        before, after, quick = self.motion(made.source.clip), self.motion(made.target.clip), made.quick
        start, end = made.source.frame, made.target.frame
        own = before.source.motion
        moved_rotations, moved_translations = _placed(after, end, quick.path[-1])
        motion = Motion(
            quick.motion.skeleton,
            np.concatenate([own.rotations_xyzw[:start], quick.motion.rotations_xyzw, moved_rotations]),
            np.concatenate([own.translations_m[:start], quick.motion.translations_m, moved_translations]),
            own.fps,
            own.first_frame,
        )
        labels = labels_around(before.source, start, quick.labels, after.source, end, motion.n_frames)
        return motion, replace(labels, first_frame=motion.first_frame)


def _placed(motion: PreparedMotion, end: int, row: Floats) -> tuple[Floats, Floats]:
    """Rotations and translations of what follows a frame, moved so that this frame is at a row of a path."""
    own = motion.source.motion
    rotations, translations = own.rotations_xyzw[end + 1 :].copy(), own.translations_m[end + 1 :].copy()
    if not len(rotations):
        return rotations, translations
    there = np.tile(motion.path[end], (len(rotations), 1))
    seen = seen_from(there, translations[:, :1])
    x, z = seen[..., 0].copy(), seen[..., 2].copy()
    translations[:, :1, 0] = row[3] * x + row[4] * z + row[0]
    translations[:, :1, 2] = row[3] * z - row[4] * x + row[1]
    translations[:, :1, 1] = seen[..., 1]
    half = 0.5 * (row[2] - motion.path[end, 2])
    up: Floats = np.array([0.0, np.sin(half), 0.0, np.cos(half)])
    rotations[:, 0] = quaternion_product(np.tile(up, (len(rotations), 1)), rotations[:, 0])
    return rotations, translations
