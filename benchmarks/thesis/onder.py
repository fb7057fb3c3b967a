"""Önder et al., Keyframe reduction techniques for motion capture data, 2008, tables 1 and 2, on clips like theirs.

Every channel is treated by itself, as the paper does: curve simplification of its graph (section 3.2) and a path of
Hermite segments found by dynamic programming (3.1). A graph's axes are frames and degrees (centimetres for the root's
way); the paper does not name them, and of the units tried these come nearest to its table 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.signal import butter, filtfilt

from benchmarks.clips import DATA
from benchmarks.thesis import published
from benchmarks.thesis.drawing import COLOURS, INK, dress, keep, legend, sheet
from benchmarks.timing import print_table
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Floats
from unbake.keyframes.error_table import error_table
from unbake.keyframes.rivals.greedy.splitting import farthest_from_line
from unbake.keyframes.rivals.stochastic.hermite_path import MOST_ROUNDS, REACH, best_path, zeros_of_derivatives
from unbake.keyframes.space import select
from unbake.motion.channels import channel_values, channels_of
from unbake.motion.points import Points

CLIPS: tuple[tuple[str, str, str, int, int, float | None], ...] = (
    ("running, 30 a second", "running", "16/16_35", 11, 4, None),
    ("running, 120 a second", "running", "16/16_35", 11, 1, None),
    ("drinking, 120 a second", "drinking", "14/14_24", 701, 1, None),
    ("drinking, below 6 Hz", "drinking", "14/14_24", 701, 1, 6.0),
)
"""Name, which of the paper's, file, first frame, step, and the rate below which the channels are kept. The paper gives
neither its frame rates nor whether its motions were smoothed."""
THRESHOLDS = {"running": 0.030, "drinking": 0.005}
"""Those of table 1 at which the paper has the 6 and 246 keys of its table 2."""
SECOND = {
    "hermite_keys": ("Hermite keys", 1),
    "hermite_rms": ("RMS", 3),
    "simplified_keys": ("simplified keys", 1),
    "simplified_rms": ("RMS", 3),
    "threshold": ("threshold", 3),
    "optimal_lines": ("optimal lines", 1),
    "optimal_cubics": ("optimal cubics", 1),
}
"""Columns of the second table: what they are called, and digits."""
SAMPLE = ("rhumerus", "ry")
"""The channel of the picture."""


@dataclass(frozen=True, eq=False)
class Channels:
    """A clip's channels (F, C) in degrees and centimetres; `sample` is the one of the picture."""

    name: str
    like: str
    values: Floats
    sample: int
    is_smoothed: bool


def run(pictures: Path) -> dict[str, Any]:
    """Reduce, print, draw; return the figures, or nothing where the clips are not at hand."""
    clips = _clips()
    if not clips:
        return {}
    first = {clip.name: [_mean_keys(clip.values, threshold) for threshold in published.THRESHOLDS] for clip in clips}
    _print_first(clips, first)
    second = [_second_table(clip) for clip in clips]
    _print_second(second)
    _draw(clips[-2], THRESHOLDS["drinking"], pictures / "thesis-onder-3.png")
    return {"table_1": first, "table_2": second}


def _print_first(clips: Sequence[Channels], keys: Mapping[str, Sequence[float]]) -> None:
    rows: list[tuple[str, ...]] = []
    for like, printed in published.SIMPLIFIED_KEYS.items():
        rows.append((f"paper, {like}", *map(str, printed)))
        rows += [(c.name, *(f"{number:.1f}" for number in keys[c.name])) for c in clips if c.like == like]
    print_table("Keys a channel by threshold (Önder's table 1)", ("", *map(str, published.THRESHOLDS)), rows)


def _print_second(table: Sequence[Mapping[str, Any]]) -> None:
    rows: list[tuple[str, ...]] = []
    for like, frames in published.ONDER_FRAMES.items():
        hermite_keys, simplified_keys = published.ONDER_HERMITE_KEYS[like], published.ONDER_SIMPLIFIED_KEYS[like]
        rows.append((f"paper, {like}", f"{frames}", f"{hermite_keys}", "", f"{simplified_keys}", "", "", "", ""))
    for each in table:
        numbers = [f"{each[name]:.{digits}f}" if name in each else "" for name, (_, digits) in SECOND.items()]
        rows.append((each["clip"], f"{each['frames']}", *numbers))
    header = ("", "frames", *(name for name, _ in SECOND.values()))
    print_table(
        "Keys a channel of both methods, and the fewest for their largest errors (Önder's table 2)", header, rows
    )


def _clips() -> list[Channels]:
    clips = []
    for name, like, file, first, step, low_hz in CLIPS:
        path = DATA / "cmu" / f"{file}.amc"
        if path.exists():
            motion = load_motion(path)
            channels = channels_of(motion.skeleton)
            scale = np.array([100.0 if c.name.startswith("t") else np.degrees(1.0) for c in channels])
            values = channel_values(motion) * scale
            if low_hz is not None:
                values = filtfilt(*butter(2, low_hz / (float(motion.fps) / 2.0)), values, axis=0)
            values = values[first - 1 :: step][: published.ONDER_FRAMES[like]]
            names = [(motion.skeleton.names[c.joint], c.name) for c in channels]
            clips.append(Channels(name, like, np.ascontiguousarray(values), names.index(SAMPLE), low_hz is not None))
    return clips


def simplified(channel: Floats, threshold: float) -> list[int]:
    """Return the keys of a channel (F,) by section 3.2: split while distance over the line's length is larger."""
    curve = np.stack([np.arange(len(channel), dtype=np.float64), channel], axis=1)
    keys, open_segments = [0, len(channel) - 1], [(0, len(channel) - 1)]
    while open_segments:
        start, end = open_segments.pop()
        if end - start < 2:
            continue
        frame, distance = farthest_from_line(curve, start, end)
        if distance > threshold * float(np.linalg.norm(curve[end] - curve[start])):
            keys.append(frame)
            open_segments += [(start, frame), (frame, end)]
    return sorted(keys)


def hermite(channel: Floats) -> tuple[list[int], float]:
    """Return the keys of a channel by section 3.1 and the sum of squares that is left.

    Keys are predicted at every zero of a first or second derivative, then moved until the error no longer falls.
    """
    values = np.ascontiguousarray(channel[:, None] - channel.mean())
    slopes = np.gradient(values, axis=0)
    keys = np.flatnonzero(zeros_of_derivatives(values)).astype(np.int64)
    known = np.full((len(values), len(values)), np.nan)
    error = np.inf
    for _ in range(MOST_ROUNDS):
        better, new_error = best_path(values, slopes, keys, REACH, known)
        if not new_error < error:
            break
        keys, error = better, new_error
    return [0, *(int(key) for key in keys), len(channel) - 1], float(error)


def _mean_keys(values: Floats, threshold: float) -> float:
    return float(np.mean([len(simplified(channel, threshold)) for channel in values.T]))


def _second_table(clip: Channels) -> dict[str, Any]:
    """Both methods; simplification at the paper's threshold, and the fewest keys for each channel's largest error."""
    curves = [hermite(channel) for channel in clip.values.T]
    frames, channels = clip.values.shape
    threshold = THRESHOLDS[clip.like]
    keys = [simplified(channel, threshold) for channel in clip.values.T]
    lines = _joined(clip.values, keys)
    return {
        "clip": clip.name,
        "frames": frames,
        "channels": channels,
        "hermite_keys": float(np.mean([len(own) for own, _ in curves])),
        "hermite_rms": float(np.sqrt(sum(error for _, error in curves) / clip.values.size)),
        "threshold": threshold,
        "simplified_keys": float(np.mean([len(own) for own in keys])),
        "simplified_rms": float(np.sqrt(np.mean((lines - clip.values) ** 2))),
    } | ({} if clip.is_smoothed else _optimum(clip.values, np.abs(lines - clip.values).max(axis=0), keys))


def _optimum(values: Floats, largest: Floats, keys: Sequence[Sequence[int]]) -> dict[str, float]:
    """The fewest keys a channel, of lines and of cubics, for the largest error that each channel's `keys` leave."""
    by_lines = _fewest(values, largest, "lerp-max", [len(own) for own in keys])
    # A cubic of least squares can have a larger maximum than a line, hence the room.
    by_cubics = _fewest(values, largest, "curve-max", [min(len(values), 2 * count) for count in by_lines])
    return {"optimal_lines": float(np.mean(by_lines)), "optimal_cubics": float(np.mean(by_cubics))}


def _joined(values: Floats, keys: Sequence[Sequence[int]]) -> Floats:
    """Straight lines between each channel's own keys."""
    frames = np.arange(len(values))
    return np.stack([np.interp(frames, own, c[list(own)]) for own, c in zip(keys, values.T, strict=True)], axis=1)


def _fewest(values: Floats, largest: Floats, criterion: str, most: Sequence[int]) -> list[int]:
    """The fewest keys of each channel (F, C) that stay within its largest error, known to be at most `most`."""
    counts = []
    for channel, error, known in zip(values.T, largest, most, strict=True):
        points = Points(channel[:, None], ("channel",), size=1)
        space = select(error_table(points, criterion, metric="pose"), keys_max=known)
        # A hair above, so that the keys that gave the bound still keep it after rounding.
        counts.append(len(space.fewest(float(error) * (1.0 + 1e-5) + 1e-6)))
    return counts


def _draw(clip: Channels, threshold: float, path: Path) -> None:
    channel = clip.values[:, clip.sample]
    frames = np.arange(len(channel))
    figure, panels = sheet(2, 1, 11.0, 5.6, f"{clip.name}: {' '.join(SAMPLE)}, as Önder's figure 3")
    for axes, bound in zip(panels, (threshold, 0.03), strict=True):
        keys = simplified(channel, bound)
        dress(axes, f"threshold {bound:g}: {len(keys)} keys of {len(channel)} frames", up="degrees")
        axes.plot(frames, channel, color=INK, lw=2.4, label="captured")
        axes.plot(frames, np.interp(frames, keys, channel[keys]), color=COLOURS[0], lw=1.3, label="simplified")
        axes.plot(keys, channel[keys], "o", color=COLOURS[0], ms=2.6)
    panels[-1].set_xlabel("frame of the excerpt, from 0")
    legend(panels[0], "lower left")
    keep(figure, path)
