"""The hierarchy of joints that a motion turns and moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError, shorten
from unbake.ground.arrays import Floats, as_floats
from unbake.ground.choices import check_kind, whole_numbers
from unbake.motion.body.roles import Roles, find_roles
from unbake.motion.rotations import IDENTITY_XYZW, ROTATION_ORDERS, quaternion_product

TRANSLATIONS = ("tx", "ty", "tz")
ROTATIONS = ("rx", "ry", "rz")
QUATERNION = ("qx", "qy", "qz", "qw")
CHANNEL_NAMES = (*TRANSLATIONS, *ROTATIONS, *QUATERNION)
LARGEST_M = 1e6
"""Positions beyond this many metres are refused: squares of such numbers leave no digits for the motion."""
MOST_JOINTS = 5000
"""More joints than this are refused: no figure has as many, and a file that claims them is broken or hostile."""


@dataclass(frozen=True, eq=False)
class Skeleton:
    """Joints, their rest offsets, and the channels that move them; enough to write back the file it came from.

    Parameters
    ----------
    names : one name a joint, each used once.
    parents : index of each joint's parent, −1 for the root, which is joint 0; parents come before their children.
    offsets_m : (J, 3) rest position in the parent's frame, in metres.
    channels : for each joint the animated channels as its file lists them: ``tx ty tz`` (local translation, which
        takes the place of the offset), ``rx ry rz`` (Euler angles) or ``qx qy qz qw``. An end site has none.
    rotation_orders : for each joint the product of its Euler rotations from left to right, such as ``"zyx"``; axes
        without a channel stay at zero.
    axes_xyzw : (J, 4) the frame C in which the Euler channels turn: local rotation = C · R · C⁻¹ (the ``axis`` of an
        ASF bone). Identity by default.
    rest_xyzw : (J, 4) local rotation at rest, which a joint without rotation channels keeps. Identity by default.
    end_sites : whether a joint only marks the end of its parent's bone (BVH's End Site, the tip of an ASF leaf).
    metres_per_unit : length of one unit of the file it came from; None where the file had no unit of its own.
    named_roles : role → joint name, for joints whose names do not say what they are, see `with_roles`.

    Raises
    ------
    MotionError : shapes that do not match, a name used twice, a parent that does not come first, a second root, an
        unknown channel, a number that is not finite.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets_m: Floats
    channels: tuple[tuple[str, ...], ...]
    rotation_orders: tuple[str, ...] = ()
    axes_xyzw: Floats = field(default_factory=lambda: np.empty((0, 4)))
    rest_xyzw: Floats = field(default_factory=lambda: np.empty((0, 4)))
    end_sites: tuple[bool, ...] = ()
    metres_per_unit: float | None = None
    named_roles: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._make_tuples()
        count = len(self.names)
        defaults: dict[str, Any] = {
            "rotation_orders": ("zyx",) * count,
            "axes_xyzw": np.tile(IDENTITY_XYZW, (count, 1)),
            "rest_xyzw": np.tile(IDENTITY_XYZW, (count, 1)),
            "end_sites": (False,) * count,
        }
        for name, value in defaults.items():
            if not len(getattr(self, name)):
                object.__setattr__(self, name, value)
        for name in ("offsets_m", "axes_xyzw", "rest_xyzw"):
            object.__setattr__(self, name, _frozen(getattr(self, name), name))
        self._check_shapes()
        self._check_hierarchy()
        self._check_channels()

    def _make_tuples(self) -> None:
        """Lists and arrays are taken, too; as tuples skeletons can be compared."""
        for name in ("names", "parents", "channels", "rotation_orders", "end_sites"):
            object.__setattr__(self, name, entries(getattr(self, name), name))
        for name in self.names:
            if not isinstance(name, str):
                raise MotionError(f"names of joints must be words, not {shorten(repr(name))}")
        object.__setattr__(self, "parents", whole_numbers(self.parents, "parents"))

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled and copied: the fields, without what is worked out from them."""
        return {known.name: getattr(self, known.name) for known in fields(self)}

    def _check_shapes(self) -> None:
        count = len(self.names)
        if not 1 <= count <= MOST_JOINTS:
            raise MotionError(f"a skeleton has 1 to {MOST_JOINTS:,} joints, not {count:,}")
        shapes = {"offsets_m": (count, 3), "axes_xyzw": (count, 4), "rest_xyzw": (count, 4)}
        for name, shape in shapes.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise MotionError(f"{name} has shape {array.shape}, expected {shape}")
            if not np.isfinite(array).all():
                joint = self.names[int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])]
                raise MotionError(f"{name} of joint '{joint}' is not a finite number", joint=joint)
        far = np.abs(self.offsets_m).max(axis=1)
        if far.max() > LARGEST_M:
            joint = self.names[int(far.argmax())]
            raise MotionError(f"the offset of joint '{joint}' is too large to be a position", joint=joint)
        for name in ("parents", "channels", "rotation_orders", "end_sites"):
            if len(getattr(self, name)) != count:
                raise MotionError(f"{name} has {len(getattr(self, name))} entries for {count} joints")

    def _check_hierarchy(self) -> None:
        seen: set[str] = set()
        for index, (name, parent) in enumerate(zip(self.names, self.parents, strict=True)):
            if name in seen:
                raise MotionError(f"joint '{name}' is declared twice", joint=name)
            seen.add(name)
            if index == 0 and parent != -1:
                raise MotionError(f"the first joint, '{name}', must be the root (parent −1)", joint=name)
            if index > 0 and not 0 <= parent < index:
                raise MotionError(f"the parent of joint '{name}' does not come before it", joint=name)

    def _check_channels(self) -> None:
        for name, channels, order in zip(self.names, self.channels, self.rotation_orders, strict=True):
            if len(set(channels)) != len(channels) or not set(channels) <= set(CHANNEL_NAMES):
                raise MotionError(f"joint '{name}' has unknown or repeated channels: {' '.join(channels)}", joint=name)
            quaternion = [c for c in channels if c in QUATERNION]
            if quaternion and (set(quaternion) != set(QUATERNION) or set(channels) & set(ROTATIONS)):
                raise MotionError(f"joint '{name}' mixes quaternion and Euler channels", joint=name)
            if order not in ROTATION_ORDERS:
                raise MotionError(f"joint '{name}' has rotation order '{order}'", joint=name)

    @cached_property
    def roles(self) -> Roles:
        """Which joint is the left ankle: the joint of every role that was named or that the names give away."""
        return find_roles(self)

    def with_roles(self, named: Mapping[str, str]) -> Skeleton:
        """Return a copy in which these roles belong to the joints of these names, whatever the names suggest.

        Parameters
        ----------
        named : role (``left-ankle``, see `ROLES`) → joint name, in place of what was named before.

        Raises
        ------
        UsageError : an unknown role or joint (the nearest names are suggested).
        """
        check_kind(named, Mapping, "the roles", "{'left-ankle': 'LeftFoot'}, for one")
        skeleton = replace(self, named_roles=dict(named))
        find_roles(skeleton)
        return skeleton

    @property
    def translated(self) -> tuple[int, ...]:
        """Indices of the joints that have a translation channel, in order."""
        return tuple(j for j, channels in enumerate(self.channels) if set(channels) & set(TRANSLATIONS))

    def index(self, name: str) -> int:
        """Return the index of the joint called `name` (ValueError where there is none)."""
        return self.names.index(name)

    def children(self) -> tuple[tuple[int, ...], ...]:
        """Return each joint's children, in order."""
        lists: list[list[int]] = [[] for _ in self.names]
        for joint, parent in enumerate(self.parents):
            if parent >= 0:
                lists[parent].append(joint)
        return tuple(tuple(row) for row in lists)

    def rest_positions(self) -> NDArray[np.float64]:
        """Return the joints' positions (J, 3) in metres with every rotation at zero and the root at its offset."""
        positions = np.array(self.offsets_m)
        for joint, parent in enumerate(self.parents):
            if parent >= 0:
                positions[joint] += positions[parent]
        return positions

    def rest_rotations_xyzw(self) -> NDArray[np.float64]:
        """Return the joints' rotations (J, 4) in the world at rest."""
        rotations = np.array(self.rest_xyzw)
        for joint, parent in enumerate(self.parents):
            if parent >= 0:
                rotations[joint] = quaternion_product(rotations[parent], rotations[joint])
        return rotations

    def with_rotation_orders(self, orders: dict[int, str]) -> Skeleton:
        """Return a copy in which the joints of `orders` turn by all three Euler angles, in the given product order.

        Their channels are listed in product order, as a BVH file lists them, behind the translations.
        """
        channels, rotation_orders = list(self.channels), list(self.rotation_orders)
        for joint, order in orders.items():
            kept = tuple(c for c in channels[joint] if c in TRANSLATIONS)
            channels[joint] = (*kept, *(f"r{letter}" for letter in order))
            rotation_orders[joint] = order
        return replace(self, channels=tuple(channels), rotation_orders=tuple(rotation_orders))

    def with_euler_channels(self) -> Skeleton:
        """Return a copy whose quaternion channels are Euler channels in the order ``zyx``."""
        return self.with_rotation_orders({j: "zyx" for j, c in enumerate(self.channels) if set(c) & set(QUATERNION)})

    def with_quaternion_channels(self) -> Skeleton:
        """Return a copy in which every joint that turns does so by quaternion channels, whatever it had before."""
        channels = tuple(
            (*(c for c in joint if c in TRANSLATIONS), *(QUATERNION if set(joint) - set(TRANSLATIONS) else ()))
            for joint in self.channels
        )
        return replace(self, channels=channels)


def entries(given: object, name: str) -> tuple[Any, ...]:
    """Return what was given for each joint as a tuple; MotionError where it is no sequence."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise MotionError(f"{name} must be a sequence, one entry a joint, not {shorten(repr(given))}")
    return tuple(given)


def _frozen(array: Floats, name: str) -> Floats:
    copy = np.array(as_floats(array, name, MotionError))
    copy.setflags(write=False)
    return copy
