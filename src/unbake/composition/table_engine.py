"""The transition table as an engine: it follows clips and leaves them by transitions of the table's length.

Where a flag is requested, the cheapest entry among the clusters that carry it leads there. The table knows nothing of
directions and speeds, so what a transition turns is foreseen from the windows that are blended, and weighed against
its cost. A clip is left before less of it remains than a transition needs; where no transition is worth it, and in
clips that are shorter than that, it is played to its end, and the character jumps to the frame that is most like it.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.7 and figure
5.5. Direction and speed, and where to leave from when a clip has too little motion left, are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.composition.transitions import LibraryTransition, Transitions
from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.motion.rotations import wrapped_angle
from unbake.synthesis.blending.tracks import tracks_of
from unbake.synthesis.live.engine import Plan, State
from unbake.synthesis.live.features import Features
from unbake.synthesis.live.request import Request
from unbake.synthesis.material.spliced import Stretch, cut

EVERY_S = 0.2
"""How often it is seen whether the clip still leads to what is requested."""
AFTER_S = 0.75
"""How far what follows a transition is judged."""
STRIDE = 2
"""Frames of clips between two that transitions may lead to."""
COST, AWAY, ALIKE, SHORT, AGAIN = 12.0, 2.0, 0.1, 1.5, 0.6
"""What a metre of a table's entry costs, a metre between a window and its medoid, windows that begin otherwise (by
features: out of step, feet slide), arriving where too little motion is left for the next transition, and arriving where
one arrived lately."""
HEADING, SPEED, FLAG = 24.0, 1.0, 8.0
"""What half a turn away squared costs, a metre a second squared, and being without the flag."""
MARGIN = 0.5
"""How much better than going on a transition must be."""
WRONG, ENDING = 2.5, 2.0
"""What going on costs where it is not what is requested, and what playing a clip to its end costs: from there on, the
character jumps."""
LASTING_S = 1.0 / 3.0
"""A frame that is jumped to must be followed by so much of its clip."""
REMEMBERED = 6
"""How many transitions back one was lately."""


@dataclass(frozen=True, eq=False)
class _Ends:
    """Where transitions may lead to: all (E,), by frames of the material's row."""

    rows: Indices
    clusters: Indices
    away_m: Floats
    turned_rad: Floats
    after_rad: Floats
    speed_m_s: Floats
    is_short: Booleans


class TableTransitions:
    """The engine.

    Parameters
    ----------
    transitions : of a library, with its table.
    features : of the same material, where they are known.

    Raises
    ------
    UsageError : no clip has two transitions' lengths of motion.
    """

    def __init__(self, transitions: Transitions, features: Features | None = None) -> None:
        self._transitions, self._material = transitions, transitions.found.material
        self._features = features or Features.of(self._material)
        transitions.prepare()
        self._n, fps = transitions.table.n_frames, self._material.fps
        steps, turns = self._material.steps
        self._gone = np.cumsum(np.linalg.norm(steps, axis=1))
        self._turned = np.cumsum(turns)
        self._every, self._after = round(EVERY_S * fps), round(AFTER_S * fps)
        self._starts = self._material.left >= self._n - 1
        self._lasting = self._material.left >= round(LASTING_S * fps)
        self._ends = self._all_ends()
        if not len(self._ends.rows):
            raise UsageError(
                f"no clip has more than {self._n / fps:g} s of motion to be led to: add longer clips",
                code="too-little-motion",
            )
        self._nearest = np.concatenate([self._padded(clip) for clip in range(len(self._material.sources))])
        self._between_turns, self._counts = self._turns_between()
        self._lately: list[int] = []

    def check(self, request: Request) -> None:
        """Raise UsageError for a flag that no clip carries, or that no transition can lead to."""
        if request.flag is not None and not self._material.flag(request.flag)[self._ends.rows].any():
            raise UsageError(
                f"the flag '{request.flag}' only holds within {self._n / self._material.fps:g} s of the start of "
                "clips: add longer clips with it",
                code="flag-too-early",
                flag=request.flag,
            )

    def plan(self, state: State, request: Request) -> Plan:
        """Return the next frames of the clip, or a transition to what is requested."""
        row, is_jump = state.row, False
        if not self._starts[row]:
            is_wrong = self._cost_of_going_on(row, state, request) > WRONG
            if self._material.left[row] and not is_wrong:
                return self._played_on(row)
            # The clip has no room for a transition: on from the frame that is most like its own.
            row, is_jump = self._like(row, request, self._starts if is_wrong else self._lasting), True
        if not self._starts[row]:
            return self._played_on(row, is_jump=True)
        number, cost = self._best_end(row, state, request)
        before_last = int(self._material.left[row]) - (self._n - 1)
        margin = MARGIN if before_last else -ENDING
        if self._cost_of_going_on(row, state, request) <= cost + margin:
            return self._played_on(row, before_last or self._every, is_jump=is_jump)
        target = int(self._ends.rows[number])
        self._lately = [*self._lately, target][-REMEMBERED:]
        place = self._material.place
        made = self._transitions.make(place(row), place(target))
        return Plan(stretch_of(made, self._windows(made), target), is_jump=is_jump)

    def _played_on(self, row: int, most: int = 10**9, *, is_jump: bool = False) -> Plan:
        count = min(self._every, int(self._material.left[row]), most)
        return Plan(cut(self._material, row + 1, row + count), is_jump=is_jump)

    def _like(self, row: int, request: Request, allowed: Booleans) -> int:
        """The allowed frame most like another; with its flag, if there is such a one."""
        if request.flag is not None:
            holds = self._material.flag(request.flag)
            flagged = allowed & (holds == holds[row])
            allowed = flagged if flagged.any() else allowed
        query, weights = self._features.query(row)
        return self._features.nearest(query, weights, allowed)[0]

    def _best_end(self, source: int, state: State, request: Request) -> tuple[int, float]:
        """Which end a transition should lead to, and what that costs."""
        ends, window = self._ends, int(self._nearest[source])
        cost = COST * self._transitions.table.search.costs_m[window, ends.clusters] + AWAY * ends.away_m
        query, weights = self._features.query(source)
        cost = cost + ALIKE * ((self._features.values[ends.rows - self._n + 1] - query) ** 2 @ weights)
        cost = cost + np.where(ends.is_short, SHORT, 0.0)
        for target in self._lately:
            cost += np.where(np.abs(ends.rows - target) < self._n, AGAIN, 0.0)
        if request.flag is not None:
            holds = self._material.flag(request.flag)
            cost += np.where(holds[ends.rows], 0.0, FLAG)
            if not holds[source] and not request.goes:
                # Nothing else is asked for: the cheapest entry alone decides which cluster it is.
                entries = self._transitions.table.search.costs_m[window, ends.clusters]
                cost += np.where(entries > entries[holds[ends.rows]].min(), FLAG, 0.0)
        if request.direction_rad is not None:
            own = self._turned[source + self._n - 1] - self._turned[source]
            between, count = self._between_turns[window, ends.clusters], self._counts[window, ends.clusters]
            # The weights of a blend of n windows are 1/n each, on average over its length.
            turned = (own + between + ends.turned_rad) / (2.0 + count)
            cost += HEADING * _off(state.heading_rad + turned + 0.5 * ends.after_rad, request.direction_rad) ** 2
        if request.speed_m_s is not None:
            cost += SPEED * (ends.speed_m_s - request.speed_m_s) ** 2
        number = int(cost.argmin())
        return number, float(cost[number])

    def _cost_of_going_on(self, row: int, state: State, request: Request) -> float:
        """The same of the frames that follow a frame in its clip."""
        end = int(min(row + self._after, row + self._material.left[row]))
        seconds = max(end - row, 1) / self._material.fps
        cost = 0.0
        if request.flag is not None and not self._material.flag(request.flag)[min(row + 1, end) : end + 1].all():
            cost += FLAG
        if request.direction_rad is not None:
            heading = state.heading_rad + self._turned[end] - self._turned[row]
            cost += HEADING * float(_off(np.array(heading), request.direction_rad)) ** 2
        if request.speed_m_s is not None:
            speed = (self._gone[end] - self._gone[row]) / seconds
            cost += SPEED * float(speed - request.speed_m_s) ** 2
        return cost

    def _windows(self, made: LibraryTransition) -> Indices:
        """The first frames, in the material's row, of the windows that a transition blends."""
        table, material = self._transitions.table, self._material
        middle = [int(material.starts[table.clips[k]]) + int(table.firsts[k]) for k in made.between]
        return np.array([material.row(made.source), *middle, material.row(made.target) - self._n + 1])

    def _all_ends(self) -> _Ends:
        material, n = self._material, self._n
        parts = []
        for clip in range(len(material.sources)):
            start, end = int(material.starts[clip]), int(material.starts[clip + 1])
            parts.append(np.arange(start + n - 1, end - 1, STRIDE))
        rows = np.concatenate(parts).astype(np.int64)
        after = np.minimum(rows + self._after, rows + material.left[rows])
        clusters, away = self._clusters(rows)
        seconds = (after - rows) / material.fps
        return _Ends(
            rows,
            clusters,
            away,
            self._turned[rows] - self._turned[rows - n + 1],
            self._turned[after] - self._turned[rows],
            (self._gone[after] - self._gone[rows]) / seconds,
            material.left[rows] < n - 1,
        )

    def _clusters(self, rows: Indices) -> tuple[Indices, Floats]:
        """The cluster of the window that ends at each frame, and how far it is from its medoid."""
        transitions, material = self._transitions, self._material
        clips = material.clip_of[rows]
        firsts = rows - material.starts[clips] - self._n + 1
        clusters = np.zeros(len(rows), dtype=np.int64)
        away = np.zeros(len(rows))
        for clip in np.unique(clips):
            own = clips == clip
            clusters[own] = transitions.nearest[clip][firsts[own]]
            away[own] = transitions.distances_m(int(clip))[firsts[own], clusters[own]]
        return clusters, away

    def _padded(self, clip: int) -> Indices:
        """The cluster of the window that begins at each frame of a clip; 0 where none does."""
        own = self._transitions.nearest[clip]
        return np.concatenate([own, np.zeros(self._material.sources[clip].n_frames - len(own), dtype=np.int64)])

    def _turns_between(self) -> tuple[Floats, Indices]:
        """How far the intermediaries from each medoid to each turn (K, K), all together, and how many they are."""
        table, starts = self._transitions.table, self._material.starts
        firsts = starts[table.clips] + table.firsts
        turns = np.append(self._turned[firsts + self._n - 1] - self._turned[firsts], 0.0)
        between = table.search.between
        return turns[np.where(between >= 0, between, len(table))].sum(axis=2), (between >= 0).sum(axis=2)


def stretch_of(made: LibraryTransition, windows: Indices, last: int) -> Stretch:
    """Return a transition without its first frame, which is the frame that it starts from.

    Parameters
    ----------
    made : the transition.
    windows : (n,) the frames of the material's row where the windows begin that it blends. The two that count most are
        the origins of a frame, the heavier one first.
    last : the frame of the row that it leads to.
    """
    quick = made.quick
    tracks = tracks_of(quick.motion)
    steps, turns = tracks.steps()
    heaviest = np.argsort(-quick.weights, axis=1, kind="stable")[:, :2]
    weights = np.take_along_axis(quick.weights, heaviest, axis=1)
    times = np.take_along_axis(quick.times, heaviest, axis=1)
    origins = windows[heaviest] + np.rint(times).astype(np.int64)
    parts = weights[:, 1] / np.maximum(weights.sum(axis=1), 1e-9)
    # A blend ends at its target's frame, whatever was rounded on the way.
    origins[-1], parts[-1] = last, 0.0
    planted = quick.labels.planted()
    rotations, translations = tracks.rotations_xyzw[1:], tracks.translations_m[1:]
    return Stretch(rotations, translations, steps, turns, planted[1:], origins[1:], parts[1:])


def _off(heading_rad: Floats, direction_rad: float) -> Floats:
    """How far headings are from a direction, in half turns."""
    return np.asarray(wrapped_angle(heading_rad - direction_rad) / np.pi)
