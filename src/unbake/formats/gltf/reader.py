"""Reading an animation of a glTF 2.0 file: as its own keyed curves where these can be kept, otherwise as a motion."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import FileError, MotionError, shorten
from unbake.formats.gltf.container import Document, open_document
from unbake.formats.gltf.figures import Figure
from unbake.formats.gltf.keyed import Frames, keyed_animation
from unbake.formats.gltf.nodes import (
    Node,
    chosen_joints,
    depth_first,
    inherited_scales,
    read_nodes,
    seen_through,
    with_ancestors,
)
from unbake.formats.gltf.samplers import WIDTHS, Spline, read_spline
from unbake.formats.gltf.takes import file_takes
from unbake.formats.registry import ReadOptions
from unbake.formats.sparse_keys import SLACK, NotKeyed
from unbake.formats.takes import left_out_note
from unbake.ground.arrays import Floats
from unbake.ground.files.checked_json import Item
from unbake.ground.notes import Note
from unbake.motion.frame_rate import rate_of_spacing, rate_of_times
from unbake.motion.motion import Motion
from unbake.motion.names import renamed_note, writable
from unbake.motion.rotations import IDENTITY_XYZW
from unbake.motion.skeleton import MOST_JOINTS, QUATERNION, TRANSLATIONS, Skeleton

MOST_POSES = 20_000_000
"""Frames times joints beyond this are refused: 640 MB of rotations, or three hours of a whole figure at 60 Hz."""
USUAL_RATE = Fraction(30)


@dataclass
class _Clip:
    """What is gathered from a file on the way to a motion.

    Of several figures only `figure` counts, and what is above it; `others` are the nodes of the others. `splines` is
    keyed by node and path.
    """

    document: Document
    nodes: list[Node]
    figure: Figure | None = None
    others: frozenset[int] = frozenset()
    splines: dict[tuple[int, str], Spline] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @cached_property
    def counting(self) -> set[int] | None:
        """The nodes of the chosen figure and all above them; None where all nodes count."""
        return None if self.figure is None else with_ancestors(self.nodes, self.figure.nodes)


def read_clip(file: Path, options: ReadOptions) -> Motion | KeyedAnimation:
    """Read an animation of a .glb or .gltf file: that of the options' name, by default the first that moves joints.

    Cubic splines with sparse keys come as a keyed animation; all else is sampled on every frame.

    The joints are the animated nodes and those of the skins, with their ancestors and ends. Frames are numbered as
    Blender shows them: time 0 is frame 0, unless the file was written by this package and says otherwise.

    Raises
    ------
    UsageError : no animation of the options' name.
    FileError : not glTF 2.0, broken, without an animation, or without end.
    """
    document = open_document(file)
    # Numbers near the largest float overflow on the way; what comes out is checked, so no warning is needed.
    with np.errstate(all="ignore"):
        clip = _Clip(document, read_nodes(document))
        animation = _chosen_animation(clip, options.take)
        _read_channels(clip, animation)
        try:
            return _moving(clip, animation, options)
        except MotionError as error:
            raise FileError.of(file, error) from error


def take_names(file: Path) -> tuple[str, ...]:
    """Return the names of the takes that move joints; errors as of `read_clip`."""
    document = open_document(file)
    return file_takes(document, read_nodes(document))[0].moving


def _chosen_animation(clip: _Clip, name: str | None) -> Item:
    """Return the animation of a take, without a name of the first; where it moves several figures, one is chosen."""
    takes, figures = file_takes(clip.document, clip.nodes)
    take, notes = takes.chosen(clip.document.file, name)
    clip.warnings.extend(notes)
    if take.figure is not None:
        moved = figures[take.animation]
        clip.figure = moved[take.figure]
        clip.others = frozenset[int]().union(*(other.nodes for other in moved if other is not clip.figure))
    return clip.document.root.list_of("animations")[take.animation]


def _read_channels(clip: _Clip, animation: Item) -> None:
    nodes = clip.counting
    ignored: dict[str, int] = {}
    left_out = set[int]()
    samplers = animation.list_of("samplers")
    for channel in animation.list_of("channels"):
        target = channel.need("target")
        node, path = target.get("node"), target.need("path").text()
        if nodes is not None and node is not None and (number := node.index(len(clip.nodes), "nodes")) not in nodes:
            left_out |= {number} - clip.others if path in WIDTHS else set()
            continue
        if node is None or path not in WIDTHS:
            if path != "scale" or node is None or not _is_one_scale(clip, node, channel, samplers):
                ignored[path] = ignored.get(path, 0) + 1
            continue
        place = (node.index(len(clip.nodes), "nodes"), path)
        if place in clip.splines:
            raise FileError(clip.document.file, f"{target.path}: node {place[0]} has a second channel '{path}'")
        sampler = samplers[channel.need("sampler").index(len(samplers), "samplers")]
        clip.splines[place] = read_spline(clip.document, sampler, path)
    if left_out:
        clip.warnings.append(left_out_note(len(left_out), "any figure"))
    for path, count in ignored.items():
        clip.warnings.append(
            f"{count} animated channel{'s' * (count > 1)} '{path}' ignored: joints turn and move only."
        )
    if not clip.splines:
        raise FileError(clip.document.file, "holds no animation of joints (no rotation, no translation)")


def _is_one_scale(clip: _Clip, node: Item, channel: Item, samplers: list[Item]) -> bool:
    """Whether a scale channel keeps one scale all along, as Blender writes it for every bone; the node then has it."""
    sampler = samplers[channel.need("sampler").index(len(samplers), "samplers")]
    values = read_spline(clip.document, sampler, "scale").values
    if np.ptp(values, axis=0).max() > 1e-3 * np.abs(values[0]).max():
        return False
    number = node.index(len(clip.nodes), "nodes")
    if np.abs(values[0] - clip.nodes[number].scale).max() > 1e-3 * np.abs(values[0]).max():
        clip.nodes[number] = replace(clip.nodes[number], scale=values[0])
    return True


def _moving(clip: _Clip, animation: Item, options: ReadOptions) -> Motion | KeyedAnimation:
    joints = _joints(clip)
    if len(joints) > MOST_JOINTS:
        raise FileError(clip.document.file, f"has {len(joints):,} joints; at most {MOST_JOINTS:,} are read")
    frames = _frames(clip, animation, options, len(joints))
    scales = inherited_scales(clip.nodes, joints)
    uneven = [n for n in joints if np.ptp(np.abs(clip.nodes[n].scale)) > 1e-4 * np.abs(clip.nodes[n].scale).max()]
    if uneven:
        clip.warnings.append(f"{len(uneven)} nodes are scaled unevenly; what they carry is placed approximately.")
    skeleton = _skeleton(clip, joints, scales)
    shift = len(skeleton.names) - len(joints)
    place_of = {number: place for place, number in enumerate(joints, start=shift)}
    splines = {
        (place_of[number], path): spline.on_frames(frames.times_s).scaled(
            seen_through(scales[number]) if path == "rotation" else scales[number]
        )
        for (number, path), spline in clip.splines.items()
    }
    try:
        return keyed_animation(skeleton, splines, frames, _own_extras(animation), tuple(clip.warnings))
    except NotKeyed as reason:
        if str(reason) and any(spline.interpolation == "CUBICSPLINE" for spline in splines.values()):
            clip.warnings.append(Note(f"{reason}: the motion was sampled on every frame", "keys-sampled"))
    return _sampled(skeleton, splines, frames, tuple(clip.warnings))


def _sampled(
    skeleton: Skeleton, splines: Mapping[tuple[int, str], Spline], frames: Frames, notes: tuple[str, ...]
) -> Motion:
    times, slack_s = frames.times_s, SLACK / float(frames.fps)
    rotations = np.tile(skeleton.rest_xyzw, (len(times), 1, 1))
    translations = np.empty((len(times), len(skeleton.translated), 3))
    column_of = {joint: column for column, joint in enumerate(skeleton.translated)}
    for (joint, path), spline in splines.items():
        if path == "rotation":
            rotations[:, joint] = spline.at(times, slack_s)
        else:
            translations[:, column_of[joint]] = spline.at(times, slack_s)
    return Motion(skeleton, rotations, translations, frames.fps, frames.first, notes)


def _joints(clip: _Clip) -> list[int]:
    """Return the nodes that become joints: the trees that hold animated nodes."""
    order, root_of = depth_first(clip.nodes)
    animated = {number for number, _ in clip.splines}
    skinned = {
        joint.index(len(clip.nodes), "nodes")
        for skin in clip.document.root.list_of("skins")
        for joint in skin.list_of("joints")
    }
    joints = chosen_joints(clip.nodes, order, animated | skinned, {root_of[number] for number in animated})
    nodes = clip.counting
    return joints if nodes is None else [number for number in joints if number in nodes]


def _skeleton(clip: _Clip, joints: list[int], scales: dict[int, Floats]) -> Skeleton:
    """Build the skeleton; where several trees are animated, a joint without motion holds them together."""
    several = sum(clip.nodes[number].parent < 0 for number in joints) > 1
    place_of = {number: place + several for place, number in enumerate(joints)}
    given = _own_names([clip.nodes[n].name or "" for n in joints], clip.figure)
    names = ["scene_root"] * several + [writable(name or f"node_{n}") for name, n in zip(given, joints, strict=True)]
    clip.warnings.extend(renamed_note(given, "joints"))
    unique = _unique(names, clip.warnings)
    if several:
        tops = [name for name, n in zip(unique[1:], joints, strict=True) if clip.nodes[n].parent < 0]
        listed = ", ".join(map(shorten, tops[:5])) + ", …" * (len(tops) > 5)
        text = f"{len(tops)} trees of nodes move, {listed}: a joint '{unique[0]}' was put above them"
        clip.warnings.append(Note(text, "roots-joined"))
    parents = [-1] * several + [place_of.get(clip.nodes[n].parent, 0 if several else -1) for n in joints]
    offsets = [np.zeros(3)] * several + [clip.nodes[n].translation * scales[n] for n in joints]
    rest = [IDENTITY_XYZW] * several + [clip.nodes[n].rotation_xyzw * seen_through(scales[n]) for n in joints]
    channels = [()] * several + [_channels(clip, n) for n in joints]
    return Skeleton(
        unique,
        tuple(parents),
        np.array(offsets),
        tuple(channels),
        rest_xyzw=np.array(rest),
        end_sites=(False,) * several + tuple(clip.nodes[n].end_site for n in joints),
        metres_per_unit=1.0,
    )


def _own_names(names: list[str], figure: Figure | None) -> list[str]:
    """Return names of a figure's joints without that of the figure, where all begin with it, as this package writes."""
    own = f"{figure.name} " if figure else ""
    return [name.removeprefix(own) for name in names] if all(name.startswith(own) for name in names) else names


def _channels(clip: _Clip, number: int) -> tuple[str, ...]:
    moved = TRANSLATIONS if (number, "translation") in clip.splines else ()
    return (*moved, *(QUATERNION if (number, "rotation") in clip.splines else ()))


def _unique(names: list[str], warnings: list[str]) -> tuple[str, ...]:
    """Give all but the first joint of a name a number behind it that makes it new."""
    taken, seen = set(names), set[str]()
    next_number: dict[str, int] = {}
    out: list[str] = []
    for name in names:
        new = name
        while new in seen or (new != name and new in taken):
            number = next_number[name] = next_number.get(name, 1) + 1
            new = f"{name}_{number}"
        seen.add(new)
        out.append(new)
    renamed = sum(a != b for a, b in zip(names, out, strict=True))
    if renamed:
        warnings.append(f"{renamed} joint{'s' * (renamed > 1)} shared a name and got a number.")
    return tuple(out)


def _frames(clip: _Clip, animation: Item, options: ReadOptions, n_joints: int) -> Frames:
    """Return which frames the animation has."""
    keys = np.unique(np.concatenate([spline.times_s for spline in clip.splines.values()]))
    ours = _own_extras(animation)
    if ours is not None:
        stored = ours.need("fps").rate()
        first_frame, count = ours.need("first_frame").integer(-(2**31), 2**31), ours.need("n_frames").integer(1)
        _check_length(clip, count, n_joints)
        return Frames(np.arange(count) / float(stored), options.fps or stored, first_frame)
    fps = options.fps or rate_of_times(keys)
    if fps is None:
        fps = rate_of_spacing(keys) or USUAL_RATE
        if len(keys) > 1:
            text = f"the key times fit no usual frame rate: taken as {float(fps):g} a second"
            clip.warnings.append(Note(text, "rate-assumed"))
    # A last key between two frames is still reached: the frame behind it holds the final pose.
    span = float(keys[-1] - keys[0]) * float(fps)
    count = math.ceil(min(span, 1e15) - SLACK) + 1
    _check_length(clip, count, n_joints)
    return Frames(keys[0] + np.arange(count) / float(fps), fps, round(float(keys[0]) * float(fps)))


def _check_length(clip: _Clip, count: int, n_joints: int) -> None:
    if count * n_joints > MOST_POSES:
        raise FileError(clip.document.file, f"is too long: {count:,} frames of {n_joints} joints")


def _own_extras(animation: Item) -> Item | None:
    """Return the block that this package writes, None where another program wrote the file."""
    extras = animation.get("extras")
    if extras is None or not isinstance(extras.value, dict):
        return None
    return extras.get("unbake")
