"""Figures of clips as the page shows them."""

from __future__ import annotations

from unbake.batch.outliers import Oddity
from unbake.batch.record import Outcome
from unbake.batch.summary import Summary
from unbake.ground.wording import counted
from unbake.reports.wording import centimetres, short

VERBS = {
    "reduce": "reduced",
    "convert": "converted",
    "label": "labelled",
    "clean": "cleaned",
}


def duration(seconds: float) -> str:
    """Return a time as ``12 s``, ``3 min 20 s`` or ``2 h 5 min``."""
    if seconds < 99.5:
        return f"{seconds:.1f}\u00a0s" if seconds < 9.95 else f"{seconds:.0f}\u00a0s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes}\u00a0min {rest}\u00a0s" if rest else f"{minutes}\u00a0min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,}\u00a0h {minutes}\u00a0min" if minutes else f"{hours:,}\u00a0h"


def headline(summary: Summary) -> tuple[str, str]:
    """Return what went in and what came out."""
    clips = counted(len(summary.done) + len(summary.failed), "clip")
    keys = round(summary.total("keys"))
    plants = round(summary.total("plants"))
    if summary.command == "reduce":
        return clips, counted(keys, "keyframe")
    if summary.command in ("label", "clean"):
        return clips, counted(plants, "foot plant")
    return clips, f"{len(summary.done):,} {VERBS[summary.command]}"


def sentence(summary: Summary) -> str:
    """Return what all clips came to, in a few words."""
    parts = [f"{duration(summary.total('duration_s'))} of capture, {len(summary.done):,} {VERBS[summary.command]}"]
    if summary.failed:
        parts.append(f"{len(summary.failed):,} failed")
    if errors := summary.values("error_cm"):
        middle = summary.middle("error_cm") or 0.0
        parts.append(f"errors of {centimetres(0.01 * middle)} (median), {centimetres(0.01 * max(errors))} at worst")
    if drifts := summary.values("drift_mm"):
        middle = summary.middle("drift_mm") or 0.0
        parts.append(f"planted feet drift by {short(middle)}\u00a0mm (median), {short(max(drifts))}\u00a0mm at worst")
    return "; ".join(parts)


def reason_text(oddity: Oddity) -> str:
    """Return why a clip is worth a look: ``error 4.2 cm, 3.1 × the median``."""
    measure, value = oddity.measure, oddity.value
    shown = f"{short(100.0 * value)}\u00a0%" if measure.unit == "%" else f"{short(value)}\u00a0{measure.unit}".rstrip()
    return f"{measure.title} {shown}, {oddity.times:.1f}\u00a0× the median"


def facts(outcome: Outcome) -> list[str]:
    """Return what was measured on a clip, a phrase each."""
    figures, found = outcome.figures, []
    if figures.get("frames"):
        found.append(f"{counted(figures['frames'], 'frame')}, {duration(figures['duration_s'])}")
    if figures.get("keys"):
        found.append(counted(figures["keys"], "key"))
    if figures.get("error_cm") is not None and figures.get("joint"):
        where = f"{figures['joint']}, frame {figures['frame']}"
        found.append(f"{centimetres(0.01 * figures['error_cm'])} at worst ({where})")
    if figures.get("plants") is not None:
        found.append(counted(figures["plants"], "plant"))
    if figures.get("drift_before_mm") is not None:
        found.append(f"feet drift {short(figures['drift_before_mm'])} → {short(figures['drift_mm'])}\u00a0mm")
    elif figures.get("drift_mm") is not None:
        found.append(f"feet drift {short(figures['drift_mm'])}\u00a0mm")
    return [*found, f"{duration(outcome.seconds)} of work"]
