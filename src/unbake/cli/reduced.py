"""What ``unbake reduce`` says of its result: as JSON, or as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unbake.cli.output import console, facts_table, frames_text

if TYPE_CHECKING:
    from unbake.curves.reduction import Reduction


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
        "compression": result.motion.n_frames / len(result.selection),
        "error": {
            "max_cm": error.max_cm,
            "mean_cm": error.mean_cm,
            "rms_cm": error.rms_cm,
            "worst_joint": error.worst_joint,
            "worst_frame": error.worst_frame,
        },
        "outputs": [str(path) for path in outputs],
        "seconds": {step: seconds.get(step, 0.0) for step in ("load", "table", "select", "fit", "save")},
        "warnings": list(warnings),
        "ends": ends and {"before_max_cm": ends.before.max_cm, "after_max_cm": ends.after.max_cm},
        "broken_tangents": sum(animation.count_breaks() for animation in result.animations.values()),
    }


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
    if selection.breakdowns:
        rows.append(("", f"{len(selection.keyposes)} keyposes, {len(selection.breakdowns)} breakdowns"))
    rows.append(
        (
            "error",
            f"{error.max_cm:.2f} cm at worst ({error.worst_joint}, frame {error.worst_frame}), "
            f"{error.mean_cm:.2f} cm on average",
        )
    )
    ends = result.ends_of_error
    if ends is not None:
        rows.append(
            (
                "hands, feet, toes, head",
                f"{ends.after.max_cm:.2f} cm at worst, {ends.before.max_cm:.2f} before the last step in the world",
            )
        )
    rows += feet
    for kind, animation in result.animations.items():
        if breaks := animation.count_breaks():
            rows.append(("broken tangents", f"{breaks:,} of {animation.count_tangents():,} ({kind})"))
    total = sum(seconds.values())
    rows.append(("time", f"{total:.2f} s ({', '.join(f'{k} {v:.2f}' for k, v in seconds.items() if v >= 0.005)})"))
    rows += [("written" if n == 0 else "", str(path)) for n, path in enumerate(outputs)]
    console.print(facts_table(rows))
