"""The strip of key poses as HTML: one small SVG a pose in a grid that wraps, so that it fits a desk and a phone."""

from __future__ import annotations

import math

from unbake.ground.arrays import Floats
from unbake.reports.pose_strip import Limb, Pose, PoseStrip

PAGE_PX, PHONE_PX = 1080, 380
MOST_A_ROW = 24
LEAST_FIGURE_PX, PHONE_FIGURE_PX, MOST_HEIGHT_PX = 120.0, 90.0, 250.0
"""How tall a standing figure is at least on a desk and on a phone, and a cell at most."""
POSES_AT_ONCE = 72
"""More poses than this are folded away: three rows say what the clip is, thirty are a wall."""
HEAD_ROOM, FOOT_ROOM, SIDE_ROOM = 1.04, 0.035, 1.08


def strip_html(strip: PoseStrip) -> str:
    """Return all poses in a grid; those beyond `POSES_AT_ONCE` behind a fold, by whole rows."""
    width, columns, narrow = _grid(strip)
    cells = [_cell(pose, strip, width) for pose in strip.poses]
    style = f'style="--columns:{columns};--narrow:{narrow}"'
    at_once = max(POSES_AT_ONCE // columns, 1) * columns
    shown = f'<div class="poses" {style}>{"".join(cells[:at_once])}</div>'
    rest = cells[at_once:]
    if rest:
        word = "pose" if len(rest) == 1 else "poses"
        shown += f"<details><summary>Show the other {len(rest)} key {word}</summary>"
        shown += f'<div class="poses" {style}>{"".join(rest)}</div></details>'
    return shown


def balanced_columns(count: int, most: int) -> int:
    """Return how many of `count` things to put in a row of at most `most`, so that no row is nearly empty."""
    rows = math.ceil(count / max(most, 1))
    return math.ceil(count / max(rows, 1))


def _grid(strip: PoseStrip) -> tuple[float, int, int]:
    """Width of a cell in centimetres, and cells in a row on a desk and on a phone."""
    height = strip.top_cm * (HEAD_ROOM + FOOT_ROOM)
    needed = 2.0 * SIDE_ROOM * strip.half_width_cm
    most = max(1, min(MOST_A_ROW, int(PAGE_PX / (LEAST_FIGURE_PX * needed / strip.stature_cm))))
    columns = balanced_columns(len(strip.poses), most)
    # Few poses would grow until they fill the page: wider cells keep them at a sensible height.
    width = max(needed, height * PAGE_PX / columns / MOST_HEIGHT_PX)
    fits = max(1, int(PHONE_PX / (PHONE_FIGURE_PX * width / strip.stature_cm)))
    return width, columns, balanced_columns(len(strip.poses), min(columns, fits))


def _cell(pose: Pose, strip: PoseStrip, width: float) -> str:
    top, foot = strip.top_cm * HEAD_ROOM, strip.top_cm * FOOT_ROOM
    box = f"{-width / 2:.1f} {-top:.1f} {width:.1f} {top + foot:.1f}"
    ground = f'<path class="ground" d="M{-width / 2:.1f} 0H{width / 2:.1f}"/>'
    hips = f'<path class="hips" d="{path_data(pose.hips_cm * (width, 1.0))}"/>'
    lines = [_limb(limb) for limb in pose.limbs]
    if pose.head is not None:
        (x, y), radius = pose.head
        lines.insert(pose.limbs_behind, f'<circle class="head" cx="{x:.1f}" cy="{-y:.1f}" r="{radius:.1f}"/>')
    return (
        f'<figure class="pose {pose.key_class}" data-key="{pose.number}">'
        f'<svg viewBox="{box}" role="img" aria-label="Pose at frame {pose.number}">{ground}{hips}{"".join(lines)}</svg>'
        f"<figcaption><i></i>{pose.number}</figcaption></figure>"
    )


def _limb(limb: Limb) -> str:
    """A limb with a rim in the paper's colour, so that crossing limbs stay apart."""
    rim = f'<path class="rim" d="{path_data(limb.free_cm)}"/>' if len(limb.free_cm) else ""
    return f'{rim}<path class="{limb.tone} {limb.part}" d="{path_data(limb.line_cm)}"/>'


def path_data(line_cm: Floats, digits: int = 1) -> str:
    """Return a line (N, 2) in centimetres, y up, as the data of an SVG path, y down."""
    points = [f"{x:.{digits}f} {-y + 0.0:.{digits}f}" for x, y in line_cm]
    distinct = [p for n, p in enumerate(points) if n == 0 or p != points[n - 1]]
    return "M" + "L".join(distinct if len(distinct) > 1 else distinct * 2)
