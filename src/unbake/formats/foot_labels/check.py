"""What tells that foot labels are of a motion: where its ankles are, and the way it goes, in some of its frames."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from unbake.errors import FileError, MotionError
from unbake.ground.arrays import Floats
from unbake.ground.files.checked_json import Item
from unbake.motion.motion import Motion

CHECK_FRAMES = 64
"""How many frames are looked at, evenly spaced; fewer in shorter clips."""
SAME_WITHIN_M = 0.03
"""Ankles may differ by this: other programs' rounding, a reduction; not another take."""
SAME_WAY_WITHIN_M = 0.15
"""The way of the hips may differ by this: a clean-up moves the root, by less."""


def check_record(motion: Motion) -> dict[str, Any]:
    """Return what is stored of a motion: both ankles seen from the hips, and the hips from the middle of their way."""
    frames = np.unique(np.linspace(0, motion.n_frames - 1, CHECK_FRAMES).round().astype(int))
    ankles, hips = (np.round(1000.0 * at, 1) for at in _places_m(motion, frames.astype(float)))
    sides = {"left_mm": ankles[:, 0].tolist(), "right_mm": ankles[:, 1].tolist(), "hips_mm": hips.tolist()}
    return {"frames": frames.tolist(), **sides}


def check_places(item: Item, motion: Motion, n_frames: int, fps: Fraction) -> None:
    """Refuse a motion that is another than the one stored of.

    Where it stands, and which way it faces, is no difference.

    Parameters
    ----------
    item : as `check_record` makes it; the way of the hips may be missing.
    motion : at any rate; with as many frames as were stored of, frames count, otherwise time does.
    n_frames, fps : of the motion that was stored of.

    Raises
    ------
    FileError : ankles or hips are elsewhere, or the item is not as it should be.
    MotionError : no ankles in the skeleton.
    """
    frames = [frame.integer(0, n_frames - 1) for frame in item.need("frames").items()]
    if not 1 <= len(frames) <= CHECK_FRAMES:
        item.need("frames").fail(f"1 to {CHECK_FRAMES} frames")
    sides = [item.need(f"{side}_mm").numbers(len(frames), 3) for side in ("left", "right")]
    way = item.get("hips_mm")
    stored = [*sides, *([way.numbers(len(frames), 3)] if way is not None else [])]
    theirs = np.stack(stored, axis=1) / 1000.0
    slower = 1.0 if motion.n_frames == n_frames else float(motion.fps / fps)
    rows = np.minimum(np.array(frames) * slower, motion.n_frames - 1)
    ankles, hips = _places_m(motion, rows)
    ours = np.concatenate([ankles, hips[:, None]], axis=1)[:, : theirs.shape[1]]
    _compare(item, _turned_like(ours, theirs), theirs, np.round(rows).astype(int) + motion.first_frame)


def _compare(item: Item, ours: Floats, theirs: Floats, numbers: Any) -> None:
    apart = np.linalg.norm(ours - theirs, axis=-1)
    for place, name in enumerate(("the left ankle is", "the right ankle is", "the hips are")[: apart.shape[1]]):
        row = int(apart[:, place].argmax())
        if apart[row, place] > (SAME_WITHIN_M if place < 2 else SAME_WAY_WITHIN_M):
            away = f"at frame {numbers[row]} {name} {100.0 * apart[row, place]:.1f} cm from where they have"
            raise FileError(item.file, f"the foot labels are of another motion: {away} {'it' if place < 2 else 'them'}")


def _turned_like(ours: Floats, theirs: Floats) -> Floats:
    """Turn places (n, k, 3) about the vertical, all by one angle, so that they come nearest to others."""
    mine, other = (places[..., 0] + 1j * places[..., 2] for places in (ours, theirs))
    turn = (np.conj(mine) * other).sum()
    turned = mine * (turn / abs(turn) if abs(turn) > 0.0 else 1.0)
    return np.stack([turned.real, ours[..., 1], turned.imag], axis=-1)


def _places_m(motion: Motion, rows: Floats) -> tuple[Floats, Floats]:
    """Both ankles (n, 2, 3) relative to the hips, and the hips (n, 3) relative to their mean; rows may lie between."""
    found = motion.skeleton.roles
    if "left-ankle" not in found or "right-ankle" not in found:
        raise MotionError(
            "the skeleton has no left-ankle and right-ankle, so foot labels cannot be told apart", code="no-legs"
        )
    joints = [found["left-ankle"], found["right-ankle"], found.get("hips", 0)]
    before = np.floor(rows).astype(int)
    after = np.minimum(before + 1, motion.n_frames - 1)
    positions, part = motion.positions()[:, joints], (rows - before)[:, None, None]
    at = (1.0 - part) * positions[before] + part * positions[after]
    return at[:, :2] - at[:, 2:], at[:, 2] - at[:, 2].mean(axis=0)
