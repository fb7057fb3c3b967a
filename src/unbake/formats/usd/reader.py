"""From what the reading process found in a USD file to a motion or a keyed animation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import KeyedAnimation, fcurves
from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.isolated.process import NativeReader
from unbake.formats.registry import ReadOptions
from unbake.formats.takes import Animation, Takes
from unbake.formats.unique_names import UniqueNames
from unbake.ground.arrays import Floats
from unbake.ground.files.scratch import scratch_folder
from unbake.keyframes.selection import Selection
from unbake.motion.channels import channels_of
from unbake.motion.motion import Motion
from unbake.motion.names import renamed_note, writable
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton

USD_CORE, CHILD = NativeReader("usd-core", "USD", "usd", module="pxr"), "unbake.formats.usd.child"
LEAST_S, SECONDS_A_BYTE = 60.0, 1e-5
"""How long usd-core may take."""
MOST_POSES, LEAST_POSES, POSES_A_BYTE = 20_000_000, 1_000_000, 4
"""Frames times joints that are read at most, and whatever the size of the file: two samples can be years apart."""
STILL_M = 1e-6
"""A joint that moves less than this against its parent is not moved by itself."""


def read_file(path: Path, options: ReadOptions) -> Motion | KeyedAnimation:
    """Read the skeleton of the options' take, by default the first that moves, or else the transforms that do.

    Splines on Euler angles that share their keys become a keyed animation. Everything else is sampled at every frame.

    Raises
    ------
    UsageError : no take of the options' name.
    FileError : not USD, damaged, without an animation, or longer than what it holds.
    """
    with _copied(path) as copy:
        found = _found(path, copy, options, only_takes=False)
        notes = _takes(found).chosen(path, options.take)[1] if found["takes"] or options.take is not None else ()
        try:
            found["notes"] = [*notes, *found["notes"]]
            made = _animation if found["kind"] == "curves" else _motion
            return made(found, copy.parent, options)
        except (MotionError, UsageError) as error:
            raise FileError.of(path, error) from error
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise _lost(path, error) from error


def take_names(path: Path) -> tuple[str, ...]:
    """Return the paths of the skeletons that move, each of which is a take; errors as of `read_file`."""
    with _copied(path) as copy:
        return _takes(_found(path, copy, ReadOptions(), only_takes=True)).moving


def _takes(found: dict[str, Any]) -> Takes:
    return Takes([Animation(path) for path in found["takes"]], "skeleton")


@contextmanager
def _copied(path: Path) -> Iterator[Path]:
    """Give a copy of a file in a folder of its own, which nobody changes while usd-core reads."""
    data = path.read_bytes()
    if not data:
        raise FileError(path, "is empty")
    with scratch_folder() as folder:
        copy = folder / f"checked{path.suffix.lower()}"
        copy.write_bytes(data)
        yield copy


def _found(path: Path, copy: Path, options: ReadOptions, *, only_takes: bool) -> dict[str, Any]:
    """Return what usd-core finds in the copy of a file, arrays beside it; only takes where the wanted one is none."""
    size = copy.stat().st_size
    asked = {
        "metres_per_unit": options.metres_per_unit,
        "most_poses": min(MOST_POSES, LEAST_POSES + POSES_A_BYTE * size),
        "take": options.take,
        "only_takes": only_takes,
    }
    USD_CORE.run(path, CHILD, [str(copy), str(copy.parent), json.dumps(asked)], LEAST_S + SECONDS_A_BYTE * size)
    try:
        found: dict[str, Any] = json.loads(copy.with_name("found.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _lost(path, error) from error
    return found


def _lost(path: Path, error: Exception) -> FileError:
    return FileError(path, f"cannot be read (what usd-core found did not come back: {error})")


def _motion(found: dict[str, Any], folder: Path, options: ReadOptions) -> Motion:
    turns, places = np.load(folder / "turns.npy"), np.load(folder / "places.npy")
    joints, notes = _under_one_root(found["joints"]), list(found["notes"])
    added = len(joints) - turns.shape[1]
    if added:
        turns = np.concatenate([np.tile([0.0, 0.0, 0.0, 1.0], (len(turns), 1, 1)), turns], axis=1)
        places = np.concatenate([np.zeros((len(places), 1, 3)), places], axis=1)
    extent = places.max(axis=0) - places.min(axis=0)
    is_moved = ~(extent.max(axis=1) <= STILL_M)  # what is no number is refused below
    offsets = np.where(is_moved[:, None], [joint["offset"] for joint in joints], places[0])
    channels = tuple(
        (*(TRANSLATIONS if moved else ()), *(QUATERNION if joint["turns"] else ()))
        for joint, moved in zip(joints, is_moved, strict=True)
    )
    skeleton = Skeleton(
        _names(joints, notes),
        tuple(joint["parent"] for joint in joints),
        offsets,
        channels,
        rest_xyzw=np.array([joint["rest"] for joint in joints]),
        end_sites=tuple(joint["end"] for joint in joints),
        metres_per_unit=1.0,
    )
    fps = options.fps or Fraction(found["fps"])
    return Motion(skeleton, turns, places[:, is_moved], fps, found["first_frame"], tuple(notes))


def _under_one_root(joints: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Joints of which only the first has no parent; where there are several trees, one more joint holds them."""
    if sum(joint["parent"] < 0 for joint in joints) == 1 and joints[0]["parent"] < 0:
        return joints
    still: dict[str, Any] = {"offset": [0.0] * 3, "rest": [0.0, 0.0, 0.0, 1.0], "turns": False, "end": False}
    root = {"name": "scene_root", "path": "scene_root", "parent": -1, **still}
    return [root, *(joint | {"parent": joint["parent"] + 1} for joint in joints)]


def _names(joints: list[dict[str, Any]], notes: list[str]) -> tuple[str, ...]:
    """Names of joints; those that several have give way to paths."""
    given = [joint["name"] for joint in joints]
    notes += renamed_note(given, "joints")
    repeated = {name for name in given if given.count(name) > 1} if len(set(given)) < len(given) else set()
    if repeated:
        notes.append(f"{len(repeated)} names belong to several joints, which are called by their paths")
    unique = UniqueNames()
    return tuple(unique.take(writable(j["path"] if j["name"] in repeated else j["name"])) for j in joints)


def _animation(found: dict[str, Any], folder: Path, options: ReadOptions) -> Motion | KeyedAnimation:
    keys: Floats = np.load(folder / "keys.npy")
    joints, notes = found["joints"], list(found["notes"])
    skeleton = Skeleton(
        _names(joints, notes),
        tuple(joint["parent"] for joint in joints),
        np.array([joint["offset"] for joint in joints], dtype=np.float64),
        tuple(tuple(joint["channels"]) for joint in joints),
        tuple(joint["order"] for joint in joints),
        np.array([joint["axes"] for joint in joints]),
        np.array([joint["rest"] for joint in joints]),
        tuple(joint["end"] for joint in joints),
        metres_per_unit=1.0,
    )
    frames = np.array(found["frames"], dtype=np.float64)
    curves = fcurves(channels_of(skeleton), frames, keys[..., 0], keys[..., 1:3], keys[..., 3:5])
    selection = Selection(tuple(found["frames"]), classes=tuple(found["classes"]))
    fps = options.fps or Fraction(found["fps"])
    animation = KeyedAnimation(
        skeleton, curves, selection, found["n_frames"], fps, found["first_frame"], found["fit"], tuple(notes)
    )
    return animation.sample() if animation.fit == BAKED else animation
