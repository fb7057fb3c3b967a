"""``unbake info``: what is in a file."""

from __future__ import annotations

from typing import Any

from unbake.cli.arguments import (
    FileArgument,
    FpsOption,
    JsonOption,
    RoleOption,
    SkeletonOption,
    UnitOption,
    parse_roles,
    read_options,
)
from unbake.cli.loading import load_clip
from unbake.cli.output import console, facts_table, print_json, print_warnings
from unbake.formats.registry import format_of
from unbake.motion.motion import Motion
from unbake.motion.roles import find_roles


def info(
    file: FileArgument,
    as_json: JsonOption = False,
    fps: FpsOption = None,
    unit: UnitOption = None,
    skeleton: SkeletonOption = None,
    role: RoleOption = None,
) -> None:
    """Show what is in a file: frames, rate, joints, and which joint plays which role."""
    clip = load_clip(file, read_options(fps, unit, skeleton))
    is_motion = isinstance(clip, Motion)
    overrides = parse_roles(role)
    roles = (
        {r: clip.skeleton.names[j] for r, j in find_roles(clip.skeleton, overrides).items()}
        if isinstance(clip, Motion)
        else {}
    )
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
        "warnings": list(clip.warnings),
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
    console.print(facts_table(rows))
    print_warnings(clip.warnings)


def _real_joints(motion: Motion) -> int:
    return sum(not end for end in motion.skeleton.end_sites)
