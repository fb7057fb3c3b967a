"""Getting ready in the background, so that the first move of the slider is as quick as the others."""

from __future__ import annotations

import os
import traceback
from dataclasses import replace
from threading import Thread

from unbake.studio.server import messages as m
from unbake.studio.server.choosing import choose
from unbake.studio.server.open_clip import OpenClip, first_choice, first_joining
from unbake.studio.server.opening import read_sources
from unbake.studio.server.sources import packaged_sources

FRAMES = 40


def warm_up_beside() -> None:
    """Begin to warm up in a thread that keeps nothing from ending."""
    Thread(target=_quietly, name="unbake-warming", daemon=True).start()


def _quietly() -> None:
    try:
        warm_up()
    except Exception:
        # Nothing depends on it; what is wrong shows where somebody asks for it.
        if os.environ.get("UNBAKE_TRACEBACK"):
            traceback.print_exc()


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
