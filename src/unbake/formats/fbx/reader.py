"""Reading a take of an FBX file: as its own keyed curves where these can be kept, otherwise as a motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import FileError, MotionError
from unbake.formats.fbx.frames import Frames, frames_of
from unbake.formats.fbx.joints import chosen_nodes, even_scale, placed_joints
from unbake.formats.fbx.keyed import keyed_animation
from unbake.formats.fbx.poses import posed_motion
from unbake.formats.fbx.rig import Component, Rig, rig_of
from unbake.formats.fbx.scene import Curve, Scene, read_scene
from unbake.formats.fbx.takes import file_takes, of_figure
from unbake.formats.fbx.values import is_where_ufbx_has_it, values_at
from unbake.formats.registry import ReadOptions
from unbake.formats.sparse_keys import NotKeyed
from unbake.formats.takes import left_out_note
from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.motion.channels import motion_from_channels
from unbake.motion.motion import Motion
from unbake.motion.skeleton import MOST_JOINTS

MOST_POSES = 20_000_000
"""Frames times joints beyond this are refused: 640 MB of rotations, or three hours of a whole figure at 60 Hz."""
PLACES = ("Lcl Translation", "Lcl Rotation")
SCALES = "Lcl Scaling"
LEAST_CHANGE = 1e-6


def read_take(path: Path, options: ReadOptions) -> Motion | KeyedAnimation:
    """Read a take of an FBX file; see `unbake.formats.fbx.format.load`."""
    scene, own, others, notes = _chosen(path, options)
    # Numbers near the largest float overflow on the way; what comes out is checked, so no warning is needed.
    with np.errstate(all="ignore"):
        try:
            loaded = _read(path, scene, own, others, options, notes)
            if isinstance(loaded, KeyedAnimation):
                loaded.sample()  # sound keys can have handles that lead beyond all positions
            return loaded
        except MotionError as error:
            raise FileError.of(path, error) from error


def _chosen(path: Path, options: ReadOptions) -> tuple[Scene, set[int], set[int], list[str]]:
    """Return the scene with the curves of the wanted take, the nodes that count, those of other figures, and notes."""
    scene = read_scene(path, options.take, options.fps)
    takes, figures = file_takes(scene)
    take, notes = takes.chosen(path, options.take)
    if take.animation != scene.take:
        scene = read_scene(path, take.animation, options.fps)
    if not scene.takes[scene.take].n_curves:
        raise FileError(path, "holds no animation")
    if take.figure is None:
        return scene, set(range(len(scene.nodes))), set(), list(notes)
    each = [of_figure(scene, top) for top in figures[take.animation]]
    own = each.pop(take.figure)
    return scene, own, set[int]().union(*each), list(notes)


def _read(
    path: Path, scene: Scene, own: set[int], others: set[int], options: ReadOptions, notes: list[str]
) -> Motion | KeyedAnimation:
    varying = {curve.node for curve in scene.curves if curve.name in PLACES and _varies(curve)}
    keyed = {curve.node for curve in scene.curves if curve.name in PLACES and len(curve.times_s)}
    moving = varying & own or keyed & own
    chosen, are_limbs = chosen_nodes(scene.nodes, moving)
    if not chosen:
        raise FileError(path, "holds no animation of joints (no rotation, no translation)")
    if len(chosen) > MOST_JOINTS:
        raise FileError(path, f"has {len(chosen):,} joints; at most {MOST_JOINTS:,} are read")
    notes += _node_notes(scene, chosen, are_limbs, (varying | moving) - others)
    above = _lines(scene, chosen)
    frames, more = frames_of(scene, _key_times(scene, above), options)
    notes += more
    if frames.count * len(chosen) > MOST_POSES:
        raise FileError(path, f"is too long: {frames.count:,} frames of {len(chosen)} joints")
    reason = _odd(scene, above)
    joints = None if reason else placed_joints(scene, chosen)
    if joints is not None:
        rig, more_notes = rig_of(scene, joints)
        checked = motion_from_channels(rig.skeleton, values_at(rig, scene.check_s), frames.fps)
        if is_where_ufbx_has_it(scene, rig, checked):
            return _of_curves(rig, scene, frames, (*notes, *more_notes))
        reason = "nodes are placed in a way that joints are not"
    reason = reason or "nodes are scaled unevenly"
    motion = posed_motion(path, scene, chosen, frames)
    note = Note(f"{reason}: the motion was sampled on every frame", "poses-sampled")
    return replace(motion, warnings=(*notes, *motion.warnings, note))


def _of_curves(rig: Rig, scene: Scene, frames: Frames, notes: tuple[str, ...]) -> Motion | KeyedAnimation:
    try:
        return keyed_animation(rig, frames, scene.own, notes)
    except NotKeyed as reason:
        if str(reason):
            notes = (*notes, Note(f"{reason}: the motion was sampled on every frame", "keys-sampled"))
    return motion_from_channels(rig.skeleton, values_at(rig, frames.times_s()), frames.fps, frames.first, notes)


def _varies(curve: Curve) -> bool:
    return len(curve.times_s) > 0 and Component(curve, curve.default).varies(LEAST_CHANGE)


def _key_times(scene: Scene, nodes: set[int]) -> Floats:
    """Return the times (K,) of all keys that change where these nodes are, or of all their keys."""
    curves = [curve for curve in scene.curves if curve.node in nodes and len(curve.times_s)]
    times = [curve.times_s for curve in curves if _varies(curve)] or [curve.times_s for curve in curves]
    # Curves of one take mostly have the same keys; to sort them all would take longer than to read them.
    different = {(len(row), float(row[0]), float(row[-1]), float(row.sum())): row for row in times}
    return np.unique(np.concatenate(list(different.values()))) if different else np.empty(0)


def _lines(scene: Scene, chosen: list[int]) -> set[int]:
    """Return the chosen nodes and all above them."""
    out: set[int] = set()
    for number in chosen:
        while number >= 0 and number not in out:
            out.add(number)
            number = scene.nodes[number].parent
    return out


def _odd(scene: Scene, above: set[int]) -> str:
    """Return why curves alone do not tell where these nodes are; nothing where they do."""
    curves = [curve for curve in scene.curves if curve.node in above and len(curve.times_s)]
    layers = {curve.layer for curve in curves}
    if len(layers) > 1 or any(scene.layers[layer]["weight"] != 1.0 for layer in layers):
        return "the take has several layers" if len(layers) > 1 else "the take's layer has a weight"
    if any(scene.nodes[number].order is None for number in above):
        return "nodes turn by spheric angles"
    if any(curve.name not in (*PLACES, SCALES) and _varies(curve) for curve in curves):
        return "pivots of nodes move"
    changing = [curve for curve in curves if curve.name == SCALES and np.ptp(curve.values) > 1e-4]
    parents = {scene.nodes[number].parent for number in above}
    if any(curve.node in parents for curve in changing):
        return "nodes change their scale"
    uneven = [n for n in above & parents if n >= 0 and even_scale(scene.check[0, n, 7:]) is None]
    return "nodes are scaled unevenly, or mirrored" if uneven else ""


def _node_notes(scene: Scene, chosen: list[int], are_limbs: bool, moving: set[int]) -> list[str]:
    notes: list[str] = []
    if not scene.has_axes:
        notes.append(Note("the file does not say which axis is up: taken as Y", "axes-assumed"))
    if not are_limbs:
        text = f"no limb nodes in the file: its {len(chosen)} animated nodes, with those between, were taken as joints"
        notes.append(Note(text, "no-limb-nodes"))
    if left_out := moving - set(chosen):
        notes.append(left_out_note(len(left_out), "the skeleton"))
    return notes
