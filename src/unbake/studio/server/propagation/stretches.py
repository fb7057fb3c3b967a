"""Stretches as a page or a host names them, made into examples of an edit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from unbake.curves.fits.fit import FIT_METHODS, fit
from unbake.curves.world.match import hold_ends
from unbake.editing.propagation.examples import Example
from unbake.errors import UsageError
from unbake.keyframes.selection import Selection
from unbake.motion.motion import Motion
from unbake.studio.server.feet.holding import capture_and_animation
from unbake.studio.server.layers.stacked import Stacked
from unbake.studio.server.messages import EditedStretch, Keys, PoseLayer, Stack
from unbake.studio.server.opening.open_clip import OpenClip

ClipOf = Callable[[str], OpenClip]


def example_of(
    clip_of: ClipOf, take: OpenClip, stretch: EditedStretch, *, warps: bool, layers: Sequence[PoseLayer] = ()
) -> Example:
    """Return the example that a stretch is.

    Parameters
    ----------
    clip_of : returns an open clip by its number.
    take : the clip that keys are of.
    stretch : what was edited.
    warps : whether which frame is which is found by a time warp.
    layers : on top of the keys that it became.

    Raises
    ------
    UsageError : a stretch without what it became, or whose keys are no keys; what `Example.of` refuses.
    MotionError : see `Example.of`.
    """
    source = _source(clip_of, take, stretch)
    frames = source.frame_index(stretch.first), source.frame_index(stretch.last)
    edited = _edited(clip_of, take, stretch)
    if layers and stretch.edited is not None:
        stacked = Stacked.of(take, stretch.edited, Stack(tuple(layers)), detail=0.0)
        return Example.of_layers(source, stacked.layers, frames, on=edited)
    return Example.of(source, edited, frames, warp=True if warps else None)


def _edited(clip_of: ClipOf, take: OpenClip, stretch: EditedStretch) -> Motion:
    if stretch.edited is not None:
        return capture_and_animation(take, stretch.edited)[1].sample()
    if stretch.edited_clip:
        return clip_of(stretch.edited_clip).motion
    raise UsageError(f"frames {stretch.first}–{stretch.last} are no example: nothing says what they became")


def _source(clip_of: ClipOf, take: OpenClip, stretch: EditedStretch) -> Motion:
    if stretch.source is not None:
        return capture_and_animation(take, stretch.source)[1].sample()
    if stretch.source_clip:
        return clip_of(stretch.source_clip).motion
    if stretch.edited is None:
        return take.motion
    return joined_capture(take, stretch.edited)


def joined_capture(take: OpenClip, keys: Keys) -> Motion:
    """Return the capture joined through the frames of some keys: what differs from it in the keys is an edit alone.

    Keys do not say whether their curves went through the world-space match. So they are joined with it and without, and
    what most of their frames agree with is taken.
    """
    excerpt, animation = capture_and_animation(take, keys)
    method = keys.fit if keys.fit in FIT_METHODS else "free"
    chosen = Selection(animation.selection.frames, classes=animation.key_classes())
    plain = fit(excerpt.motion, chosen, method, skeleton=excerpt.skeleton, rotation_orders="source")
    edited = animation.sample().positions()
    joined = [curves.sample() for curves in (plain, hold_ends(excerpt.motion, plain))]
    return min(joined, key=lambda one: np.median(np.linalg.norm(one.positions() - edited, axis=-1)))
