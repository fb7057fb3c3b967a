"""FBX, the exchange format of Autodesk's programs: curves in degrees and centimetres, with every key and handle.

It is read through ufbx, an extra (``pip install unbake[fbx]``).
"""

from __future__ import annotations

from pathlib import Path

from unbake.curves.baked import BAKED, baked_animation
from unbake.curves.for_euler import euler_curves, euler_motion
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.fbx.reader import read_take
from unbake.formats.fbx.scene import read_scene
from unbake.formats.fbx.takes import file_takes
from unbake.formats.fbx.writing.document import fbx_bytes
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.ground.notes import Note
from unbake.motion.motion import Motion


def load(path: Path, options: ReadOptions) -> Motion | KeyedAnimation:
    """Read a take of an FBX file in metres, Y up.

    Sparse keys with tangents come as a keyed animation, with the file's own curves; keys that curves have at different
    times are united by subdivision. A baked take, and what such curves cannot say (steps, keys between frames), comes
    as a motion. What was assumed or sampled is among the warnings.

    Raises
    ------
    UsageError : ufbx is not installed; no take of the options' name.
    FileError : a file that is damaged or no FBX file, or that holds no animation of joints.
    """
    return read_take(path, options)


def takes(path: Path) -> tuple[str, ...]:
    """Return the names of the takes that have curves; errors as of `load`."""
    return file_takes(read_scene(path))[0].moving


def notes(what: Motion | KeyedAnimation, path: Path, options: WriteOptions) -> tuple[Note, ...]:
    """Return what a usual reader makes of the keys in an FBX file."""
    if not isinstance(what, KeyedAnimation) or what.fit == BAKED:
        return ()
    text = "Blender's importer draws straight lines between the keys of an FBX; a .py script keeps the curves there"
    return (Note(text, "fbx-in-blender"),)


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
