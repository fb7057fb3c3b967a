"""What layers are on, and what is seen with all of them on top."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.editing.layer_keys import layer_of_excerpt, shown_at
from unbake.editing.offset_layer import OffsetLayer, apply_layers
from unbake.errors import UsageError
from unbake.motion.motion import Motion
from unbake.studio.server import messages as m
from unbake.studio.server.feet.holding import capture_and_animation
from unbake.studio.server.keys.evaluating import shown_motion
from unbake.studio.server.layers.layers import layer_from
from unbake.studio.server.opening.open_clip import OpenClip, single, turns


@dataclass(frozen=True, eq=False)
class Stacked:
    """The keys of a clip, or the capture itself, with layers on top.

    Parameters
    ----------
    capture : the frames that the keys are of, or the whole clip.
    animation : what the keys make; None where the layers are on the capture.
    layers : as they are on these frames, the first below the others.
    selected : which of them gets keys; None for the keys below.
    whole : that layer as it is on the whole clip.
    first : the first of these frames, from 0, in the whole clip.
    detail : part of the lost detail that is put back below the layers.
    """

    capture: Motion
    animation: KeyedAnimation | None
    layers: tuple[OffsetLayer, ...]
    selected: int | None
    whole: OffsetLayer | None
    first: int
    detail: float

    @classmethod
    def of(cls, clip: OpenClip, keys: m.Keys | None, stack: m.Stack, detail: float) -> Stacked:
        """Return what a message speaks of.

        Raises
        ------
        UsageError, MotionError : keys or layers that are none of the clip, a selected layer that is not there.
        """
        capture, animation = clip.motion, None
        if keys is not None:
            excerpt, animation = capture_and_animation(clip, keys)
            capture = excerpt.motion
        whole = [layer_from(layer, clip.motion) for layer in stack.layers]
        ids = [layer.id for layer in stack.layers]
        if stack.selected and stack.selected not in ids:
            raise UsageError("the layer that is selected is gone")
        selected = ids.index(stack.selected) if stack.selected else None
        first, length = capture.first_frame - clip.motion.first_frame, clip.motion.n_frames
        layers = tuple(layer_of_excerpt(layer, first, capture.n_frames, length, float(capture.fps)) for layer in whole)
        chosen = None if selected is None else whole[selected]
        return cls(capture, animation, layers, selected, chosen, first, detail)

    @cached_property
    def below(self) -> Motion:
        """What all layers are on, at every frame."""
        return self.capture if self.animation is None else shown_motion(self.capture, self.animation, self.detail)

    @cached_property
    def motion(self) -> Motion:
        """What is seen, at every frame."""
        return apply_layers(self.below, self.layers)

    def pose(self, number: int) -> Motion:
        """Return what is seen at the frame of a number, one frame; without layers, what the keys alone give."""
        frame = self.inside(number)
        if self.animation is not None and not self.layers:
            return self.animation.sample([float(frame)])
        return shown_at(self.below, self.layers, frame)

    def inside(self, number: int) -> int:
        """Return the frame, from 0, with a number; UsageError where there is none."""
        first, last = self.capture.first_frame, self.capture.last_frame
        if not first <= number <= last:
            whose = "clip's" if self.animation is None else "keys'"
            raise UsageError(f"frame {number} is outside the {whose} {first}–{last}")
        return number - first

    def answer(self) -> m.LayersApplied | None:
        """Return what is seen as it is drawn; None for keys alone, which have an evaluation."""
        if self.animation is not None and not self.layers:
            return None
        return drawn(self.motion)


def drawn(motion: Motion) -> m.LayersApplied:
    """Return a motion with its layers as it is drawn."""
    return m.LayersApplied(single(motion.positions()), turns(motion.world_rotations_xyzw()), motion.first_frame)
