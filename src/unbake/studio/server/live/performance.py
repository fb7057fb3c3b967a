"""A live character of a page: its engines, what it played lately, and the clip that is made of that."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock

import numpy as np

from unbake.composition.live import ENGINES, EngineName, library_engines
from unbake.composition.material import LibraryMaterial
from unbake.composition.motion_graph import build_motion_graph
from unbake.composition.transition_table import build_transition_table
from unbake.errors import UnbakeError, UsageError
from unbake.feet.labels import FootLabels
from unbake.ground.progress import Report
from unbake.library.library import Library
from unbake.motion.motion import Motion
from unbake.studio.server import messages as m
from unbake.studio.server.opening.open_clip import OpenClip, single, turns
from unbake.synthesis.live.character import Character, LivePose
from unbake.synthesis.live.engine import Engine
from unbake.synthesis.live.recording import is_met, played_labels, played_motion
from unbake.synthesis.live.request import Request

LONGEST_S = 300.0
"""How much of the past can be recorded."""
MOST_FRAMES = 120
"""Frames that are played at once at most."""
BUILDABLE: tuple[EngineName, ...] = ("graph", "table")
"""Engines that need something built."""


class Performance:
    """A character and its recent past.

    Parameters
    ----------
    number : its id.
    library : whose engines are read.
    found : its material.
    report : told how many engines are read.

    Raises
    ------
    UsageError : no engine at all can be used; the sentence is that of motion matching.
    """

    def __init__(self, number: str, library: Library, found: LibraryMaterial, report: Report) -> None:
        self.id, self.found = number, found
        self._engines: dict[str, Engine] = {}
        self._problems: dict[EngineName, str] = {}
        for done, name in enumerate(ENGINES):
            report("Getting the engines ready", done / len(ENGINES))
            self._read(library, name)
        self._character = Character(found.material, self._engines)
        self._poses: deque[LivePose] = deque(maxlen=round(LONGEST_S * found.material.fps))
        self._made = 0
        self._problem = ""
        self._asked: tuple[str, Request] | None = None
        self._lock = Lock()

    def _read(self, library: Library, name: EngineName) -> None:
        try:
            self._engines |= library_engines(library, self.found, [name])
            self._problems.pop(name, None)
        except UnbakeError as error:
            if name == ENGINES[0]:
                raise
            self._problems[name] = str(error).removeprefix(f"{library.path}: ")

    @property
    def engines(self) -> tuple[m.LiveEngine, ...]:
        """All engines, and what those lack that cannot be used."""
        return tuple(
            m.LiveEngine(name, self._problems.get(name, ""), name in BUILDABLE and name in self._problems)
            for name in ENGINES
        )

    def started(self) -> m.LiveStarted:
        """Return what a page needs to know of it."""
        found, material = self.found, self.found.material
        motion = material.sources[0].motion
        figure = motion.excerpt(motion.first_frame, motion.first_frame + 1)
        shown = OpenClip(self.id, figure, name="Live", format_name="", path=None, sources={})
        return m.LiveStarted(
            id=self.id,
            figure=shown.message(),
            fps=material.fps,
            engines=self.engines,
            flags=tuple(flag for flag, frames in material.flags.items() if frames.any()),
            clips=tuple(clip.name for clip in found.clips),
            notes=found.notes,
            longest_s=LONGEST_S,
        )

    def step(self, message: m.StepLive) -> m.LiveFrames:
        """Play frames; what cannot be done is said, and the character goes on."""
        if not 1 <= message.count <= MOST_FRAMES:
            raise UsageError(f"1 to {MOST_FRAMES} frames are played at once, not {message.count}")
        request = Request(message.flag, message.direction_rad, message.speed_m_s, message.within_s)
        with self._lock:
            self._ask(message.engine, request)
            first, poses, took = self._made, [], []
            for _ in range(message.count):
                started = time.perf_counter()
                poses.append(next(self._character))
                took.append(1000.0 * (time.perf_counter() - started))
            self._poses.extend(poses)
            self._made += len(poses)
            return self._frames(first, poses, took)

    def _ask(self, engine: str, request: Request) -> None:
        if (engine, request) == self._asked:
            return
        self._asked, self._problem = (engine, request), ""
        try:
            if engine in self._problems:
                raise UsageError(self._problems[engine])
            self._character.switch(engine, request)
        except UsageError as error:
            self._problem = str(error)

    def _frames(self, first: int, poses: list[LivePose], took: list[float]) -> m.LiveFrames:
        material = self.found.material
        motion = played_motion(material, poses)
        rows = np.array([pose.origin for pose in poses])
        clips = material.clip_of[rows]
        numbers = np.array([source.motion.first_frame for source in material.sources])
        parts = np.array([pose.part for pose in poses])
        names: list[str] = list(ENGINES)
        return m.LiveFrames(
            first=first,
            positions=single(motion.positions()),
            rotations=turns(motion.world_rotations_xyzw()),
            planted=np.stack([pose.planted for pose in poses]).astype(np.uint8).ravel(),
            clips=clips.astype(np.int32),
            frames=(rows - material.starts[clips] + numbers[clips]).astype(np.int32),
            parts=np.minimum(parts, 1.0 - parts).astype(np.float32),
            engines=np.array([names.index(pose.engine) for pose in poses], dtype=np.uint8),
            jumps=np.array([pose.is_jump for pose in poses], dtype=np.uint8),
            met=np.array([is_met(material, pose, self._character.request) for pose in poses], dtype=np.uint8),
            speeds=np.array([pose.speed_m_s for pose in poses], dtype=np.float32),
            took_ms=np.array(took, dtype=np.float32),
            problem=self._problem,
        )

    def build(self, library: Library, engine: str, report: Report) -> None:
        """Build what an engine lacks, keep it in the library, and use it from now on; UsageError as the builders."""
        if engine not in BUILDABLE:
            raise UsageError(f"there is nothing to build for '{engine}'")
        build = build_motion_graph if engine == "graph" else build_transition_table
        build(library, self.found, None, lambda part: report("Building", part))
        with self._lock:
            self._read(library, engine)
            self._character.add_engines(self._engines)
            self._asked = None

    def recorded(self, first: int, last: int) -> tuple[Motion, FootLabels]:
        """Return frames that were played, both included, and their plants.

        Raises
        ------
        UsageError : frames that were not played, or too long ago.
        """
        with self._lock:
            oldest = self._made - len(self._poses)
            if not oldest <= first <= last < self._made:
                raise UsageError(f"the last {LONGEST_S / 60.0:g} minutes can be recorded, and nothing before the start")
            poses = list(self._poses)[first - oldest : last - oldest + 1]
        motion = played_motion(self.found.material, poses)
        return motion, played_labels(motion, poses)
