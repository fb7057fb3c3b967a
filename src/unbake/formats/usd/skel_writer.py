"""UsdSkel: a skeleton and an animation with a sample on every frame, which is what engines and importers look for.

UsdSkel holds no curves: rotations are arrays of quaternions, and splines are of single numbers.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from pxr import Gf, Sdf, Vt

from unbake.formats.usd.layer import FIGURE, OURS, new_attribute, new_layer, new_prim, prim_names, write_layer
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere, rotate
from unbake.motion.skeleton import Skeleton

SKELETON, ANIMATION = f"{FIGURE}/Skeleton", f"{FIGURE}/Animation"
TYPES = Sdf.ValueTypeNames


def write_skeleton(motion: Motion, path: Path) -> None:
    """Write a motion as a UsdSkel skeleton with its animation."""
    layer = new_layer(motion, "SkelRoot", {})
    joints = joint_paths(motion.skeleton)
    with Sdf.ChangeBlock():
        _add_skeleton(layer, motion.skeleton, joints)
        _add_animation(layer, motion, joints)
    write_layer(layer, path)


def joint_paths(skeleton: Skeleton) -> tuple[str, ...]:
    """Return where joints are in their tree, as UsdSkel names them: ``Hips/Spine/Head``."""
    paths: list[str] = []
    for name, parent in zip(prim_names(skeleton.names), skeleton.parents, strict=True):
        paths.append(f"{paths[parent]}/{name}" if parent >= 0 else name)
    return tuple(paths)


def _add_skeleton(layer: Sdf.Layer, skeleton: Skeleton, joints: tuple[str, ...]) -> None:
    """Joints with their names as the source has them, at rest as the motion has them without channels."""
    prim = new_prim(layer, SKELETON, "Skeleton")
    prim.SetInfo("apiSchemas", Sdf.TokenListOp.Create(prependedItems=["SkelBindingAPI"]))
    prim.customData = {OURS: {"endSites": Vt.BoolArray(skeleton.end_sites)}}
    new_attribute(prim, "joints", TYPES.TokenArray, Vt.TokenArray(joints), is_uniform=True)
    new_attribute(prim, "jointNames", TYPES.TokenArray, Vt.TokenArray(skeleton.names), is_uniform=True)
    rest = _matrices(skeleton.rest_xyzw, skeleton.offsets_m)
    bind = rest.copy()
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            bind[joint] = rest[joint] @ bind[parent]
    for name, matrices in (("bindTransforms", bind), ("restTransforms", rest)):
        new_attribute(prim, name, TYPES.Matrix4dArray, Vt.Matrix4dArray.FromNumpy(matrices), is_uniform=True)
    source = Sdf.RelationshipSpec(prim, "skel:animationSource", custom=False)
    source.targetPathList.explicitItems = [ANIMATION]


def _matrices(rotations_xyzw: Floats, translations: Floats) -> Floats:
    """Return (J, 4, 4) matrices as USD has them: for row vectors, the translation in the last row."""
    out = np.zeros((len(translations), 4, 4))
    out[:, :3, :3] = rotate(rotations_xyzw[:, None], np.eye(3))
    out[:, 3, :3] = translations
    out[:, 3, 3] = 1.0
    return out


def _add_animation(layer: Sdf.Layer, motion: Motion, joints: tuple[str, ...]) -> None:
    """Samples at the frames' own numbers; where no joint is moved, its place is written once."""
    prim = new_prim(layer, ANIMATION, "SkelAnimation")
    count = len(joints)
    new_attribute(prim, "joints", TYPES.TokenArray, Vt.TokenArray(joints), is_uniform=True)
    rotations = new_attribute(prim, "rotations", TYPES.QuatfArray)
    turned = in_one_hemisphere(motion.rotations_xyzw).astype(np.float32)
    moved = motion.local_translations_m().astype(np.float32)
    is_still = not motion.skeleton.translated
    still = Vt.Vec3fArray.FromNumpy(moved[0]) if is_still else None
    translations = new_attribute(prim, "translations", TYPES.Float3Array, still)
    new_attribute(prim, "scales", TYPES.Half3Array, Vt.Vec3hArray(count, Gf.Vec3h(1.0)))
    for frame in range(motion.n_frames):
        time = float(motion.first_frame + frame)
        layer.SetTimeSample(rotations.path, time, Vt.QuatfArray.FromNumpy(turned[frame]))
        if not is_still:
            layer.SetTimeSample(translations.path, time, Vt.Vec3fArray.FromNumpy(moved[frame]))
