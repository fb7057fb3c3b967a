"""Travel over the floor: left out, or moved from the hips to a root joint above them.

Engines move a character by its root. Captures move it by the hips.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_conjugate, rotate
from unbake.motion.skeleton import TRANSLATIONS, Skeleton

FLOOR = (0, 2)
"""The axes of the floor: x and z."""
ROOT = "root"
"""What a root joint is called that is added."""


def hips_of(skeleton: Skeleton) -> int:
    """Return the joint whose travel it is: the hips by role, or the first joint of what is no humanoid."""
    return skeleton.roles.get("hips", 0)


def in_place(motion: Motion) -> Motion:
    """Return a motion whose hips stay above the origin of the floor; their height and all turns stay.

    What is lost is the hips' whole way over the floor, their sway included, so that poses are those of
    `with_root_motion` seen from its root. A root joint above the hips rests on the vertical axis, too.
    """
    hips = hips_of(motion.skeleton)
    if hips > 0:
        motion = _carried(motion, hips)
    motion = with_translations(motion, [0])
    translations = motion.translations_m.copy()
    translations[:, 0, FLOOR] = 0.0
    return replace(motion, translations_m=translations)


def with_root_motion(motion: Motion, root: str = ROOT) -> Motion:
    """Return a motion whose hips travel with the first joint, the root; joints below it stay where they are.

    The root goes straight below the hips over the floor, and does not turn. Where the hips are the first joint, a root
    is added above them, at height 0. A first joint that is there already keeps its height and its turns; its children
    get translation channels where they have none.

    Parameters
    ----------
    motion : the clip.
    root : what the root is called if one is added; with ``_motion`` behind it where a joint has that name.
    """
    hips = hips_of(motion.skeleton)
    if hips == 0:
        # Without roles, nothing else would tell which joint they are below the root.
        hips, skeleton = 1, rooted_skeleton(motion.skeleton, root)
        still = np.tile(IDENTITY_XYZW, (motion.n_frames, 1, 1))
        motion = replace(
            with_translations(motion, [0]),
            skeleton=skeleton,
            rotations_xyzw=np.concatenate([still, motion.rotations_xyzw], axis=1),
            translations_m=np.concatenate(
                [np.zeros((motion.n_frames, 1, 3)), with_translations(motion, [0]).translations_m], axis=1
            ),
        )
    return _carried(motion, hips)


def rooted_skeleton(skeleton: Skeleton, root: str = ROOT) -> Skeleton:
    """Return a skeleton with a root joint above its first joint, at the origin; both have all translation channels."""
    name = root if root not in skeleton.names else f"{root}_motion"
    while name in skeleton.names:
        name += "_"
    below = with_translation_channels(skeleton, [0])
    roles = {role: skeleton.names[joint] for role, joint in skeleton.roles.items()}
    added = replace(
        below,
        names=(name, *below.names),
        parents=(-1, *(parent + 1 for parent in below.parents)),
        offsets_m=np.concatenate([np.zeros((1, 3)), below.offsets_m]),
        channels=(TRANSLATIONS, *below.channels),
        rotation_orders=("zyx", *below.rotation_orders),
        axes_xyzw=np.concatenate([IDENTITY_XYZW[None], below.axes_xyzw]),
        rest_xyzw=np.concatenate([IDENTITY_XYZW[None], below.rest_xyzw]),
        end_sites=(False, *below.end_sites),
    )
    return with_roles_kept(added, roles)


def with_roles_kept(skeleton: Skeleton, roles: dict[str, str]) -> Skeleton:
    """Return a skeleton in which roles (role → joint name) are what they were, whatever its names now suggest."""
    plain = replace(skeleton, named_roles={})
    found = {role: plain.names[joint] for role, joint in plain.roles.items()}
    return replace(skeleton, named_roles={role: name for role, name in roles.items() if found.get(role) != name})


def with_translation_channels(skeleton: Skeleton, joints: Sequence[int]) -> Skeleton:
    """Return a skeleton in which some joints have all three translation channels, listed first."""
    channels = list(skeleton.channels)
    for joint in joints:
        channels[joint] = (*TRANSLATIONS, *(name for name in channels[joint] if name not in TRANSLATIONS))
    return replace(skeleton, channels=tuple(channels))


def with_translations(motion: Motion, joints: Sequence[int]) -> Motion:
    """Return a motion in which some joints have all three translation channels."""
    skeleton = with_translation_channels(motion.skeleton, joints)
    local = motion.local_translations_m()
    return replace(motion, skeleton=skeleton, translations_m=local[:, list(skeleton.translated)])


def _carried(motion: Motion, hips: int) -> Motion:
    """Return a motion whose first joint goes below the hips, with everything under it where it was."""
    children = motion.skeleton.children()[0]
    motion = with_translations(motion, [0, *children])
    places = motion.positions()
    shift: Floats = np.zeros((motion.n_frames, 3))
    shift[:, FLOOR] = (places[:, hips] - places[:, 0])[:, FLOOR]
    translations = motion.translations_m.copy()
    translations[:, 0] += shift
    local = rotate(quaternion_conjugate(motion.rotations_xyzw[:, 0]), shift)
    for child in children:
        translations[:, motion.skeleton.translated.index(child)] -= local
    return replace(motion, translations_m=translations)
