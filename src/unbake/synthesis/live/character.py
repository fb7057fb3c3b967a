"""A character that moves on without an end, pose by pose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.motion.body.body_frame import over_floor
from unbake.motion.rotations import quaternion_product
from unbake.synthesis.live.engine import Engine, Plan, State
from unbake.synthesis.live.fading import Fading
from unbake.synthesis.live.planted_feet import PlantedFeet
from unbake.synthesis.live.request import Request
from unbake.synthesis.material.material import Material

MEAN_FRAMES = 6
"""Frames over which the body's velocity is averaged: hips sway with every step."""


@dataclass(frozen=True, eq=False)
class LivePose:
    """A frame of a live character.

    Parameters
    ----------
    rotations_xyzw, translations_m : (J, 4) and (T, 3) local, as `Motion` has them.
    planted : (4,) which points of feet are held in place; those that stand in the material where none are to be held.
    origins : the two frames of the material's row that it is made of; the same twice where there is but one.
    part : how much the second counts, 0 to 1.
    engine : which engine chose it.
    is_jump : whether it is the first after a jump.
    heading_rad, speed_m_s : of the body.
    """

    rotations_xyzw: Floats
    translations_m: Floats
    planted: Booleans
    origins: tuple[int, int]
    part: float
    engine: str
    is_jump: bool
    heading_rad: float
    speed_m_s: float

    @property
    def origin(self) -> int:
        """The frame of the material's row that counts most."""
        return self.origins[1] if self.part > 0.5 else self.origins[0]


class Character:
    """A character that moves on as engines choose, smoothly over jumps, with its feet planted.

    It is an iterator of poses without an end. Requests and engines may change between any two.

    Parameters
    ----------
    material : what it is made of.
    engines : by name.
    engine : the one that chooses first; the first of them by default.
    start : the frame of the material's row, from 0, where it starts; by default the first from which half a second
        goes on.
    request : what it should do at first.
    hold_feet : whether planted feet are held.

    Raises
    ------
    UsageError : an unknown engine, a start outside of the material, clips that are all shorter than half a second.
    """

    def __init__(
        self,
        material: Material,
        engines: Mapping[str, Engine],
        engine: str | None = None,
        start: int | None = None,
        request: Request | None = None,
        *,
        hold_feet: bool = True,
    ) -> None:
        self.material, self._engines = material, dict(engines)
        if not self._engines:
            raise UsageError("a live character needs an engine")
        self.engine = next(iter(self._engines))
        self.request = Request()
        self._fading = Fading(material)
        self._feet = PlantedFeet(material) if hold_feet else None
        row = _first(material) if start is None else start
        if not 0 <= row < material.n_frames:
            raise UsageError(f"frame {row} is not among the {material.n_frames} frames of the clips")
        self._row = row
        places, headings = material.ways
        self._place, self._heading = places[row].copy(), float(headings[row])
        steps, turns = material.steps
        self._steps = [steps[row]] * MEAN_FRAMES
        self._turn = float(turns[row])
        self._shown = [(material.rotations_xyzw[row], material.translations_m[row])]
        self._plan: Plan | None = None
        self._played = 0
        self._is_between = False
        self._is_new = True
        if engine is not None:
            self.switch(engine, request)
        elif request is not None:
            self.ask(request)

    def ask(self, request: Request) -> None:
        """Ask for something else from the next pose on; UsageError for what the engine can never reach."""
        self._engines[self.engine].check(request)
        self.request, self._is_new = request, True

    def switch(self, engine: str, request: Request | None = None) -> None:
        """Let another engine choose from the next pose on, and ask for something else where a request is given.

        The new engine never has to reach the request before that.

        Raises
        ------
        UsageError : an engine that is not there, or what it can never reach; then nothing changes.
        """
        if engine not in self._engines:
            raise UsageError(f"unknown engine '{engine}'; there are {', '.join(self._engines)}")
        wanted = self.request if request is None else request
        self._engines[engine].check(wanted)
        self.engine, self.request, self._is_new = engine, wanted, True

    def add_engines(self, engines: Mapping[str, Engine]) -> None:
        """Know other engines, too, over the same material; those of the same names are replaced."""
        self._engines |= engines

    def __iter__(self) -> Iterator[LivePose]:
        return self

    def __next__(self) -> LivePose:
        plan, is_jump = self._planned()
        at, stretch = self._played, plan.stretch
        self._played += 1
        rotations, translations, step, turn = self._fading.faded(
            stretch.rotations_xyzw[at], stretch.translations_m[at], stretch.steps_m[at], float(stretch.turns_rad[at])
        )
        self._shown = [*self._shown[-1:], (rotations, translations)]
        self._place = self._place + _turned(step, self._heading)
        self._heading += turn
        self._steps, self._turn = [*self._steps[1:], step], turn
        origins = int(stretch.origins[at, 0]), int(stretch.origins[at, 1])
        part = float(stretch.parts[at])
        self._row = origins[1] if part > 0.5 else origins[0]
        self._is_between = 0.0 < part < 1.0
        planted = stretch.planted[at]
        rotations, translations = self._in_world(rotations, translations, planted)
        if self._feet is not None:
            planted = np.isfinite(self._feet.places_m[:, 0])
        speed = float(np.linalg.norm(np.mean(self._steps, axis=0))) * self.material.fps
        return LivePose(rotations, translations, planted, origins, part, self.engine, is_jump, self._heading, speed)

    def _planned(self) -> tuple[Plan, bool]:
        """What is played now, and whether it begins with a jump."""
        plan = self._plan
        is_played = plan is None or self._played >= plan.stretch.n_frames
        if plan is not None and not is_played and not (self._is_new and not plan.is_whole):
            return plan, False
        left, ahead = (np.mean(self._steps, axis=0) * self.material.fps).tolist()
        state = State(self._row, self._heading, (left, ahead), self._is_new)
        self._is_new = False
        plan = self._engines[self.engine].plan(state, self.request)
        # A blend that is left in its middle shows no frame of any clip, even where the two that count most are the
        # same one, so whatever follows is a jump.
        is_jump = plan.is_jump or self._is_between
        if is_jump:
            self._fading.jump(self._shown, self._steps[-1], self._turn, plan.stretch)
        self._plan, self._played = plan, 0
        return plan, is_jump

    def _in_world(self, rotations: Floats, translations: Floats, planted: Booleans) -> tuple[Floats, Floats]:
        """The pose where the body is, with its feet held."""
        rotations, translations = rotations.copy(), translations.copy()
        half = 0.5 * self._heading
        rotations[0] = quaternion_product(np.array([0.0, np.sin(half), 0.0, np.cos(half)]), rotations[0])
        translations[0, [0, 2]] = _turned(translations[0, [0, 2]], self._heading) + self._place
        if self._feet is None:
            return rotations, translations
        is_planted = self.material.planted[self._row]
        heights = np.where(is_planted, self.material.foot_points_m[self._row, :, 1], np.nan)
        ahead = np.where(is_planted[:, None], self.material.to_plants_m[self._row], 0.0)
        turned = np.stack([_turned(way, self._heading) for way in ahead])
        return self._feet.held(rotations, translations, planted, heights, turned), translations


def _first(material: Material) -> int:
    ready = np.flatnonzero(material.left >= round(0.5 * material.fps))
    if not len(ready):
        raise UsageError("every clip is shorter than half a second: add longer clips")
    return int(ready[0])


def _turned(vector: Floats, heading_rad: float) -> Floats:
    """A vector (2,) seen from a heading, to the left and ahead, in the world, x and z."""
    return over_floor(vector, np.sin(heading_rad), np.cos(heading_rad))
