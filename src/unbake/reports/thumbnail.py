"""A few poses of a clip as one small SVG, for lists of many clips."""

from __future__ import annotations

from unbake.reports.pose_strip import Pose, PoseStrip
from unbake.reports.strip_svg import path_data

ROOM = 1.06
"""Between poses, and above them."""


def thumbnail_svg(strip: PoseStrip) -> str:
    """Return the poses of a strip side by side; whole centimetres are exact enough at this size.

    Poses stand at least half a stature apart, so that a stiff figure does not fill the picture.
    """
    width = round(max(2.0 * ROOM * strip.half_width_cm, 0.5 * strip.stature_cm))
    top, foot = round(strip.top_cm * ROOM), round(0.03 * strip.top_cm) + 1
    whole = width * len(strip.poses)
    poses = "".join(
        f'<g transform="translate({width * n + width // 2})">{_pose(p)}</g>' for n, p in enumerate(strip.poses)
    )
    ground = f'<path class="ground" d="M0 0H{whole}"/>'
    return f'<svg class="thumbnail" viewBox="0 {-top} {whole} {top + foot}" aria-hidden="true">{ground}{poses}</svg>'


def _pose(pose: Pose) -> str:
    lines = [f'<path class="{limb.tone} {limb.part}" d="{path_data(limb.line_cm, 0)}"/>' for limb in pose.limbs]
    if pose.head is not None:
        (x, y), radius = pose.head
        lines.insert(pose.limbs_behind, f'<circle class="head" cx="{x:.0f}" cy="{-y:.0f}" r="{radius:.0f}"/>')
    return "".join(lines)
