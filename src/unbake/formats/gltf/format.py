"""glTF 2.0, binary (.glb) and text (.gltf)."""

from __future__ import annotations

from pathlib import Path

from unbake.curves.for_gltf import gltf_curves
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.gltf.reader import read_clip, take_names
from unbake.formats.gltf.writer import write_animation, write_motion
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.ground.notes import Note
from unbake.motion.motion import Motion


def load(path: Path, options: ReadOptions) -> Motion | KeyedAnimation:
    """Read an animation of a glTF file: sparse cubic splines as a keyed animation, all else sampled on every frame."""
    return read_clip(path, options)


def takes(path: Path) -> tuple[str, ...]:
    """Return the names of the takes that move joints; errors as of `load`."""
    return take_names(path)


def notes(what: Motion | KeyedAnimation, path: Path, options: WriteOptions) -> tuple[Note, ...]:
    """Return what Blender makes of curves that have corners."""
    if not isinstance(what, KeyedAnimation) or what.fit != "broken":
        return ()
    text = "Blender's importer rounds the corners of glTF curves, and held poses swing; a .py script keeps them there"
    return (Note(text, "gltf-in-blender"),)


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion with a key on every frame."""
    write_motion(motion, path)


def save_animation(animation: KeyedAnimation, path: Path, options: WriteOptions) -> None:
    """Write a keyed animation with keys on the selected frames only, its curves as near as glTF can hold them."""
    write_animation(gltf_curves(animation, progress=options.progress), path)
