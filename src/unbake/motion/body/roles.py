"""Which joint is the left ankle: roles of a humanoid's joints, found from their names.

Understands the namings of Acclaim (``lfemur``), the CMU BVH conversions and Mixamo (``mixamorig:LeftUpLeg``), Blender's
rigs (``thigh.L``), Unreal (``thigh_l``), Poser (``lShldr``), SMPL and plain spellings (``Left Hip``, ``hip_left``),
with whatever all names have in front or behind (``Hips_jnt``). A role names a place in the body, the origin of a joint:
``left-knee`` is the joint whose rotation bends the left knee.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from unbake.errors import UsageError
from unbake.ground.choices import check_words

if TYPE_CHECKING:
    from unbake.motion.skeleton import Skeleton

Roles = Mapping[str, int]
"""Role → index of its joint; roles that a skeleton has no joint for are absent."""

SPINE_ROLES = ("hips", "spine", "chest", "neck", "head")
LIMB_PARTS = ("clavicle", "shoulder", "elbow", "wrist", "hip", "knee", "ankle", "toe")
ROLES = (*SPINE_ROLES, *(f"{side}-{part}" for side in ("left", "right") for part in LIMB_PARTS))
"""All roles: ``hips``, ``left-ankle``, …"""
POINT_ROLES = (
    *SPINE_ROLES,
    *(f"{side}-{part}" for side in ("right", "left") for part in ("shoulder", "elbow", "wrist")),
    *(f"{side}-{part}" for side in ("right", "left") for part in ("hip", "knee", "ankle")),
)
"""The 17 joints of Roberts' thesis (4.4.1): five along the spine, three on each limb."""

GROUPS: dict[str, tuple[str, ...]] = {
    "left-hand": ("left-wrist",),
    "right-hand": ("right-wrist",),
    "hands": ("left-wrist", "right-wrist"),
    "left-foot": ("left-ankle",),
    "right-foot": ("right-ankle",),
    "feet": ("left-ankle", "right-ankle"),
    "ankles": ("left-ankle", "right-ankle"),
    "knees": ("left-knee", "right-knee"),
    "left-arm": ("left-shoulder", "left-elbow", "left-wrist"),
    "right-arm": ("right-shoulder", "right-elbow", "right-wrist"),
    "left-leg": ("left-hip", "left-knee", "left-ankle"),
    "right-leg": ("right-hip", "right-knee", "right-ankle"),
    "legs": ("left-hip", "left-knee", "left-ankle", "right-hip", "right-knee", "right-ankle"),
    "torso": SPINE_ROLES,
    "all": POINT_ROLES,
}
"""Names for several roles at once, such as ``feet`` and ``left-arm``."""

# Words for each part, once side, prefix, case, separators and numbers are gone. The first word that a skeleton
# has wins: a rig with both "arm" and "shoulder" means the collar bone by "shoulder".
_LIMB_WORDS: dict[str, tuple[str, ...]] = {
    "clavicle": ("clavicle", "collar", "collarbone"),
    "shoulder": ("humerus", "upperarm", "uparm", "arm", "shldr", "shoulder"),
    "elbow": ("radius", "forearm", "lowerarm", "lowarm", "elbow"),
    "wrist": ("wrist", "hand"),
    "hip": ("femur", "upleg", "upperleg", "thigh", "hip"),
    "knee": ("tibia", "shin", "calf", "lowerleg", "lowleg", "loleg", "knee", "leg"),
    "ankle": ("ankle", "foot"),
    "toe": ("toebase", "toes", "toe", "ball"),
}
_HIPS_WORDS = ("hips", "hip", "pelvis")
_ROOT_WORDS = ("root", "cog", "torso")
_KNOWN_WORDS = {w for words in _LIMB_WORDS.values() for w in words} | {"hipjoint", "fingers", "thumb"}
_SIDES = {"left": "left", "l": "left", "right": "right", "r": "right"}


def split_name(name: str) -> tuple[str | None, str]:
    """Split a joint's name into its side (``left``, ``right`` or None) and its plain word in lower case.

    >>> split_name("mixamorig:LeftUpLeg"), split_name("thigh.L"), split_name("lfemur")
    (('left', 'upleg'), ('left', 'thigh'), ('left', 'femur'))
    """
    bare = _without_rig(name)
    bare = re.sub(r"([a-z])([A-Z])", r"\1 \2", re.sub(r"([A-Z])([A-Z][a-z])", r"\1 \2", bare))
    words = [w for w in re.split(r"[^a-z]+", bare.lower()) if w]
    side = next((_SIDES[w] for w in words if w in _SIDES), None)
    rest = [w for w in words if w not in _SIDES and w != "c"]  # c: the centre
    if side is None and len(rest) == 1:
        side, rest = _glued_side(rest[0])
    return side, "".join(rest)


def plain_names(skeleton: Skeleton) -> tuple[str, ...]:
    """Return joints' names without what says of which rig they are, or of which figure: ``mixamorig1:``, ``DEF-``.

    Two skeletons that are named alike but for that have the same plain names. A name may come more than once.
    """
    prefix, suffix = _shared_affixes(skeleton)
    return tuple(_without_rig(name.removeprefix(prefix).removesuffix(suffix)) for name in skeleton.names)


def _without_rig(name: str) -> str:
    bare = re.split(r"[:|]", name)[-1]
    return re.sub(r"^(mixamorig\d*[_\-. ]*|(j[_\-]bip|bip\d*|def|org)[_\-. ]+)(?=.)", "", bare, flags=re.IGNORECASE)


def _shared_affixes(skeleton: Skeleton) -> tuple[str, str]:
    """What the names of all joints have in front and behind; tips keep their own endings."""
    below = [name for name, end in zip(skeleton.names[1:], skeleton.end_sites[1:], strict=True) if not end]
    return _shared_prefix(skeleton.names[1:]), _shared_suffix(below)


def _glued_side(word: str) -> tuple[str | None, list[str]]:
    """Undo spellings without a separator, such as ``lfemur``, ``leftarm`` or ``armright``."""
    for spelling, side in (("left", "left"), ("right", "right"), ("l", "left"), ("r", "right")):
        if word.startswith(spelling) and word[len(spelling) :] in _KNOWN_WORDS:
            return side, [word[len(spelling) :]]
        if len(spelling) > 1 and word.endswith(spelling) and word[: -len(spelling)] in _KNOWN_WORDS:
            return side, [word[: -len(spelling)]]
    return None, [word]


def find_roles(skeleton: Skeleton) -> Roles:
    """Return the joint of every role: as `Skeleton.named_roles` say, else as the joints' names give it away.

    Raises
    ------
    UsageError : a named role or joint that does not exist (the nearest names are suggested).
    """
    prefix, suffix = _shared_affixes(skeleton)
    split = [split_name(name.removeprefix(prefix).removesuffix(suffix)) for name in skeleton.names]
    usable = [not end for end in skeleton.end_sites]
    roles: dict[str, int] = {}
    for side in ("left", "right"):
        words: dict[str, int] = {}
        for joint, (joint_side, word) in enumerate(split):
            if joint_side == side and usable[joint]:
                words.setdefault(word, joint)
        roles.update({f"{side}-{part}": joint for part, joint in _limb_roles(words).items()})
    roles.update(_spine_roles(skeleton, split, roles))
    for role, name in skeleton.named_roles.items():
        if role not in ROLES:
            raise UsageError(f"unknown role '{role}'{nearest(role, ROLES)}")
        roles[role] = joint_named(skeleton, name)
    return MappingProxyType({role: roles[role] for role in ROLES if role in roles})


def _shared_prefix(names: Sequence[str]) -> str:
    """Return what all names start with up to a separator, such as ``Character1_``; nothing if that says a part."""
    if len(names) < 2:
        return ""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(min(names), max(names), strict=False))
    prefix = re.sub(r"[^_:|.\- ]*$", "", "".join(letter for letter, _ in pairs))
    side, word = split_name(prefix)
    return "" if side or word in _KNOWN_WORDS else prefix


def _shared_suffix(names: Sequence[str]) -> str:
    """Return what all names end with from a separator on, such as ``_jnt``; nothing if that says a part or a side."""
    suffix = _shared_prefix([name[::-1] for name in names])[::-1]
    side, word = split_name(suffix)
    return "" if side or word in _KNOWN_WORDS else suffix


def _limb_roles(words: Mapping[str, int]) -> dict[str, int]:
    """Roles of one side's joints from their words."""
    found: dict[str, int] = {}
    for part, candidates in _LIMB_WORDS.items():
        joint = next((words[word] for word in candidates if word in words), None)
        if joint is not None:
            found[part] = joint
    # Beside an ankle, as SMPL has them, "foot" is what bends at the ball.
    if "toe" not in found and "foot" in words and found.get("ankle") != words["foot"]:
        found["toe"] = words["foot"]
    if "clavicle" not in found and "shoulder" in words and found.get("shoulder") != words["shoulder"]:
        found["clavicle"] = words["shoulder"]
    # "Leg" is the shin beside an "UpLeg", but the thigh beside a "Shin" or a "Knee".
    if "hip" not in found and "leg" in words and found["knee"] != words["leg"]:
        found["hip"] = words["leg"]
    return found


def _spine_roles(
    skeleton: Skeleton, split: Sequence[tuple[str | None, str]], limbs: Mapping[str, int]
) -> dict[str, int]:
    """Hips and head by name, or by where the limbs branch off, and between them three of the spine's places."""
    middle: dict[str, int] = {}
    for joint, (side, word) in enumerate(split):
        if side is None and not skeleton.end_sites[joint]:
            middle.setdefault(word, joint)
    legs = _fork(skeleton, limbs.get("left-hip"), limbs.get("right-hip"))
    arms = _fork(skeleton, limbs.get("left-shoulder"), limbs.get("right-shoulder"))
    hips = next((middle[w] for w in _HIPS_WORDS if w in middle), legs)
    if hips is None:
        hips = next((middle[w] for w in _ROOT_WORDS if w in middle), 0 if limbs else None)
    head = middle.get("head", _top_above(skeleton, split, arms) if arms is not None else None)
    found = {role: joint for role, joint in (("hips", hips), ("head", head)) if joint is not None}
    if hips is None or head is None:
        return found
    inner = [j for j in _distinct_chain(skeleton, hips, head) if j not in (hips, head)]
    above_arms = [j for j in inner if arms is not None and j > arms]
    neck = next((j for j in inner if "neck" in split[j][1]), above_arms[0] if above_arms else None)
    trunk = [j for j in inner if neck is None or j < neck]
    if neck is None and len(trunk) >= 3:
        neck = trunk.pop()
    if neck is not None:
        found["neck"] = neck
    if trunk:
        found["chest"] = trunk[-1]
        if len(trunk) > 1:
            found["spine"] = trunk[(len(trunk) - 1) // 2]
    return found


def _fork(skeleton: Skeleton, left: int | None, right: int | None) -> int | None:
    """Return the nearest joint that two joints both descend from; None where one of them is missing."""
    if left is None or right is None:
        return None
    while left != right:
        # Parents come before their children, so the later joint cannot be an ancestor of the earlier.
        left, right = (skeleton.parents[left], right) if left > right else (left, skeleton.parents[right])
    return left


def _top_above(skeleton: Skeleton, split: Sequence[tuple[str | None, str]], start: int) -> int | None:
    """Return the last joint of the spine above `start`, for rigs that number the head with it (``spine.006``)."""
    children, top = skeleton.children(), start
    while True:
        alike = [j for j in children[top] if split[j] == split[start] and not skeleton.end_sites[j]]
        if not alike:
            return top if top != start else None
        top = alike[0]


def _distinct_chain(skeleton: Skeleton, start: int, end: int) -> list[int]:
    """Joints from `start` to its descendant `end` without those that lie on their parent; empty if unrelated."""
    chain = [end]
    while chain[-1] != start:
        parent = skeleton.parents[chain[-1]]
        if parent < 0:
            return []
        chain.append(parent)
    chain.reverse()
    return [j for j in chain if j == start or float(np.linalg.norm(skeleton.offsets_m[j])) > 1e-6]


def joint_named(skeleton: Skeleton, name: str) -> int:
    """Return the index of the joint called `name`, ignoring case and a prefix such as ``mixamorig:``.

    Raises UsageError with the nearest names where there is none.
    """
    if name in skeleton.names:
        return skeleton.index(name)
    plain = [re.split(r"[:|]", n)[-1].lower() for n in skeleton.names]
    if str(name).lower() in plain:
        return plain.index(str(name).lower())
    raise UsageError(f"unknown joint '{name}'{nearest(name, skeleton.names)}", joint=name)


def resolve_joints(skeleton: Skeleton, names: Sequence[str]) -> list[int]:
    """Return the joints that `names` stand for: each a role, a group such as ``feet``, or a joint's own name.

    Raises
    ------
    UsageError : a name that is none of these (the nearest are suggested), a role this skeleton has no joint for, or a
        string in place of a sequence of names.
    """
    check_words("joints", names)
    joints: list[int] = []
    roles = skeleton.roles
    for name in names:
        wanted = GROUPS.get(name.lower(), (name.lower(),))
        if name.lower() in ROLES or name.lower() in GROUPS:
            found = [roles[role] for role in wanted if role in roles]
            if not found:
                known = ", ".join(roles) or "none"
                raise UsageError(f"no joint of this skeleton was recognised as '{name}' (roles found: {known})")
            joints += found
        else:
            try:
                joints.append(joint_named(skeleton, name))
            except UsageError:
                groups = [group for group, members in GROUPS.items() if any(role in roles for role in members)]
                hint = nearest(name, [*skeleton.names, *roles, *groups])
                raise UsageError(f"unknown joint, role or group '{name}'{hint}", joint=name) from None
    return list(dict.fromkeys(joints))


def nearest(name: object, known: Sequence[str]) -> str:
    """Return ``; did you mean 'a', 'b'?`` for the known names most like `name`, or an empty string."""
    lower = {k.lower(): k for k in known}
    close = [lower[k] for k in difflib.get_close_matches(str(name).lower(), list(lower), n=3, cutoff=0.5)]
    if not close:
        return ""
    return "; did you mean " + ", ".join(f"'{k}'" for k in close) + "?"
