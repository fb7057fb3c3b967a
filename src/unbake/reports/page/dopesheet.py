"""The dopesheet: one row for each part of the body, a diamond on every key, a lane of what leads, and a ruler in frames
and seconds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from itertools import pairwise
from statistics import median

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.keyframes.moments.leads import LeadSpan
from unbake.keyframes.selection import KeyClass
from unbake.motion.body.parts import parts_of
from unbake.motion.motion import Motion

ROW_PX, RULER_PX = 22, 34
DIAMOND_PX, LEAST_DIAMOND_PX = 5.5, 2.0
BREAKDOWN_PART = 0.7
"""Of a keypose's size: red and green are one colour to many eyes."""
WIDE_PX, NARROW_PX = 850.0, 230.0
"""Width of the rows on a desk's screen and on a phone's."""
MOST_TICKS = 12
LETTER_PX = 6.3
"""Width of a letter of the lane's names."""


def dopesheet_html(motion: Motion, animation: KeyedAnimation, leads: Sequence[LeadSpan] = ()) -> str:
    """Return the dopesheet as HTML: labels beside an SVG that stretches with the page and keeps its diamonds.

    Parameters
    ----------
    motion : the capture.
    animation : what was fitted to it.
    leads : what leads over time; a lane below the rows.
    """
    parts = parts_of(animation.skeleton)
    curves = {part: sum(len(animation.skeleton.channels[joint]) for joint in joints) for part, joints in parts.items()}
    labels = "".join(
        f"<li><b>{escape(part)}</b> <span>{count} curve{'' if count == 1 else 's'}</span></li>"
        for part, count in curves.items()
    )
    if leads:
        labels += f"<li><b>Leads</b> <span>{_parts_text(leads)}</span></li>"
    height = ROW_PX * (len(parts) + bool(leads))
    lane = "".join(_lead(span, motion, ROW_PX * len(parts)) for span in leads)
    rows = "".join(
        f'<line class="row" x1="0" x2="100%" y1="{(row + 0.5) * ROW_PX}" y2="{(row + 0.5) * ROW_PX}"/>'
        for row in range(len(parts))
    )
    size = _diamond(animation)
    keys = "".join(
        _key(number, key_class, motion, len(parts), BREAKDOWN_PART * size if key_class == "breakdown" else size)
        for number, key_class in zip(animation.key_numbers(), animation.key_classes(), strict=True)
    )
    ticks = ruler_frames(motion.first_frame, motion.last_frame)
    ruler = "".join(_tick(number, motion, height, place % 2 == 1) for place, number in enumerate(ticks))
    return (
        f'<div class="dopesheet"><ul aria-hidden="true">{labels}</ul><div><svg width="100%" '
        f'height="{height + RULER_PX}" role="img" aria-label="Dopesheet: all parts keyed on the same frames">'
        f"{rows}{lane}{ruler}{keys}</svg></div></div>"
    )


def ruler_frames(first: int, last: int) -> list[int]:
    """Return round frame numbers within a clip, at most `MOST_TICKS`; the clip's first where none is round."""
    span = max(last - first, 1)
    power = 10 ** max(0, math.floor(math.log10(span / MOST_TICKS))) if span > MOST_TICKS else 1
    step = next(power * n for n in (1, 2, 5, 10, 20, 50) if span / (power * n) <= MOST_TICKS - 1)
    return list(range(math.ceil(first / step) * step, last + 1, step)) or [first]


def seconds(frames: int, fps: Fraction) -> str:
    """Return the time of a frame counted from the clip's first, such as ``0.83 s``."""
    return f"{float(frames / fps):.2f} s"


def _percent(number: int, motion: Motion) -> str:
    span = motion.n_frames - 1
    return f"{100.0 * (number - motion.first_frame) / span:.3f}%" if span else "50%"


def _diamond(animation: KeyedAnimation) -> float:
    """Half a diamond's width in pixels: smaller where most keys would lie over each other on a wide screen."""
    gaps = [b - a for a, b in pairwise(animation.selection.frames)]
    usual = median(gaps) if gaps else animation.n_frames
    return min(DIAMOND_PX, max(LEAST_DIAMOND_PX, 0.5 * WIDE_PX * usual / max(animation.n_frames - 1, 1)))


def _key(number: int, key_class: KeyClass, motion: Motion, rows: int, size: float) -> str:
    """One key in all rows: a nested SVG, because only that can be placed at a percentage."""
    diamonds = "".join(
        f"M0 {(row + 0.5) * ROW_PX - size:g}l{size:g} {size:g}l-{size:g} {size:g}l-{size:g} -{size:g}z"
        for row in range(rows)
    )
    title = f"frame {number}, {seconds(number - motion.first_frame, motion.fps)}: {key_class}"
    return (
        f'<svg class="key {key_class}" data-key="{number}" x="{_percent(number, motion)}" overflow="visible">'
        f'<title>{title}</title><path d="M0 0V{rows * ROW_PX}"/><path class="diamonds" d="{diamonds}"/></svg>'
    )


def _parts_text(leads: Sequence[LeadSpan]) -> str:
    parts = len({span.part for span in leads})
    return escape(leads[0].part) if parts == 1 else f"{parts} parts"


def _lead(span: LeadSpan, motion: Motion, top: int) -> str:
    """One part's stretch of the lane, with its name where there is room; the next one begins where it ends."""
    first, last = span.first + motion.first_frame, span.last + motion.first_frame
    after = min(last + 1, motion.last_frame)
    side = next((side for side in ("left", "right") if span.part.startswith(side)), "middle")
    width = 100.0 * (after - first) / max(motion.n_frames - 1, 1)
    needed_px = LETTER_PX * len(span.part) + 4.0
    tight = ' class="tight"' if needed_px > width / 100.0 * NARROW_PX else ""
    text = f'<text{tight} x="2" y="{ROW_PX - 4}">{escape(span.part)}</text>'
    return (
        f'<svg class="lead {side}" data-part="{escape(span.part)}" x="{_percent(first, motion)}" y="{top}" '
        f'width="{width:.3f}%" height="{ROW_PX}"><title>frames {first} to {last}: {escape(span.part)}</title>'
        f'<rect width="100%" height="4" y="2"/>{text if needed_px <= width / 100.0 * WIDE_PX else ""}</svg>'
    )


def _tick(number: int, motion: Motion, height: int, is_odd: bool) -> str:
    """One mark of the ruler; a phone hides the odd ones' numbers."""
    x, odd = _percent(number, motion), " odd" * is_odd
    time = seconds(number - motion.first_frame, motion.fps)
    return (
        f'<line class="tick" x1="{x}" x2="{x}" y1="0" y2="{height + 4}"/>'
        f'<text class="frames{odd}" x="{x}" y="{height + 16}">{number}</text>'
        f'<text class="seconds{odd}" x="{x}" y="{height + 29}">{time}</text>'
    )
