"""Reading the clip that a command works on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UsageError
from unbake.formats.registry import Loaded, ReadOptions, load, with_skeleton, without_layers
from unbake.motion.motion import Motion
from unbake.motion.points import Points


def load_clip(file: Path, options: ReadOptions, frames: tuple[int, int] | None = None) -> Motion | Points:
    """Return the motion or points of a file, cut to a range of frame numbers; a keyed animation is sampled."""
    return _cut(load(file, replace(options, frames=frames)), file, frames)


def _cut(loaded: Loaded, file: Path, frames: tuple[int, int] | None) -> Motion | Points:
    clip = without_layers(loaded, file) if isinstance(loaded, KeyedAnimation) else loaded
    return clip.excerpt(*frames) if frames else clip


def load_figure(file: Path, options: ReadOptions, frames: tuple[int, int] | None = None) -> Motion:
    """Return the motion of a file, cut to a range; a skeleton is fitted to markers. UsageError for bare points."""
    return figure_of(load(file, replace(with_skeleton(file, options), frames=frames)), file, frames)


def figure_of(loaded: Loaded, file: Path, frames: tuple[int, int] | None = None) -> Motion:
    """Return what was read as a motion, cut to a range; UsageError for bare points."""
    clip = _cut(loaded, file, frames)
    if isinstance(clip, Points):
        raise UsageError(
            f"{file}: bare points have no skeleton, which this command needs; unbake space selects keys for them"
        )
    return clip
