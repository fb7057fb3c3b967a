"""Reading the clip that a command works on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UsageError
from unbake.formats.registry import ReadOptions, load, with_skeleton, without_layers
from unbake.motion.motion import Motion
from unbake.motion.points import Points

Take = Motion | KeyedAnimation


def load_clip(file: Path, options: ReadOptions, frames: tuple[int, int] | None = None) -> Motion | Points:
    """Return the motion or points of a file, cut to a range of frame numbers; a keyed animation is sampled."""
    loaded = load(file, replace(options, frame_numbers=frames))
    clip = without_layers(loaded, file) if isinstance(loaded, KeyedAnimation) else loaded
    return clip.excerpt(*frames) if frames else clip


def load_take(file: Path, options: ReadOptions) -> Take:
    """Return the motion or keyed animation of a file; UsageError for bare points. A key on every frame, as our JSON
    stores motions, is no animation."""
    clip = load(file, with_skeleton(file, options))
    if isinstance(clip, Points):
        raise UsageError(f"{file}: bare points have no joints that could be edited")
    return motion_of(clip) if isinstance(clip, KeyedAnimation) and clip.fit == BAKED else clip


def part_of(take: Take, frames: tuple[int, int]) -> Take:
    """Return a range of a take."""
    if isinstance(take, Motion):
        return take.excerpt(*frames)
    from unbake.curves.editing.cut import cut

    return cut(take, *frames)


def motion_of(take: Take) -> Motion:
    """Return a take frame by frame, layers included."""
    return take.layered() if isinstance(take, KeyedAnimation) else take


def keys_left_out(output: Path) -> str:
    """Return a note that a result does not have the keys of its take any more."""
    return f"{output.name} has a pose at every frame: the take's keys, handles and classes are left out"


def load_figure(file: Path, options: ReadOptions, frames: tuple[int, int] | None = None) -> Motion:
    """Return the motion of a file, cut to a range; a skeleton is fitted to markers. UsageError for bare points."""
    clip = load_clip(file, with_skeleton(file, options), frames)
    if isinstance(clip, Points):
        raise UsageError(
            f"{file}: bare points have no skeleton, which this command needs; unbake space selects keys for them"
        )
    return clip
