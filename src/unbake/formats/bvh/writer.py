"""Writing BVH files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from unbake.errors import UsageError
from unbake.formats.bvh.hierarchy import CHANNEL_FROM_WORD
from unbake.formats.registry import WriteOptions
from unbake.formats.unique_names import UniqueNames, usual_end_name
from unbake.ground.arrays import Floats
from unbake.motion.channels import channel_values, channels_of, motion_from_channels
from unbake.motion.delivery.plain_rest import with_plain_rest
from unbake.motion.frame_rate import snapped_rate
from unbake.motion.motion import Motion
from unbake.motion.names import writable
from unbake.motion.rotations import IDENTITY_XYZW, rotation_angle
from unbake.motion.skeleton import QUATERNION, ROTATIONS, TRANSLATIONS, Skeleton

_WORD_FROM_CHANNEL = {name: word[0].upper() + word[1:] for word, name in CHANNEL_FROM_WORD.items()}
_SAME_ANGLE_RAD = 1e-9
_SAME_LENGTH_M = 1e-9
_DEEPEST_INDENT = 64
_LENGTH_DIGITS = 7
_ANGLE_DIGITS = 6


def write_bvh(motion: Motion, path: Path, options: WriteOptions) -> None:
    """Write a motion as a BVH file.

    Lengths are written to 1e-7 of the file's unit, angles to 1e-6 of a degree. The number of the first frame is lost:
    the format has none. Names keep single spaces; braces in them become underscores. Where all rotations are zero, the
    figure stands in its rest pose: joints that have axes of their own get those of the world.

    Parameters
    ----------
    motion : the clip. Joints that the format cannot hold as they are get Euler channels, see `bvh_skeleton`.
    path : where to write.
    options : `metres_per_unit`; by default that of the BVH file the skeleton came from, else metres.

    Raises
    ------
    UsageError : a unit that is no positive number, a frame rate that the format cannot hold.
    """
    units = (options.metres_per_unit, motion.skeleton.metres_per_unit, 1.0)
    unit = next(unit for unit in units if unit is not None)
    if not 0.0 < unit < float("inf"):
        raise UsageError(f"the unit of length must be a positive number of metres, not {unit}")
    seconds = _frame_time(motion.fps)
    motion = with_plain_rest(motion)
    skeleton = bvh_skeleton(motion)
    order = _depth_first(skeleton)
    with path.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.write("HIERARCHY\n")
        file.writelines(_hierarchy(skeleton, order, skeleton.offsets_m / unit))
        file.write(f"MOTION\nFrames: {motion.n_frames}\nFrame Time: {seconds}\n")
        file.writelines(_rows(motion, skeleton, order, unit))


def bvh_skeleton(motion: Motion) -> Skeleton:
    """Return the motion's skeleton with channels that a BVH file can hold and that hold this motion.

    A joint keeps its channels, listed as they are, if the format's rule gives its motion back from them. Otherwise it
    gets three rotations in the product order of the skeleton: quaternion channels, rotations in a frame of their own
    (ASF's axis), a turn without channels for it; and rotations of one or two axes that are not from a BVH file, since
    Blender's importer fails on those. A joint that moves beside its channels gets three positions.
    """
    skeleton = motion.skeleton
    moved = _with_missing_positions(motion)
    turned = {j: skeleton.rotation_orders[j] for j in range(len(skeleton.names)) if _needs_three_rotations(motion, j)}
    fitting = moved.with_rotation_orders(turned)
    if not channels_of(fitting):
        fitting = fitting.with_rotation_orders({0: fitting.rotation_orders[0]})
    plain = replace(fitting, axes_xyzw=np.tile(IDENTITY_XYZW, (len(skeleton.names), 1)))
    return _with_lost_rotations(motion, plain)


def _with_missing_positions(motion: Motion) -> Skeleton:
    """Give three positions to joints with one or two that leave the offset along an axis without a channel."""
    skeleton, local = motion.skeleton, motion.local_translations_m()
    channels = list(skeleton.channels)
    for joint in skeleton.translated:
        missing = [axis for axis, name in enumerate(TRANSLATIONS) if name not in channels[joint]]
        away = np.abs(local[:, joint, missing] - skeleton.offsets_m[joint, missing])
        if missing and away.max() > _SAME_LENGTH_M:
            channels[joint] = (*TRANSLATIONS, *(c for c in channels[joint] if c not in TRANSLATIONS))
    return replace(skeleton, channels=tuple(channels))


def _needs_three_rotations(motion: Motion, joint: int) -> bool:
    skeleton = motion.skeleton
    channels = skeleton.channels[joint]
    listed = "".join(name[1] for name in channels if name in ROTATIONS)
    if set(channels) & set(QUATERNION):
        return True
    if not listed:
        turns = rotation_angle(IDENTITY_XYZW, motion.rotations_xyzw[:, joint]).max() > _SAME_ANGLE_RAD
        return bool(turns) and not _is_end_site(skeleton, joint)
    in_order = "".join(axis for axis in skeleton.rotation_orders[joint] if axis in listed)
    foreign_partial = len(listed) < 3 and skeleton.metres_per_unit is None
    return listed != in_order or foreign_partial


def _with_lost_rotations(motion: Motion, skeleton: Skeleton) -> Skeleton:
    """Give three rotations to joints with one or two from which the motion's rotation does not come back.

    Joints with three need no look: any three distinct axes make every rotation, also that of an ASF axis frame.
    """
    partial = [j for j, names in enumerate(skeleton.channels) if 0 < len(set(names) & set(ROTATIONS)) < 3]
    if not partial:
        return skeleton
    again = motion_from_channels(skeleton, channel_values(motion, skeleton), motion.fps)
    lost = rotation_angle(motion.rotations_xyzw, again.rotations_xyzw).max(axis=0)
    return skeleton.with_rotation_orders({j: skeleton.rotation_orders[j] for j in partial if lost[j] > _SAME_ANGLE_RAD})


def _is_end_site(skeleton: Skeleton, joint: int) -> bool:
    """Whether the format can hold a joint as an End Site: marked as one, a leaf, without channels."""
    return joint > 0 and skeleton.end_sites[joint] and not skeleton.channels[joint] and joint not in skeleton.parents


def _depth_first(skeleton: Skeleton) -> list[int]:
    """Return the joints in the order in which the file lists them: each behind its parent, before other branches."""
    children = skeleton.children()
    order, waiting = [], [0]
    while waiting:
        joint = waiting.pop()
        order.append(joint)
        waiting.extend(reversed(children[joint]))
    return order


def _hierarchy(skeleton: Skeleton, order: list[int], offsets: Floats) -> Iterator[str]:
    """Yield the pieces of the HIERARCHY block. Without recursion: hierarchies may be thousands deep."""
    names, children = written_names(skeleton), skeleton.children()
    end_names = _end_names(skeleton, names, order)
    waiting = [(0, 0, False)]
    while waiting:
        joint, depth, is_closing = waiting.pop()
        tabs = "\t" * min(depth, _DEEPEST_INDENT)
        if is_closing:
            yield f"{tabs}}}\n"
            continue
        keyword = "End Site" if joint in end_names else "JOINT" if joint else "ROOT"
        yield f"{tabs}{keyword} {end_names.get(joint, names[joint])}".rstrip() + "\n"
        yield f"{tabs}{{\n{tabs}\tOFFSET {' '.join(_plain(offsets[joint], _LENGTH_DIGITS))}\n"
        if joint not in end_names:
            words = [_WORD_FROM_CHANNEL[name] for name in skeleton.channels[joint]]
            yield f"{tabs}\tCHANNELS {' '.join([str(len(words)), *words])}\n"
            if not children[joint]:  # most readers want an End Site below every last joint
                yield f"{tabs}\tEnd Site\n{tabs}\t{{\n{tabs}\t\tOFFSET 0 0 0\n{tabs}\t}}\n"
        waiting.append((joint, depth, True))
        waiting.extend((child, depth + 1, False) for child in reversed(children[joint]))


def written_names(skeleton: Skeleton) -> list[str]:
    """Return the names of joints as the format can hold them: no braces or line ends, never empty, each used once."""
    unique = UniqueNames()
    return [unique.take(writable(" ".join(re.sub(r"[{}]", "_", name).split())) or "joint") for name in skeleton.names]


def _end_names(skeleton: Skeleton, names: list[str], order: list[int]) -> dict[int, str]:
    """Return what stands behind ``End Site`` for each joint that is one: its name, or nothing for the usual one."""
    ends = [joint for joint in order if _is_end_site(skeleton, joint)]
    unique = UniqueNames(set(names) - {names[joint] for joint in ends})
    written = {}
    for joint in ends:
        is_usual = unique.free(usual_end_name(names[skeleton.parents[joint]])) == names[joint]
        written[joint] = "" if is_usual else names[joint]
        unique.take(names[joint])
    return written


def _rows(motion: Motion, skeleton: Skeleton, order: list[int], unit: float) -> Iterator[str]:
    """Yield one line of channel values a frame, joint by joint in the order of the hierarchy."""
    channels = channels_of(skeleton)
    place = {joint: number for number, joint in enumerate(order)}
    columns = sorted(range(len(channels)), key=lambda column: place[channels[column].joint])
    turns = np.array([channels[column].name in ROTATIONS for column in columns])
    values = channel_values(motion, skeleton)[:, columns] * np.where(turns, 180.0 / np.pi, 1.0 / unit)
    # Adding zero turns the −0.0 that rounding leaves into 0.0.
    values = np.where(turns, np.round(values, _ANGLE_DIGITS), np.round(values, _LENGTH_DIGITS)) + 0.0
    line = " ".join(f"%.{_ANGLE_DIGITS if turn else _LENGTH_DIGITS}f" for turn in turns) + "\n"
    for row in values.tolist():
        yield line % tuple(row)


def _plain(numbers: Floats, digits: int) -> list[str]:
    return [f"{number:.{digits}f}" for number in (np.round(numbers, digits) + 0.0).tolist()]


def _frame_time(fps: Fraction) -> str:
    """Return the time between frames with as many digits as bring the exact rate back; UsageError if none do."""
    seconds = 1 / fps
    texts = [f"{float(seconds):.{digits}f}" for digits in (10, 12, 15, 18)]
    try:
        return next((text for text in texts if snapped_rate(text) == fps), texts[-1])
    except ValueError:
        raise UsageError(f"a BVH file cannot hold {float(fps):.6g} frames a second") from None
