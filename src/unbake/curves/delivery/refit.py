"""Curves fitted again on their keys, where what was asked for cannot be done to curves exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from unbake.curves.fits.fit import FIT_METHODS, fit
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure
from unbake.curves.world.to_animation import brought_near
from unbake.ground.notes import Note
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.motion import Motion


def refitted(animation: KeyedAnimation, motion: Motion, keys: Sequence[int], reason: str) -> KeyedAnimation:
    """Return an animation of a changed motion, with a note among its warnings on how far its curves are from it.

    It has no layers: those are the caller's to carry along.

    Parameters
    ----------
    animation : what was changed: its fit and classes stay.
    motion : what became of it, at every frame.
    keys : the frame, from 0, of each of its keys now; where two meet, a keypose stays one. The ends are keyed, too.
    reason : why curves had to be fitted, the beginning of the note.
    """
    classes: dict[int, KeyClass] = {}
    for frame, kind in zip(keys, animation.key_classes(), strict=True):
        classes[frame] = kind if classes.get(frame) in (None, "breakdown") else "keypose"
    frames = tuple(sorted(classes))
    selection = Selection(frames, classes=tuple(classes[frame] for frame in frames)).with_ends(motion.n_frames)
    method = animation.fit if animation.fit in FIT_METHODS else "free"
    found, _ = brought_near(motion, fit(motion, selection, method, rotation_orders="source"))
    error = measure(motion, found)
    tips = f", tips {error.tips.max_cm:.2f} cm" if error.tips else ""
    off = f"{error.max_cm:.2f} cm at worst ({error.worst_joint}, frame {error.worst_number}){tips}"
    note = Note(f"{reason}, so the curves were fitted again: {off} from what they were", "refitted")
    return replace(found, warnings=(*animation.warnings, note))
