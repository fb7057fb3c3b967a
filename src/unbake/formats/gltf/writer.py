"""Writing glTF 2.0: one node a joint, a skinned figure of bones, and the animation on its keys.

A keyed animation is written as CUBICSPLINE samplers whose keys are the selected frames and no others; a motion as
LINEAR samplers with a key on every frame. Metres, seconds, Y up, quaternions x y z w: as inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unbake._version import __version__
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.bone_mesh import COLOURS_SRGB, BoneMesh, bone_meshes, rest_pose
from unbake.formats.gltf.accessors import BufferBuilder
from unbake.formats.gltf.container import write_document
from unbake.formats.gltf.tracks import Track, baked_tracks, keyed_tracks
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_conjugate, rotate
from unbake.motion.skeleton import Skeleton

Json = dict[str, Any]


def write_motion(motion: Motion, path: Path) -> None:
    """Write a motion with a key on every frame."""
    extras = {**_clip_extras(motion), "fit": "baked"}
    frames = range(motion.n_frames)
    _write(path, motion.skeleton, frames, float(motion.fps), baked_tracks(motion), extras)


def write_motions(motions: Sequence[tuple[str, Motion]], path: Path) -> None:
    """Write several motions as figures of one scene that move at the same time, one animation for all.

    Parameters
    ----------
    motions : a name for each, put before the names of its joints, and the motion; all at one rate.
    path : the file.
    """
    builder = BufferBuilder()
    content: Json = {
        "asset": {"version": "2.0", "generator": f"Unbake {__version__}"},
        "scene": 0,
        "scenes": [{"nodes": []}],
        "animations": [{"name": "Unbake", "channels": [], "samplers": []}],
        **{part: [] for part in ("nodes", "skins", "meshes", "materials")},
    }
    for name, motion in motions:
        _add_figure(content, builder, name, motion)
    content["bufferViews"], content["accessors"] = builder.views, builder.accessors
    write_document(path, content, bytes(builder.data))


def _add_figure(content: Json, builder: BufferBuilder, name: str, motion: Motion) -> None:
    """Add a motion's figure to what is there; numbers of its own begin behind those of the others."""
    begin, count = len(content["nodes"]), len(motion.skeleton.names)
    figure = _figure(builder, motion.skeleton)
    for node in (*_joint_nodes(motion.skeleton), {"name": "Figure", "mesh": 0, "skin": 0}):
        own = {**node, "name": f"{name} {node['name']}"}
        if "children" in node:
            own["children"] = [begin + child for child in node["children"]]
        if "mesh" in node:
            own |= {"mesh": len(content["meshes"]), "skin": len(content["skins"])}
        content["nodes"].append(own)
    content["scenes"][0]["nodes"] += [begin, begin + count]
    skin = {**figure["skins"][0], "name": name, "skeleton": begin, "joints": list(range(begin, begin + count))}
    content["skins"].append(skin)
    materials = len(content["materials"])
    primitives = [{**p, "material": materials + p["material"]} for p in figure["meshes"][0]["primitives"]]
    content["meshes"].append({"name": name, "primitives": primitives})
    content["materials"] += figure["materials"]
    animation = _animation(builder, range(motion.n_frames), float(motion.fps), baked_tracks(motion))
    if animation is not None:
        whole = content["animations"][0]
        samplers = len(whole["samplers"])
        whole["samplers"] += animation["samplers"]
        for channel in animation["channels"]:
            target = {**channel["target"], "node": begin + channel["target"]["node"]}
            whole["channels"].append({"sampler": samplers + channel["sampler"], "target": target})


def write_animation(animation: KeyedAnimation, path: Path) -> None:
    """Write a keyed animation with keys on the selected frames only; the classes go into the animation's extras."""
    frames = animation.selection.frames
    extras = {
        **_clip_extras(animation),
        "keys": list(frames),
        "classes": list(animation.key_classes()),
        "fit": animation.fit,
    }
    _write(path, animation.skeleton, frames, float(animation.fps), keyed_tracks(animation), extras)


def _clip_extras(clip: Motion | KeyedAnimation) -> Json:
    return {
        "version": __version__,
        "fps": f"{clip.fps.numerator}/{clip.fps.denominator}",
        "first_frame": clip.first_frame,
        "n_frames": clip.n_frames,
    }


def _write(
    path: Path, skeleton: Skeleton, frames: Sequence[int], fps: float, tracks: Iterable[Track], extras: Json
) -> None:
    builder = BufferBuilder()
    content: Json = {
        "asset": {"version": "2.0", "generator": f"Unbake {__version__}"},
        "scene": 0,
        "scenes": [{"nodes": [0, len(skeleton.names)]}],
        "nodes": [*_joint_nodes(skeleton), {"name": "Figure", "mesh": 0, "skin": 0}],
        **_figure(builder, skeleton),
    }
    animation = _animation(builder, frames, fps, tracks)
    if animation is not None:
        content["animations"] = [{**animation, "extras": {"unbake": extras}}]
    content["bufferViews"], content["accessors"] = builder.views, builder.accessors
    write_document(path, content, bytes(builder.data))


def _joint_nodes(skeleton: Skeleton) -> list[Json]:
    nodes: list[Json] = []
    for joint, (name, children) in enumerate(zip(skeleton.names, skeleton.children(), strict=True)):
        node: Json = {"name": name}
        if children:
            node["children"] = list(children)
        if skeleton.offsets_m[joint].any():
            node["translation"] = skeleton.offsets_m[joint].tolist()
        if (skeleton.rest_xyzw[joint] != IDENTITY_XYZW).any():
            node["rotation"] = skeleton.rest_xyzw[joint].tolist()
        if skeleton.end_sites[joint]:
            node["extras"] = {"unbake": {"end_site": True}}
        nodes.append(node)
    return nodes


def _figure(builder: BufferBuilder, skeleton: Skeleton) -> Json:
    """The skin, the mesh and its materials."""
    meshes = bone_meshes(skeleton)
    return {
        "skins": [
            {
                "name": "Skeleton",
                "skeleton": 0,
                "joints": list(range(len(skeleton.names))),
                "inverseBindMatrices": builder.add(_inverse_bind_matrices(skeleton), "MAT4"),
            }
        ],
        "meshes": [{"name": "Figure", "primitives": [_primitive(builder, n, m) for n, m in enumerate(meshes)]}],
        "materials": [_material(mesh.side) for mesh in meshes],
    }


def _inverse_bind_matrices(skeleton: Skeleton) -> Floats:
    """Return (J, 16), column by column: from the figure at rest into each joint's own frame."""
    rest = rest_pose(skeleton)
    inverse = quaternion_conjugate(rest.world_rotations_xyzw()[0])
    matrices = np.zeros((len(skeleton.names), 4, 4))
    for axis in range(3):
        matrices[:, axis, :3] = rotate(inverse, np.eye(3)[axis])
    matrices[:, 3, :3] = -rotate(inverse, rest.positions()[0])
    matrices[:, 3, 3] = 1.0
    return matrices.reshape(-1, 16)


def _primitive(builder: BufferBuilder, material: int, mesh: BoneMesh) -> Json:
    count = len(mesh.joints)
    joints, weights = np.zeros((count, 4), dtype=np.uint16), np.zeros((count, 4))
    joints[:, 0], weights[:, 0] = mesh.joints, 1.0
    attributes = {
        "POSITION": builder.add(mesh.positions_m, "VEC3", target=builder.VERTICES, bounds=True),
        "NORMAL": builder.add(mesh.normals, "VEC3", target=builder.VERTICES),
        "JOINTS_0": builder.add(joints, "VEC4", target=builder.VERTICES),
        "WEIGHTS_0": builder.add(weights, "VEC4", target=builder.VERTICES),
    }
    return {"attributes": attributes, "material": material}


def _material(side: str) -> Json:
    # glTF takes linear colours.
    linear = [round(((c + 0.055) / 1.055) ** 2.4, 4) for c in COLOURS_SRGB[side]]
    surface = {"baseColorFactor": [*linear, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.75}
    return {"name": side.capitalize(), "pbrMetallicRoughness": surface}


def _animation(builder: BufferBuilder, frames: Sequence[int], fps: float, tracks: Iterable[Track]) -> Json | None:
    """One sampler and one channel a track, all on the same times; None where nothing is animated (glTF has no empty
    animation)."""
    samplers: list[Json] = []
    channels: list[Json] = []
    times: int | None = None
    for track in tracks:
        if times is None:
            times = builder.add(np.array(frames, dtype=np.float64) / fps, "SCALAR", bounds=True)
        kind = "VEC4" if track.path == "rotation" else "VEC3"
        output, interpolation = track.values, "LINEAR"
        if track.incoming is not None and track.outgoing is not None:
            triples = np.stack([track.incoming, track.values, track.outgoing], axis=1)
            output, interpolation = triples.reshape(-1, triples.shape[-1]), "CUBICSPLINE"
        channels.append({"sampler": len(samplers), "target": {"node": track.joint, "path": track.path}})
        samplers.append({"input": times, "output": builder.add(output, kind), "interpolation": interpolation})
    return {"name": "Unbake", "channels": channels, "samplers": samplers} if samplers else None
