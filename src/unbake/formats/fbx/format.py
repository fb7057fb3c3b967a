"""FBX, the exchange format of Autodesk's programs: curves in degrees and centimetres, with every key and handle."""

from __future__ import annotations

from pathlib import Path

from unbake.curves.baked import baked_animation
from unbake.curves.for_euler import euler_curves, euler_motion
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.fbx.writing.document import fbx_bytes
from unbake.formats.registry import WriteOptions
from unbake.motion.motion import Motion


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion with a key on every frame, straight lines between them."""
    _write(baked_animation(euler_motion(motion)), path, options)


def save_animation(animation: KeyedAnimation, path: Path, options: WriteOptions) -> KeyedAnimation:
    """Write a keyed animation with its curves as they are, and return what was written; layers are left out.

    FBX turns by Euler angles: quaternion curves are fitted again, see `euler_curves`.
    """
    written = euler_curves(animation, progress=options.progress)
    _write(written, path, options)
    return written


def _write(animation: KeyedAnimation, path: Path, options: WriteOptions) -> None:
    path.write_bytes(fbx_bytes(animation, options.fbx_version, has_figure=options.has_figure))
