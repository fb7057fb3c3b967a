"""USD (.usda, .usdc, .usd) through usd-core, an extra (``pip install unbake[usd]``).

By default a UsdSkel skeleton with a sample on every frame is written, which is what other programs look for; on demand
splines, which hold every key and handle. Never both: samples would win.
"""

from __future__ import annotations

from pathlib import Path

from unbake.curves.baked import baked_animation
from unbake.curves.for_euler import euler_curves, euler_motion
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.formats.usd.reader import USD_CORE, read_file, take_names
from unbake.ground.notes import Note
from unbake.ground.wording import counted
from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION


def load(path: Path, options: ReadOptions) -> Motion | KeyedAnimation:
    """Read a skeleton or animated transforms.

    Raises
    ------
    UsageError : usd-core is not installed; no take of the options' name.
    FileError : a file that is damaged or no USD file, or that holds no animation.
    """
    USD_CORE.check_installed()
    return read_file(path, options)


def takes(path: Path) -> tuple[str, ...]:
    """Return the paths of the skeletons that move, each of which is a take; errors as of `load`."""
    USD_CORE.check_installed()
    return take_names(path)


def notes(what: Motion | KeyedAnimation, path: Path, options: WriteOptions) -> tuple[Note, ...]:
    """Return what a file will not keep."""
    if options.usd == "splines":
        turning = sum(bool(set(channels) & set(QUATERNION)) for channels in what.skeleton.channels)
        if not turning:
            return ()
        turn = f"{counted(turning, 'joint')} {'turns' if turning == 1 else 'turn'} by quaternions"
        text = f"{turn}, which no USD spline holds: they get Euler angles"
        return (Note(text, "usd-quaternions"),)
    if isinstance(what, KeyedAnimation):
        text = "a USD skeleton has a sample on every frame: keys, handles and their classes are left out"
        return (Note(text, "usd-skeleton"),)
    return ()


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion as a skeleton with a sample on every frame, or as straight splines."""
    USD_CORE.check_installed("writing")
    if options.usd == "splines":
        from unbake.formats.usd.spline_writer import write_splines

        write_splines(baked_animation(euler_motion(motion)), path)
    else:
        from unbake.formats.usd.skel_writer import write_skeleton

        write_skeleton(motion, path)


def save_animation(animation: KeyedAnimation, path: Path, options: WriteOptions) -> KeyedAnimation | None:
    """Write a keyed animation as a skeleton with a sample on every frame, or as splines; layers are left out.

    Splines are returned as they were written: quaternion curves are fitted again, see `euler_curves`.
    """
    USD_CORE.check_installed("writing")
    if options.usd != "splines":
        save_motion(animation.sample(), path, options)
        return None
    from unbake.formats.usd.spline_writer import write_splines

    written = euler_curves(animation, progress=options.progress)
    write_splines(written, path)
    return written
