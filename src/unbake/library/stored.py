"""Skeletons and motions as a library keeps them: bit for bit, each known by a hash of its content."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.library.packing import packed, unpacked
from unbake.motion.body.body_path import is_body
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

LARGEST_SKELETON = 64_000_000
"""Bytes; more is damaged or hostile."""


@dataclass(frozen=True)
class StoredMotion:
    """A motion as rows of the tables have it.

    Parameters
    ----------
    skeleton, skeleton_hash : the skeleton's bytes, and what they are known by.
    hash : of all that makes the motion: two motions with the same are the same to the last bit.
    has_body : whether it can be compared with other bodies.
    n_frames, first_frame, fps, warnings : of `Motion`.
    rotations, translations : packed arrays.
    """

    skeleton: bytes
    skeleton_hash: str
    hash: str
    has_body: bool
    n_frames: int
    first_frame: int
    fps: Fraction
    warnings: tuple[str, ...]
    rotations: bytes
    translations: bytes

    @classmethod
    def of(cls, motion: Motion) -> StoredMotion:
        """Return a motion as it is stored."""
        skeleton = skeleton_bytes(motion.skeleton)
        skeleton_hash = hashlib.sha256(skeleton).hexdigest()
        return cls(
            zlib.compress(skeleton, 9),
            skeleton_hash,
            _motion_hash(motion, skeleton_hash),
            is_body(motion),
            motion.n_frames,
            motion.first_frame,
            motion.fps,
            tuple(str(warning) for warning in motion.warnings),
            packed(motion.rotations_xyzw),
            packed(motion.translations_m),
        )

    def motion(self) -> Motion:
        """Return the motion, to the last bit; ValueError or MotionError where the stored is damaged."""
        skeleton = skeleton_of(self.skeleton)
        rotations = unpacked(self.rotations, (self.n_frames, len(skeleton.names), 4))
        translations = unpacked(self.translations, (self.n_frames, len(skeleton.translated), 3))
        motion = Motion(skeleton, rotations, translations, self.fps, self.first_frame, self.warnings)
        # They were of unit length, and doing it again would change last digits.
        rotations.setflags(write=False)
        object.__setattr__(motion, "rotations_xyzw", rotations)
        return motion

    def is_whole(self) -> bool:
        """Whether what is stored is what was stored, by its hash."""
        try:
            motion = self.motion()
        except (ValueError, MotionError):
            return False
        skeleton_hash = hashlib.sha256(skeleton_bytes(motion.skeleton)).hexdigest()
        return skeleton_hash == self.skeleton_hash and _motion_hash(motion, skeleton_hash) == self.hash


def _motion_hash(motion: Motion, skeleton_hash: str) -> str:
    digest = hashlib.sha256(f"{skeleton_hash} {motion.fps} {motion.first_frame} {motion.n_frames}".encode())
    for array in (motion.rotations_xyzw, motion.translations_m):
        digest.update(np.ascontiguousarray(array, dtype="<f8").tobytes())
    return digest.hexdigest()


def skeleton_bytes(skeleton: Skeleton) -> bytes:
    """Return a skeleton as JSON; equal skeletons have equal bytes."""
    fields = {
        "names": skeleton.names,
        "parents": skeleton.parents,
        "offsets_m": skeleton.offsets_m.tolist(),
        "channels": skeleton.channels,
        "rotation_orders": skeleton.rotation_orders,
        "axes_xyzw": skeleton.axes_xyzw.tolist(),
        "rest_xyzw": skeleton.rest_xyzw.tolist(),
        "end_sites": skeleton.end_sites,
        "metres_per_unit": skeleton.metres_per_unit,
        "named_roles": dict(sorted(skeleton.named_roles.items())),
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def skeleton_of(data: bytes) -> Skeleton:
    """Return the skeleton of compressed JSON; ValueError or MotionError where it is damaged."""
    inflater = zlib.decompressobj()
    try:
        text = inflater.decompress(data, LARGEST_SKELETON)
        if not inflater.eof:
            raise ValueError("damaged skeleton (its end is missing)")
        fields = json.loads(text)
        return Skeleton(
            tuple(fields["names"]),
            tuple(fields["parents"]),
            _table(fields["offsets_m"], 3),
            tuple(tuple(row) for row in fields["channels"]),
            tuple(fields["rotation_orders"]),
            _table(fields["axes_xyzw"], 4),
            _table(fields["rest_xyzw"], 4),
            tuple(fields["end_sites"]),
            fields["metres_per_unit"],
            fields["named_roles"],
        )
    except (zlib.error, KeyError, TypeError) as error:
        raise ValueError(f"damaged skeleton ({error})") from error


def _table(rows: Sequence[Any], columns: int) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(-1, columns)
