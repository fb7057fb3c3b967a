"""Motion matching as an engine: several times a second, play on from the frame that fits best.

A flag that is requested is a mask: only frames that carry it, and go on to carry it, are looked for.

References: M. Büttner and S. Clavet, 2015; D. Holden and others, Learned motion matching, 2020. Where to leave from
while there is time is ours.
"""

from __future__ import annotations

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats, Floats32
from unbake.synthesis.live.engine import Plan, State
from unbake.synthesis.live.features import Features, wanted_way
from unbake.synthesis.live.request import Request
from unbake.synthesis.material.material import Material
from unbake.synthesis.material.spliced import cut

EVERY_S = 0.1
"""How often the best frame is looked for."""
PLAYED_S = 0.2
"""How long a frame that was jumped to is played on from, unless something else is asked for. In less, a body that is to
turn faster than any clip does jumps back and forth between two steps, and stands on one leg in the air."""
LEAST_S = 1.0 / 3.0
"""A frame that is jumped to must be followed by so much of its clip."""
HOLDING = 0.8
"""Part of that time in which a requested flag must hold."""
NEAR_S = 0.25
"""Frames of the clip that are no farther than this from the present one are no jump worth its while."""
MARGIN = 1.0
"""How much better than going on a jump must be, as a cost: standing still, two frames are never quite alike."""
LATELY_S, ALIKE = 1.0, 1.25
"""What of its clip was played in this time before is left out where another frame costs less than the second: a body
that stands at the end of a clip would sway back and forth in its last third of a second for ever."""
WAITING = 2.0
"""What a second of waiting for a better frame to leave from costs."""


class MotionMatching:
    """The engine.

    Parameters
    ----------
    material : what it chooses from.
    features : of the material, where they are known.

    Raises
    ------
    UsageError : every clip is too short to jump to.
    """

    def __init__(self, material: Material, features: Features | None = None) -> None:
        self._material = material
        self._features = features or Features.of(material)
        fps = material.fps
        self._every, self._played = (max(1, round(s * fps)) for s in (EVERY_S, PLAYED_S))
        self._least, self._near, self._lately = (max(1, round(s * fps)) for s in (LEAST_S, NEAR_S, LATELY_S))
        self._lasting = material.left >= self._least
        if not self._lasting.any():
            raise UsageError(f"every clip is shorter than {LEAST_S:.2f} s: add longer clips")
        self._masks: dict[str | None, Booleans] = {None: self._lasting}
        self._usual: dict[str | None, float] = {}

    def check(self, request: Request) -> None:
        """Raise UsageError for a flag that no clip carries, or none for long enough."""
        self._mask(request.flag)

    def plan(self, state: State, request: Request) -> Plan:
        """Return a tenth of a second of the clip, a fifth of a better one, or what is played until that is left for."""
        mask = self._mask(request.flag)
        left = int(self._material.left[state.row])
        if request.flag is not None and not mask[state.row] and left and state.is_new:
            return self._leaving(state, request, mask)
        may_go_on = left >= 1 and (request.flag is None or self._material.flag(request.flag)[state.row + 1])
        row, cost = self._best(state, request, mask, state.row)
        if may_go_on:
            query, weights = self._features.query(state.row, self._way(state, request))
            if self._features.cost(query, weights, state.row) <= cost + MARGIN:
                return Plan(cut(self._material, state.row + 1, state.row + min(self._every, left)))
        return self._jump(row)

    def _leaving(self, state: State, request: Request, mask: Booleans) -> Plan:
        """Where there is time, leave for a flag from whichever of the next frames leads there best."""
        left = int(self._material.left[state.row])
        fps = self._material.fps
        waits = range(0, min(left, round(0.5 * request.within_s * fps)) + 1, 3)
        found = [self._best(state, request, mask, state.row + wait) for wait in waits]
        costs = [cost + WAITING * wait / fps for (_, cost), wait in zip(found, waits, strict=True)]
        number = int(np.argmin(costs))
        if waits[number] == 0:
            return self._jump(found[0][0])
        return Plan(cut(self._material, state.row + 1, state.row + waits[number]))

    def _jump(self, row: int) -> Plan:
        """Play on from a frame that fits the present one: from the one after it."""
        count = min(self._played, int(self._material.left[row]))
        return Plan(cut(self._material, row + 1, row + count), is_jump=True)

    def _best(self, state: State, request: Request, mask: Booleans, row: int) -> tuple[int, float]:
        """The allowed frame that fits a frame best, rather none that was played lately; one near to it only where there
        is no other."""
        query, weights = self._features.query(row, self._way(state, request))
        start = int(self._material.starts[self._material.place(row).clip])
        near = max(row - self._near, start), row + self._near + 1
        lately = max(row - self._lately, start), near[1]
        found = self._nearest(query, weights, mask, near)
        if lately[0] <= found[0] < lately[1]:
            other = self._nearest(query, weights, mask, lately, ALIKE)
            found = other if other[0] >= 0 else found
        return found if found[0] >= 0 else self._features.nearest(query, weights, mask)

    def _nearest(
        self, query: Floats32, weights: Floats32, mask: Booleans, without: tuple[int, int], within: float = np.inf
    ) -> tuple[int, float]:
        """The allowed frame that fits best, without a stretch."""
        out = slice(*without)
        kept = mask[out].copy()
        mask[out] = False
        found = self._features.nearest(query, weights, mask, within)
        mask[out] = kept
        return found

    def _way(self, state: State, request: Request) -> Floats | None:
        if not request.goes:
            return None
        usual = self._usual_speed(request.flag) if request.flag is not None else float(np.hypot(*state.velocity_m_s))
        return wanted_way(request, state.heading_rad, state.velocity_m_s, usual)

    def _mask(self, flag: str | None) -> Booleans:
        if flag not in self._masks:
            assert flag is not None
            holds = self._material.flag(flag)
            sums = np.concatenate([[0], np.cumsum(holds)])
            ends = np.minimum(np.arange(len(holds)) + self._least, len(holds))
            mask = holds & self._lasting & (sums[ends] - sums[:-1] >= HOLDING * self._least)
            if not mask.any():
                raise UsageError(
                    f"no clip carries the flag '{flag}' for {LEAST_S:.2f} s: annotate or add clips that do",
                    code="flag-not-carried",
                    flag=flag,
                )
            self._masks[flag] = mask
        return self._masks[flag]

    def _usual_speed(self, flag: str | None) -> float:
        """The mean speed of frames that carry a flag."""
        if flag not in self._usual:
            steps = self._material.steps[0][self._mask(flag)]
            self._usual[flag] = float(np.linalg.norm(steps, axis=1).mean()) * self._material.fps
        return self._usual[flag]
