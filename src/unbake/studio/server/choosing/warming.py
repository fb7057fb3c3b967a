"""Getting ready in the background, so that the first move of the slider is as quick as the others."""

from __future__ import annotations

import os
import traceback
from dataclasses import replace
from threading import Event, Thread

from unbake.compiling.progress import n_ready, watched
from unbake.reduce.ahead import curves_compiled_ahead
from unbake.studio.server import messages as m
from unbake.studio.server.choosing.choosing import choose
from unbake.studio.server.opening.open_clip import OpenClip, first_choice, first_joining
from unbake.studio.server.opening.opening import read_sources
from unbake.studio.server.opening.sources import packaged_sources

FRAMES = 40

KERNELS = 19
"""Kernels that a warm-up needs."""


class Warming:
    """A warm-up in the background, and how far its compiling is; done before it has begun."""

    def __init__(self) -> None:
        self._before, self._is_compiling = 0, False
        self._ended = Event()
        self._ended.set()

    @property
    def is_done(self) -> bool:
        """Whether nothing needs to be waited for."""
        return self._ended.is_set()

    @property
    def compiled_part(self) -> float | None:
        """How much of what has to be compiled is, from 0 to 1; None as long as everything was found in the cache."""
        return min((n_ready() - self._before) / KERNELS, 1.0) if self._is_compiling else None

    def begin(self) -> None:
        """Begin in a thread that keeps nothing from ending."""
        self._ended.clear()
        Thread(target=self._quietly, name="unbake-warming", daemon=True).start()

    def _quietly(self) -> None:
        self._before = n_ready()

        def hear(n_compiled: int) -> None:
            self._is_compiling = True

        try:
            with curves_compiled_ahead(), watched(hear):
                warm_up()
        except Exception:
            # Nothing depends on it; what is wrong shows where somebody asks for it.
            if os.environ.get("UNBAKE_TRACEBACK"):
                traceback.print_exc()
        finally:
            self._ended.set()


def warm_up() -> None:
    """Load, and where they are missing compile, the kernels of previews and of final answers, on a few frames."""
    whole, format_name = read_sources(packaged_sources())
    motion = whole.excerpt(whole.first_frame, whole.first_frame + FRAMES - 1)
    clip = OpenClip("0", motion, name="warming", format_name=format_name, path=None, sources={})
    settings, joining = clip.first_settings(), first_joining()
    for by in ("count", "layers"):
        choice = replace(first_choice(), by=by, keys=5)
        for is_preview in (True, False):
            choose(clip, m.Choose(clip.id, settings, choice, joining, 0.0, is_preview), lambda step, part: None)
