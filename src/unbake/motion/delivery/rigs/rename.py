"""Joints renamed by a table, all other numbers of a clip as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace

from unbake.errors import UsageError
from unbake.ground.notes import Note
from unbake.ground.wording import listed
from unbake.motion.delivery.rigs.table import CHAINS, FINGERS, NameTable
from unbake.motion.delivery.travel import with_roles_kept
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

_FINGER_WORDS = {finger: (finger,) for finger in FINGERS} | {"pinky": ("pinky", "pinkie", "little")}
_MOST_LISTED = 12


@dataclass(frozen=True)
class RenamedSkeleton:
    """A skeleton with other names, and the joints that kept theirs because the table has none for them."""

    skeleton: Skeleton
    unmatched: tuple[str, ...]

    def notes(self, title: str) -> tuple[Note, ...]:
        """Return a note that lists the joints that kept their names; none where there are none."""
        if not self.unmatched:
            return ()
        count = f"{len(self.unmatched)} joint{'s' if len(self.unmatched) > 1 else ''} kept"
        return (Note(f"{title}: {count} the old name: {listed(self.unmatched, _MOST_LISTED)}", "names-kept"),)


def renamed(motion: Motion, table: NameTable) -> Motion:
    """Return a motion whose joints are called as a table says; its warnings list those that kept their names.

    Parameters
    ----------
    motion : the clip.
    table : the names, see `name_table`.

    Raises
    ------
    UsageError : two joints would have one name, or no joint is in the table.
    """
    found = renamed_skeleton(motion.skeleton, table)
    other = copy(motion)  # every number stays, to the last bit
    object.__setattr__(other, "skeleton", found.skeleton)
    object.__setattr__(other, "warnings", (*motion.warnings, *found.notes(table.title)))
    return other


def renamed_skeleton(skeleton: Skeleton, table: NameTable) -> RenamedSkeleton:
    """Return a skeleton whose joints are called as a table says; ends of bones keep their names."""
    new: dict[int, str] = {}
    for joint, name in _matches(skeleton, table):
        new.setdefault(joint, name)
    if not new:
        raise UsageError(f"no joint of this skeleton is in the table of names ({table.title}): nothing was recognised")
    names = tuple(new.get(joint, name) for joint, name in enumerate(skeleton.names))
    _check_distinct(skeleton, names)
    roles = {role: names[joint] for role, joint in skeleton.roles.items()}
    kept = (joint for joint, is_end in enumerate(skeleton.end_sites) if joint not in new and not is_end)
    renamed = with_roles_kept(replace(skeleton, names=names, named_roles={}), roles)
    return RenamedSkeleton(renamed, tuple(skeleton.names[joint] for joint in kept))


def _check_distinct(skeleton: Skeleton, names: tuple[str, ...]) -> None:
    first: dict[str, int] = {}
    for joint, name in enumerate(names):
        if name in first:
            both = f"'{skeleton.names[first[name]]}' and '{skeleton.names[joint]}'"
            raise UsageError(f"joints {both} would both be called '{name}'", joint=name)
        first[name] = joint


def _matches(skeleton: Skeleton, table: NameTable) -> Iterator[tuple[int, str]]:
    """Yield joints and their new names, what is more certain first."""
    for old, name in table.names.items():
        if old in skeleton.names:
            yield skeleton.index(old), name
    if skeleton.roles.get("hips", 0) > 0 and table.root is not None:
        yield 0, table.root
    for role, names in table.roles.items():
        if role in skeleton.roles and role not in CHAINS:
            yield skeleton.roles[role], names[0]
    for key, names in table.roles.items():
        if key in CHAINS:
            chain = _trunk(skeleton, key) if key in ("spine", "neck") else _finger(skeleton, *key.split("-"))
            yield from zip(chain, names, strict=False)


def _trunk(skeleton: Skeleton, key: str) -> list[int]:
    """Return the joints above the hips up to the chest (spine), or above that up to below the head (neck).

    A joint that lies on its parent is one of them, though no role goes to it.
    """
    roles = skeleton.roles
    bottom, top = (roles.get(role) for role in (("hips", "chest") if key == "spine" else ("chest", "head")))
    if bottom is None or top is None:
        return []
    chain = [top]
    while chain[-1] > bottom:
        chain.append(skeleton.parents[chain[-1]])
    inner = chain[-2::-1] if chain[-1] == bottom else []
    return inner if key == "spine" else inner[:-1]


def _finger(skeleton: Skeleton, side: str, finger: str) -> list[int]:
    """Return a finger's joints from the hand outwards: those below the wrist that have its word in their names."""
    below: set[int] = set()
    wrist = skeleton.roles.get(f"{side}-wrist")
    found = []
    for joint, (name, parent) in enumerate(zip(skeleton.names, skeleton.parents, strict=True)):
        if wrist is None or (parent != wrist and parent not in below):
            continue
        below.add(joint)
        plain = re.split(r"[:|]", name)[-1].lower()
        is_finger = any(word in plain for word in _FINGER_WORDS[finger]) and "carpal" not in plain
        if is_finger and not skeleton.end_sites[joint]:
            found.append(joint)
    return found
