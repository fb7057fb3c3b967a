"""Blender script (.py): one file that rebuilds armature and action in Blender, without an add-on.

No importer lies between, so nothing is replaced: F-curves are the animation's own channels, with keys on the chosen
frames only, handles to single precision, which is all that Blender keeps, and classes as key types.
"""

from __future__ import annotations

from pathlib import Path

from unbake.curves.baked import baked_animation
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.blender_script.bones import rig_of
from unbake.formats.blender_script.script import script_text
from unbake.formats.registry import WriteOptions
from unbake.motion.motion import Motion


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion with a key on every frame, straight lines between them."""
    save_animation(baked_animation(motion), path, options)


def save_animation(animation: KeyedAnimation, path: Path, options: WriteOptions) -> None:
    """Write a keyed animation with its curves as they are; layers are left out."""
    path.write_text(script_text(animation, rig_of(animation.skeleton)), encoding="utf-8", newline="\n")
