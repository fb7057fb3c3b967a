"""Unbake's own JSON: a keyed animation with nothing lost, bit for bit. Described in docs/native-format.md."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np

from unbake._version import __version__
from unbake.curves.baked import BAKED, baked_animation, straight_handles
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.tangents import HANDLE_TYPES, LOCKED, Tangents, types_of
from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.native.layers import FOOT_LAYER, layers_json, layers_of
from unbake.formats.registry import ReadOptions, WriteOptions
from unbake.ground.arrays import Floats
from unbake.ground.files.checked_json import Item, parse_json
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.channels import Channel, channels_of
from unbake.motion.motion import LARGEST_M, Motion
from unbake.motion.skeleton import Skeleton

FORMAT, VERSION = "unbake-animation", 3
MOST_POSES = 20_000_000
"""Frames times joints beyond this are refused: a clip claims its length by a single number."""


def save_motion(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion as curves with a key on every frame."""
    save_animation(baked_animation(motion), path, options)


def save_animation(
    animation: KeyedAnimation, path: Path, options: WriteOptions, extras: Mapping[str, Any] | None = None
) -> None:
    """Write a keyed animation so that `load` gives it back exactly; `extras` is what others keep in the file.

    The file is of the first version that holds all of it, so that older programs read what they can.
    """
    curves = list(_curves_json(animation))
    head = {
        "format": FORMAT,
        "version": _version(animation, curves),
        "generator": f"Unbake {__version__}",
        "fps": f"{animation.fps.numerator}/{animation.fps.denominator}",
        "first_frame": animation.first_frame,
        "n_frames": animation.n_frames,
        "fit": animation.fit,
        "warnings": list(animation.warnings),
        "keys": _keys_json(animation.selection),
        "metres_per_unit": animation.skeleton.metres_per_unit,
    }
    if animation.skeleton.named_roles:
        head["named_roles"] = dict(animation.skeleton.named_roles)
    if extras:
        head["extras"] = dict(extras)
    with path.open("w", encoding="utf-8") as out:
        out.write("{\n" + "".join(f" {_text(key)}: {_text(value)},\n" for key, value in head.items()))
        _write_list(out, "joints", _joints_json(animation.skeleton), ",")
        _write_list(out, "curves", curves, "," if animation.layers else "")
        if animation.layers:
            _write_list(out, "layers", layers_json(animation), "")
        out.write("}\n")


def load_extras(path: Path) -> Item:
    """Return the object `extras` of a file, empty where there is none; FileError where the file is not ours.

    The foot layer of version 1 is left out: `load` returns it as a layer.
    """
    extras = _root(path).get("extras")
    members = {} if extras is None else extras.object()
    return Item(path, "extras", {name: value for name, value in members.items() if name != FOOT_LAYER})


def _text(value: Any) -> str:
    # Python writes the shortest decimal that reads back as the same float64.
    return json.dumps(value, allow_nan=False)


def _write_list(out: Any, key: str, entries: Iterable[dict[str, Any]], end: str) -> None:
    """One entry a line, so that two files can be compared line by line."""
    lines = ",\n".join("  " + _text(entry) for entry in entries)
    out.write(f' "{key}": [\n{lines}\n ]{end}\n' if lines else f' "{key}": []{end}\n')


def _version(animation: KeyedAnimation, curves: list[dict[str, Any]]) -> int:
    if any("left" not in curve for curve in curves):
        return 3
    return 2 if animation.layers else 1


def _keys_json(selection: Selection) -> dict[str, Any]:
    error = selection.error if math.isfinite(selection.error) else None
    return {"frames": list(selection.frames), "classes": list(selection.classes), "error": error}


def _joints_json(skeleton: Skeleton) -> Iterator[dict[str, Any]]:
    for joint, name in enumerate(skeleton.names):
        yield {
            "name": name,
            "parent": skeleton.parents[joint],
            "offset_m": skeleton.offsets_m[joint].tolist(),
            "channels": list(skeleton.channels[joint]),
            "rotation_order": skeleton.rotation_orders[joint],
            "axes_xyzw": skeleton.axes_xyzw[joint].tolist(),
            "rest_xyzw": skeleton.rest_xyzw[joint].tolist(),
            "end_site": bool(skeleton.end_sites[joint]),
        }


def _curves_json(animation: KeyedAnimation) -> Iterator[dict[str, Any]]:
    for curve in animation.curves:
        entry = {
            "joint": curve.channel.joint,
            "channel": curve.channel.name,
            "values": curve.values.tolist(),
        }
        if animation.fit != BAKED or not _is_straight(curve):
            entry |= {"left": curve.left.tolist(), "right": curve.right.tolist()}
        if curve.tangents is not None and (curve.tangents != curve.plain_tangents()).any():
            entry["handles"] = [HANDLE_TYPES[kind] for kind in types_of(curve.tangents)]
            entry["locked"] = np.flatnonzero(curve.locked()).tolist()
        yield entry


def _is_straight(curve: FCurve) -> bool:
    """Whether the handles are, bit for bit, those that a file need not say."""
    handles = straight_handles(curve.frames, curve.values)
    return all(a.tobytes() == b.tobytes() for a, b in zip(handles, (curve.left, curve.right), strict=True))


def load(path: Path, options: ReadOptions) -> KeyedAnimation:
    """Read a keyed animation.

    Raises
    ------
    FileError : another JSON, a later version, or contents that make no animation; it names the place.
    """
    root = _root(path)
    try:
        animation = _animation(root)
    except (MotionError, UsageError) as error:
        raise FileError.of(path, error) from error
    return replace(animation, fps=options.fps) if options.fps is not None else animation


def _root(path: Path) -> Item:
    """The file's object, once format and version are right."""
    try:
        root = parse_json(path, path.read_bytes())
    except OSError as error:
        raise FileError.of_system(path, "cannot be read", error) from error
    name = root.get("format")
    if name is None or name.value != FORMAT:
        other = name.value if name is not None and isinstance(name.value, str) else None
        what = "is JSON, but not of Unbake" if other is None else "is JSON, but no clip"
        raise FileError(path, what, expected=f'"format": "{FORMAT}"', actual=other)
    version = root.need("version").integer(1)
    if version > VERSION:
        raise FileError(path, f"was written by a later Unbake (version {version}); at most {VERSION} is understood")
    return root


def _animation(root: Item) -> KeyedAnimation:
    skeleton = _skeleton(root)
    n_frames = root.need("n_frames").integer(1, MOST_POSES // len(skeleton.names))
    selection = _selection(root.need("keys"))
    frames = np.array(selection.frames, dtype=np.float64)
    items = root.list_of("curves")
    channels = channels_of(skeleton)
    if len(items) != len(channels):
        raise FileError(root.file, f"has {len(items)} curves for the {len(channels)} channels of its joints")
    curves = tuple(_curve(item, channel, frames) for item, channel in zip(items, channels, strict=True))
    return KeyedAnimation(
        skeleton,
        curves,
        selection,
        n_frames,
        root.need("fps").rate(),
        root.need("first_frame").integer(-(2**31), 2**31),
        root.need("fit").text(),
        tuple(item.text() for item in root.list_of("warnings")),
        layers_of(root, root.need("version").integer(1), skeleton, n_frames),
    )


def _skeleton(root: Item) -> Skeleton:
    joints, unit = root.list_of("joints"), root.get("metres_per_unit")
    if not joints:
        raise FileError(root.file, "has no joints")
    if unit is not None and not unit.number() > 0.0:
        unit.fail("a length above zero")
    skeleton = Skeleton(
        tuple(joint.need("name").text() for joint in joints),
        tuple(joint.need("parent").integer(-1) for joint in joints),
        np.array([joint.need("offset_m").numbers(3) for joint in joints]),
        tuple(tuple(channel.text() for channel in joint.list_of("channels")) for joint in joints),
        tuple(joint.need("rotation_order").text() for joint in joints),
        np.array([_unit_quaternion(joint.need("axes_xyzw")) for joint in joints]),
        np.array([_unit_quaternion(joint.need("rest_xyzw")) for joint in joints]),
        tuple(joint.need("end_site").boolean() for joint in joints),
        unit.number() if unit is not None else None,
    )
    named = root.get("named_roles")
    if named is None:
        return skeleton
    return skeleton.with_roles({role: named.need(role).text() for role in named.object()})


def _unit_quaternion(item: Item) -> Floats:
    numbers = item.numbers(4)
    if np.abs(numbers).max() > 2.0 or abs(np.linalg.norm(numbers) - 1.0) > 1e-3:
        item.fail("a quaternion x y z w of length 1")
    return numbers


def _selection(keys: Item) -> Selection:
    classes = []
    for item in keys.list_of("classes"):
        if item.value not in get_args(KeyClass):
            item.fail("keypose, breakdown or hold")
        classes.append(item.value)
    frames = tuple(item.integer(0, 2**31) for item in keys.list_of("frames"))
    error = keys.get("error")
    if len(classes) != len(frames):
        raise FileError(keys.file, f"{keys.path} has {len(classes)} classes for {len(frames)} frames")
    return Selection(frames, error.number() if error is not None else float("nan"), tuple(classes))


def _curve(item: Item, channel: Channel, frames: Floats) -> FCurve:
    if item.need("joint").integer() != channel.joint or item.need("channel").text() != channel.name:
        raise FileError(item.file, f"{item.path} should be of joint {channel.joint}, channel {channel.name}")
    values = item.need("values").numbers(len(frames))
    _check_range(item, "values", values)
    if item.get("left") is None and item.get("right") is None:
        left, right = straight_handles(frames, values)
    else:
        left, right = (item.need(side).numbers(len(frames), 2) for side in ("left", "right"))
        _check_range(item, "left", left[:, 1])
        _check_range(item, "right", right[:, 1])
    return FCurve(channel, frames, values, left, right, _tangents(item, len(frames)))


def _check_range(item: Item, name: str, numbers: Floats) -> None:
    if np.abs(numbers).max(initial=0.0) > LARGEST_M:
        raise FileError(item.file, f"{item.path}.{name} holds a number beyond {LARGEST_M:,.0f}")


def _tangents(item: Item, count: int) -> Tangents | None:
    """The types of a curve's handles and its locked keys; None where the file says nothing of them."""
    handles, locked = item.list_of("handles"), item.list_of("locked")
    if not handles and not locked:
        return None
    if handles and len(handles) != count:
        raise FileError(item.file, f"{item.path}.handles has {len(handles)} types for {count} keys")
    codes = np.zeros(count, dtype=np.uint8)
    for key, entry in enumerate(handles):
        if entry.text() not in HANDLE_TYPES:
            entry.fail(", ".join(HANDLE_TYPES[:-1]) + f" or {HANDLE_TYPES[-1]}")
        codes[key] = HANDLE_TYPES.index(entry.value)
    for entry in locked:
        codes[entry.index(count, "keys")] |= LOCKED
    return codes
