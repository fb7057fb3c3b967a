"""The report of one reduction as a single HTML file that needs nothing but a browser."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from unbake._version import __version__
from unbake.ground.files.whole_file import whole_file
from unbake.ground.wording import counted
from unbake.keyframes.space import SelectionSpace
from unbake.reduce.by_layers import layers_for
from unbake.reduce.reduction import Reduction
from unbake.reports.page.chart_data import LEAST_COUNTS, as_json, page_data
from unbake.reports.page.dopesheet import dopesheet_html
from unbake.reports.page.tables import OutputLine as OutputLine
from unbake.reports.page.tables import layers_table, outputs_table, settings_table, tips_table
from unbake.reports.page.worst_curves import WorstCurve, worst_curves
from unbake.reports.pose_strip import PoseStrip, pose_strip
from unbake.reports.strip_svg import strip_html
from unbake.reports.wording import centimetres, criterion_sentence, percent, short

NOTHING_M = 1e-7
"""Errors below this are rounding, not distance."""

NO_SPACE = " There is no single selection space to show."


def write_report(
    reduction: Reduction, path: Path, *, source: str, command: str, outputs: Sequence[OutputLine] = ()
) -> None:
    """Write the report of a reduction; the file appears whole or not at all.

    The page holds everything it shows, reaches for nothing on the network, and holds no date or duration: the same
    run writes the same bytes.

    Parameters
    ----------
    reduction : what `reduce_motion` returned.
    path : the HTML file to write.
    source : the clip's name as the person gave it.
    command : the complete command line that repeats the run.
    outputs : the files that the run wrote.

    Raises
    ------
    FileError : the file cannot be written.
    """
    page = report_html(reduction, source=source, command=command, outputs=outputs)
    with whole_file(path) as temporary:
        temporary.write_bytes(page.encode(errors="replace"))


def report_html(reduction: Reduction, *, source: str, command: str, outputs: Sequence[OutputLine] = ()) -> str:
    """Return the report's HTML; parameters as for `write_report`."""
    curves = worst_curves(reduction.motion, reduction.animation)
    strip = pose_strip(reduction.motion, reduction.selection)
    library = f"/*!\n{own('vendor/LICENSE')}\n*/\n{own('language.js')}{own('vendor/uPlot.iife.min.js')}"
    script = own("report.js")
    return Template(own("report.html")).substitute(
        policy=policy(library, script),
        version=escape(__version__),
        title=f"{escape(Path(source).name)}: {counted(len(reduction.selection), 'keyframe')}",
        style=own("vendor/uPlot.min.css") + own("report.css"),
        source=escape(source),
        headline=_headline(reduction),
        summary=_summary(reduction),
        pose_legend=_pose_legend(reduction, strip),
        poses=strip_html(strip),
        pose_caption=_pose_caption(strip),
        dopesheet=dopesheet_html(reduction.motion, reduction.animation, reduction.leads),
        error=_error_section(reduction) + _tips_section(reduction),
        choice=_choice_section(reduction),
        curves=_curves_section(reduction, curves),
        outputs=f'<section id="outputs"><h2>Files written</h2>{outputs_table(outputs)}</section>' if outputs else "",
        settings=settings_table(reduction, source),
        command=escape(command),
        warnings=_warnings(reduction),
        data=as_json(page_data(reduction, curves)),
        library=library,
        script=script,
    )


def own(name: str) -> str:
    """Return a file of this package."""
    return files("unbake.reports.page").joinpath(*name.split("/")).read_text(encoding="utf-8")


def policy(*scripts: str) -> str:
    """Return a policy under which a browser runs these two scripts only and loads nothing from anywhere."""
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    allowed = " ".join(f"'sha256-{digest}'" for digest in hashes)
    return f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {allowed}"


def _headline(reduction: Reduction) -> str:
    frames = counted(reduction.motion.n_frames, "frame")
    keys = counted(len(reduction.selection), "keyframe")
    return f'{frames} <span class="to">→</span> <span class="keys">{keys}</span>'


def _summary(reduction: Reduction) -> str:
    part = len(reduction.selection) / reduction.motion.n_frames
    error = reduction.error
    if error.max_m < NOTHING_M:
        return f"Keys on {percent(part)} of the frames, and nothing of the capture is lost."
    return (
        f"Keys on {percent(part)} of the frames, and curves that stay within <b>{centimetres(error.max_m)}</b> of the "
        f"capture at {counted(len(error.joints), 'joint')}, <b>{centimetres(error.mean_m)}</b> on average"
        f"{_tips(reduction)}."
    )


def _tips(reduction: Reduction) -> str:
    tips = reduction.tips
    return "" if tips is None else f"; tips (fingers, toes and ends of bones) within <b>{centimetres(tips.max_m)}</b>"


def _tips_section(reduction: Reduction) -> str:
    """How far hands, fingers, toes and their ends are: all that are beyond a promised error, or the worst few."""
    tips, limit_m = reduction.tips, reduction.options.error_m
    if tips is None or max(tips.max_m, reduction.error.max_m) < NOTHING_M:
        return ""
    beyond = "The worst are listed."
    if limit_m is not None:
        count = len(tips.beyond(limit_m))
        included = "" if reduction.options.tips else "; none is promised for them"
        beyond = f"{count} are beyond the promised {centimetres(limit_m)}{included}."
    return (
        f'<h3>Tips</h3><p class="caption">The other joints and the ends of bones, {len(tips.joints):,} in all: hands, '
        f"fingers, toes and whatever else the skeleton has. Worst: <b>{escape(tips.worst_joint)}</b> at frame "
        f"{tips.worst_number}, {centimetres(tips.max_m)} off. {beyond}</p>{tips_table(tips, limit_m)}"
    )


def _pose_legend(reduction: Reduction, strip: PoseStrip) -> str:
    selection = reduction.selection
    holds, breakdowns = len(selection.holds), len(selection.breakdowns)
    entries = [f'<i class="diamond keypose"></i>{counted(len(selection.keyposes) - holds, "keypose")}']
    if holds:
        entries.append(f'<i class="diamond hold"></i>{counted(holds, "keypose")} at the ends of moving holds')
    if breakdowns:
        entries.append(f'<i class="diamond breakdown"></i>{counted(breakdowns, "breakdown")}, drawn lighter')
    drawn = {limb.tone for pose in strip.poses for limb in pose.limbs}
    for side in ("left", "right"):
        if side in drawn:
            entries.append(f'<i class="stroke" style="color:var(--{side})"></i>{side}')
    has_hips = "hips" in reduction.motion.skeleton.roles
    entries.append(f'<i class="dotted"></i>height of the {"hips" if has_hips else "root"}')
    return "".join(f"<span>{entry}</span>" for entry in entries)


def _pose_caption(strip: PoseStrip) -> str:
    shared = "All poses share one ground and one scale; the number below each is its frame."
    return f"Seen {escape(strip.camera.words)}. {shared}"


def _error_section(reduction: Reduction) -> str:
    error = reduction.error
    if error.max_m < NOTHING_M:
        return '<p class="caption">At every frame the curves give the capture back exactly.</p>'
    caption = (
        f"Distance of the worst of {counted(len(error.joints), 'joint')} from the capture, in the world. Worst: "
        f"<b>{escape(error.worst_joint)}</b> at frame {error.worst_number}, {centimetres(error.max_m)} off; root mean "
        f"square over all joints and frames {centimetres(error.rms_m)}. Upright lines are keys. Drag to zoom, "
        "double-click to go back."
    )
    return (
        f'<p class="caption">{caption}</p>'
        '<div class="chart" data-chart="error" role="img" aria-label="Error over time"></div>'
    )


def _choice_section(reduction: Reduction) -> str:
    """How the keys were chosen: the three layers where they did, the selection space where there is one."""
    text = ""
    blocking, options = reduction.blocking, reduction.options
    if blocking is not None:
        first = reduction.motion.first_frame
        text += (
            '<p class="caption">Neither a number of keys nor an error was given, so three layers chose the keys, '
            f"each within the segments of the one before.{'' if reduction.space else NO_SPACE}</p>"
            f"{layers_table(blocking, layers_for(options.layers, reduction.motion), options.lead, first)}"
        )
    if reduction.space is None:
        return text or '<p class="caption">No selection space was made, so there is none to show.</p>'
    title = "<h3>The selection space</h3>" if blocking is not None else ""
    return f"{text}{title}{_space(reduction, reduction.space)}"


def _space(reduction: Reduction, space: SelectionSpace) -> str:
    counts, criterion = space.counts(), space.table.criterion
    if max(space.errors().values()) < NOTHING_M:
        return '<p class="caption">Nothing in this clip moves away from its keys, whatever their number.</p>'
    marked = "The mark is the choice made here"
    if reduction.blocking is not None:
        marked = "The mark is the best selection of as many keys as the layers chose, by this criterion alone"
    return (
        '<p class="caption">The least error that is possible with each number of keyframes: '
        f"{escape(criterion_sentence(criterion, space.table.metric))} ({escape(criterion.name)}). "
        f"{marked}. The whole space goes from {counts[0]} to {counts[-1]} keys. "
        f"Point at a number of keys, up to {LEAST_COUNTS}, to see its frames.</p>"
        '<div class="chart" data-chart="space" role="img" aria-label="Selection space: error against key count"></div>'
    )


def _curves_section(reduction: Reduction, curves: Sequence[WorstCurve]) -> str:
    if not curves:
        return '<p class="caption">Every curve gives its capture back exactly.</p>'
    cells = "".join(_curve_cell(curve, place, reduction.motion.first_frame) for place, curve in enumerate(curves))
    return (
        '<p class="legend"><span><i class="stroke" style="color:var(--capture)"></i>capture</span>'
        '<span><i class="stroke" style="color:var(--accent)"></i>curve</span>'
        '<span><i class="stroke thin" style="color:var(--quiet)"></i>handles</span></p>'
        f'<p class="caption">The {counted(len(curves), "curve")} that move the body farthest from the capture. '
        "An angle counts by how far its error swings the bones below the joint. "
        "Errors of neighbouring curves often cancel out, so the body is closer than any one curve.</p>"
        f'<div class="curves">{cells}</div>'
    )


def _curve_cell(curve: WorstCurve, place: int, first_frame: int) -> str:
    name = f"{escape(curve.joint)} {curve.curve.channel.name}"
    unit = curve.unit if curve.unit in ("°", "") else f" {curve.unit}"
    moves = "" if curve.unit == "cm" else f", which swings the bones below by {centimetres(curve.reach_m)}"
    return (
        f"<div><h3>{name}</h3><p>{short(curve.difference)}{unit} off at frame {curve.frame + first_frame}{moves}</p>"
        f'<div class="chart" data-chart="{place}" role="img" aria-label="Curve {name}"></div></div>'
    )


def _warnings(reduction: Reduction) -> str:
    warnings = dict.fromkeys((*reduction.motion.warnings, *reduction.warnings))
    if not warnings:
        return ""
    items = "".join(f"<li>{escape(warning)}</li>" for warning in warnings)
    return f'<section class="warnings"><h2>Worth knowing</h2><ul>{items}</ul></section>'
