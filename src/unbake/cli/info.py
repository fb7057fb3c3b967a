"""``unbake info``: what is in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unbake.cli.shared.arguments import (
    FileArgument,
    FpsOption,
    JsonOption,
    RoleOption,
    SkeletonOption,
    UnitOption,
    read_options,
)
from unbake.cli.shared.loading import load_clip
from unbake.cli.shared.output import console, facts_table, print_json, print_warnings
from unbake.feet.plates.markers import find_markers
from unbake.formats.registry import ReadOptions, format_of
from unbake.motion.motion import Motion


def info(
    file: FileArgument,
    as_json: JsonOption = False,
    fps: FpsOption = None,
    unit: UnitOption = None,
    skeleton: SkeletonOption = None,
    role: RoleOption = None,
) -> None:
    """Show what is in a file: frames, rate, joints, and which joint plays which role."""
    options = read_options(fps, unit, skeleton, role)
    clip = load_clip(file, options)
    forces, force_notes = _forces(file, options)
    is_motion = isinstance(clip, Motion)
    if isinstance(clip, Motion):
        roles = {r: clip.skeleton.names[j] for r, j in clip.skeleton.roles.items()}
    else:
        roles = {r: clip.names[p] for r, p in find_markers(clip.names, dict(options.roles)).items()}
    facts: dict[str, Any] = {
        "file": str(file),
        "format": format_of(file, "load").name,
        "frames": clip.n_frames,
        "first_frame": clip.first_frame,
        "last_frame": clip.last_frame,
        "fps": float(clip.fps),
        "duration_s": float((clip.n_frames - 1) / clip.fps),
        "joints": _real_joints(clip) if isinstance(clip, Motion) else len(clip.names),
        "height_m": clip.height_m() if isinstance(clip, Motion) else None,
        "roles": roles,
        **({} if isinstance(clip, Motion) else {"points": list(clip.names)}),
        **({"force_plates": forces} if forces else {}),
        "warnings": [*clip.warnings, *force_notes],
    }
    if as_json:
        print_json(facts)
        return
    height = facts["height_m"]
    rows = [
        ("file", f"{file} ({facts['format']})"),
        ("frames", f"{clip.first_frame}–{clip.last_frame} ({clip.n_frames} frames, {facts['duration_s']:.2f} s)"),
        ("rate", f"{float(clip.fps):g} frames a second"),
        ("joints" if is_motion else "points", f"{facts['joints']}"),
    ]
    if height is not None:
        rows.append(("height", f"{100 * height:.0f} cm at most"))
        rows.append(("roles", ", ".join(f"{r}: {j}" for r, j in roles.items()) or "none recognised"))
    if not isinstance(clip, Motion):
        rows.append(("names", ", ".join(clip.names)))
        if roles:
            rows.append(("markers", ", ".join(f"{r}: {p}" for r, p in roles.items())))
    if forces:
        peaks = ", ".join(f"{plate['peak_n']:.0f}" for plate in forces)
        rows.append(("force plates", f"{len(forces)}, {forces[0]['rate']:g} samples a second, at most {peaks} N"))
    console.print(facts_table(rows))
    print_warnings(facts["warnings"])


def _real_joints(motion: Motion) -> int:
    return sum(not end for end in motion.skeleton.end_sites)


def _forces(file: Path, options: ReadOptions) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the force plates of a C3D file, and what was assumed for them beyond what holds for the markers."""
    if file.suffix.lower() != ".c3d":
        return [], []
    from unbake.formats.c3d.format import load_forces

    found = load_forces(file, options)
    shown = [{"name": p.name, "rate": float(found.rate), "peak_n": float(p.vertical_n.max())} for p in found.plates]
    return shown, [warning for warning in found.warnings if warning.startswith("force plate")]
