"""Maya: a scene as Maya ASCII (.ma), or curves to be pasted onto a rig (.anim).

Keys stand on the chosen frames only, with weighted, fixed tangents, so that Maya's curves are ours; classes are Maya's
breakdown flags. Joints turn by Euler angles there: quaternion curves are fitted again (`euler_curves`).
"""

from __future__ import annotations

from pathlib import Path

from unbake.curves.baked import BAKED, baked_animation
from unbake.curves.for_euler import euler_curves, has_quaternions
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.maya.anim_file import anim_text
from unbake.formats.maya.curves import curves_of
from unbake.formats.maya.joints import joints_of
from unbake.formats.maya.names import joint_names, scene_names
from unbake.formats.maya.scene import scene_text
from unbake.formats.maya.time_units import MayaTime
from unbake.formats.registry import WriteOptions
from unbake.formats.unique_names import note_of_other_names
from unbake.ground.notes import Note
from unbake.motion.motion import Motion

ANIM = ".anim"


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion with a key on every frame, straight lines between them."""
    save_animation(baked_animation(motion), path, options)


def save_animation(animation: KeyedAnimation, path: Path, options: WriteOptions) -> KeyedAnimation:
    """Write a keyed animation, without its layers; return what was written, its curves fitted again where needed."""
    written = euler_curves(animation, options.progress)
    time, scene = MayaTime.of(written.fps), scene_names()
    joints = joints_of(written.skeleton, scene)
    curves, frames = curves_of(written, time), (written.first_frame, written.last_frame)
    is_anim = path.suffix.lower() == ANIM
    text = anim_text(joints, curves, time, frames) if is_anim else scene_text(joints, curves, scene, time, frames)
    path.write_text(text, encoding="utf-8", newline="\n")
    return written


def notes(what: Motion | KeyedAnimation, path: Path, options: WriteOptions) -> tuple[Note, ...]:
    """Return what will be different in Maya: the numbers of frames, names, quaternions; and what .anim leaves out."""
    names = what.skeleton.names
    found = [
        MayaTime.of(what.fps).note(what.last_frame),
        note_of_other_names(names, joint_names(names, scene_names()), "in Maya"),
        _note_of_quaternions(what),
    ]
    if path.suffix.lower() == ANIM:
        text = "the skeleton is not in a .anim: the rig must have its joint orients and rotate orders"
        found.append(Note(text, "skeleton-left-out"))
    return tuple(note for note in found if note is not None)


def _note_of_quaternions(what: Motion | KeyedAnimation) -> Note | None:
    if not has_quaternions(what.skeleton):
        return None
    is_keyed = isinstance(what, KeyedAnimation) and what.fit != BAKED
    how = "the curves were fitted again on the same keys" if is_keyed else "every frame was converted"
    return Note(f"Maya turns joints by Euler angles, not by quaternions: {how}", "quaternions-changed")
