"""What ``unbake reduce`` says of its result: as JSON, or as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unbake.cli.shared.output import classes_text, console, facts_table, frames_text
from unbake.formats.blender_frames import BlenderFrames
from unbake.formats.known_formats import FORMATS, Format
from unbake.ground.wording import counted, listed

if TYPE_CHECKING:
    from unbake.curves.measure import JointError, MeasuredError
    from unbake.reduce.reduction import Reduction

SHOWN_LEADS = 5
"""Leading parts that the table lists."""


def reduction_fields(
    result: Reduction, outputs: Sequence[Path], seconds: dict[str, float], warnings: Sequence[str]
) -> dict[str, Any]:
    """Return what a reduction did, for JSON."""
    first, error, ends = result.motion.first_frame, result.error, result.ends_of_error
    return {
        "keys": len(result.selection),
        "frames": [f + first for f in result.selection.frames],
        "keyposes": [f + first for f in result.selection.keyposes],
        "breakdowns": [f + first for f in result.selection.breakdowns],
        "holds": [f + first for f in result.selection.holds],
        "leads": [{"part": s.part, "first": s.first + first, "last": s.last + first} for s in result.leads],
        "keys_alone": result.fewest_alone,
        "compression": result.motion.n_frames / len(result.selection),
        "error": {
            "max_cm": error.max_cm,
            "mean_cm": error.mean_cm,
            "rms_cm": error.rms_cm,
            "worst_joint": error.worst_joint,
            "worst_frame": error.worst_number,
            "joints": [_joint_fields(one) for one in error.by_joint()],
        },
        "tips": result.tips and _tips_fields(result, result.tips),
        "outputs": [str(path) for path in outputs],
        "files": [_file_fields(result, path) for path in outputs],
        "seconds": {step: seconds.get(step, 0.0) for step in ("load", "table", "select", "fit", "save")},
        "warnings": list(warnings),
        "ends": ends
        and {"before_max_cm": ends.before.max_cm if ends.before else None, "after_max_cm": ends.after.max_cm},
        "broken_tangents": sum(animation.count_breaks() for animation in result.animations.values()),
    }


def _joint_fields(one: JointError) -> dict[str, Any]:
    return {"joint": one.joint, "max_cm": one.max_cm, "frame": one.number}


def _tips_fields(result: Reduction, tips: MeasuredError) -> dict[str, Any]:
    """The tips' error, and all that are beyond the error that was asked for."""
    limit_m = result.options.error_m
    return {
        "max_cm": tips.max_cm,
        "mean_cm": tips.mean_cm,
        "rms_cm": tips.rms_cm,
        "worst_joint": tips.worst_joint,
        "worst_frame": tips.worst_number,
        "are_promised": limit_m is not None and result.options.tips,
        "limit_cm": None if limit_m is None else 100.0 * limit_m,
        "beyond": [] if limit_m is None else [_joint_fields(one) for one in tips.beyond(limit_m)],
        "joints": [_joint_fields(one) for one in tips.by_joint()],
    }


def _file_fields(result: Reduction, path: Path) -> dict[str, Any]:
    """One file: its error, and where Blender shows its frames."""
    fields: dict[str, Any] = {"path": str(path)}
    form = _animation_format(path)
    if form is not None:
        error, shown = result.errors[form.curves], blender_frames(result, path)
        fields |= {"format": form.name, "max_cm": error.max_cm, "tips_max_cm": error.tips and error.tips.max_cm}
        fields["blender"] = shown and {
            "first_frame": shown.shows_first_at,
            "frames_per_frame": float(shown.stretch),
            "scene_fps": shown.scene_fps,
            "needs_scene_fps": shown.needs_rate,
        }
    return fields


def _animation_format(path: Path) -> Format | None:
    """The format of a file that holds the animation; None of the report."""
    return next((f for f in FORMATS if path.suffix.lower() in f.suffixes and "animation" in f.holds), None)


def blender_frames(result: Reduction, path: Path) -> BlenderFrames | None:
    """Return where Blender shows the frames of a file."""
    return BlenderFrames.of(path, result.motion.first_frame, result.motion.fps)


def _blender_rows(result: Reduction, outputs: Sequence[Path]) -> list[tuple[str, str]]:
    """A row for each kind of file: where Blender shows the frame of the largest error."""
    shown = {path.suffix.lower(): blender_frames(result, path) for path in outputs}
    return [
        ("in Blender" if number == 0 else "", f"{suffix}: {frames.sentence(result.error.worst_number)}")
        for number, (suffix, frames) in enumerate((s, f) for s, f in shown.items() if f)
    ]


def tips_text(tips: MeasuredError, limit_m: float | None) -> str:
    """Return what tips came to, in one line: the worst, and how many are beyond the error that was asked for."""
    count = len(tips.joints)
    joints = "other joint or end of a bone" if count == 1 else "other joints and ends of bones"
    worst = f"{tips.max_cm:.2f} cm at worst ({tips.worst_joint}, frame {tips.worst_number})"
    if limit_m is None:
        return f"{worst}, {tips.mean_cm:.2f} cm on average; {count} {joints}"
    beyond = len(tips.beyond(limit_m))
    within = f"{beyond} of {count} beyond {100.0 * limit_m:g} cm" if beyond else f"all {count} within the promise"
    return f"{worst}; {within}"


def _written(result: Reduction, path: Path) -> str:
    """A file that was written, with its own error where those of others differ."""
    form = _animation_format(path)
    if form is None or len(result.errors) < 2:
        return str(path)
    return f"{path} ({result.errors[form.curves].max_cm:.2f} cm at worst)"


def _leads_text(result: Reduction) -> str:
    """What leads, in one line: one part, or the first few with the frames that they lead."""
    first = result.motion.first_frame
    if len(result.leads) == 1:
        return result.leads[0].part
    spans = (f"{span.part} {span.first + first}–{span.last + first}" for span in result.leads)
    return listed(spans, SHOWN_LEADS)


def print_reduction(
    result: Reduction, outputs: Sequence[Path], seconds: dict[str, float], feet: Sequence[tuple[str, str]] = ()
) -> None:
    """Print what a reduction did, as a small table."""
    motion, selection, error = result.motion, result.selection, result.error
    numbers = [f + motion.first_frame for f in selection.frames]
    part = 100.0 * len(selection) / motion.n_frames
    rows = [
        ("clip", f"frames {motion.first_frame}–{motion.last_frame} at {float(motion.fps):g} a second"),
        ("keyframes", f"{len(selection)} of {motion.n_frames} frames ({part:.1f} %): {frames_text(numbers)}"),
    ]
    if selection.breakdowns or selection.holds:
        rows.append(("", classes_text(selection.classes)))
    if result.leads:
        rows.append(("leading part", _leads_text(result)))
    rows.append(
        (
            "error",
            f"{error.max_cm:.2f} cm at worst ({error.worst_joint}, frame {error.worst_number}), "
            f"{error.mean_cm:.2f} cm on average; {counted(len(error.joints), 'joint')}",
        )
    )
    if result.tips is not None:
        rows.append(("tips", tips_text(result.tips, result.options.error_m)))
    ends = result.ends_of_error
    if ends is not None:
        before = f", {ends.before.max_cm:.2f} before the world-space match" if ends.before else ""
        rows.append((ends.title, f"{ends.after.max_cm:.2f} cm at worst{before}"))
    rows += feet
    for kind, animation in result.animations.items():
        if breaks := animation.count_breaks():
            rows.append(("broken tangents", f"{breaks:,} of {animation.count_tangents():,} ({kind})"))
    total = sum(seconds.values())
    rows.append(("time", f"{total:.2f} s ({', '.join(f'{k} {v:.2f}' for k, v in seconds.items() if v >= 0.005)})"))
    rows += [("written" if n == 0 else "", _written(result, path)) for n, path in enumerate(outputs)]
    rows += _blender_rows(result, outputs)
    console.print(facts_table(rows))
