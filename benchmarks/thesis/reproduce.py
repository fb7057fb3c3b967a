"""All of the thesis' tables and figures that can be made, in its order, and Önder's tables."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.thesis import against, layer_spaces, layers, motion, onder, recovery, spaces, strips, times, traversals
from benchmarks.thesis.clips import ThesisClip, thesis_clips
from unbake.performer import piece

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "images"


def run(pictures: Path = PICTURES) -> dict[str, Any]:
    """Make everything, draw into a folder; return the figures by section, and the seconds that each took."""
    pictures.mkdir(parents=True, exist_ok=True)
    clips = thesis_clips()
    cartwheel = _named(clips, "Cartwheel")
    jump = _named(clips, "Jump 02") or clips[-1]
    sections: dict[str, Callable[[], Any]] = {
        "traversals": lambda: traversals.run(pictures),
        "selection_space": lambda: spaces.run(cartwheel or clips[0], pictures),
        "against_rivals": lambda: against.run(clips, pictures),
        "times": lambda: times.run(clips, pictures),
        "difficulties": lambda: motion.run(jump, pictures),
        "recovery": lambda: recovery.run(pictures),
        "layer_spaces": lambda: layer_spaces.run(_shown_pieces(), pictures),
        "layers": lambda: layers.run(clips, pictures),
        "strips": lambda: strips.run(cartwheel, pictures),
        "onder": lambda: onder.run(pictures),
    }
    figures: dict[str, Any] = {}
    seconds: dict[str, float] = {}
    for name, section in sections.items():
        started = time.perf_counter()
        figures[name] = section()
        seconds[name] = round(time.perf_counter() - started, 1)
    print(f"\nThe thesis took {sum(seconds.values()):.0f} s to reproduce")
    return figures | {"seconds": seconds}


def _named(clips: list[ThesisClip], name: str) -> ThesisClip | None:
    return next((clip for clip in clips if clip.name.startswith(name)), None)


def _shown_pieces() -> list[tuple[str, Any, tuple[str, ...], str]]:
    names = ("robotic-walk", "turn-and-swing")
    return [(name, piece(name, fps=recovery.FPS).motion, recovery.LEADS[name], "thesis") for name in names]
