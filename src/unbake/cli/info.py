"""``unbake info``: what is in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import FileArgument, JsonOption, ReadGroup
from unbake.cli.shared.output import classes_text, console, facts_table, frames_text, print_json, print_warnings
from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.feet.plates.markers import find_markers
from unbake.formats.known_formats import format_of
from unbake.formats.registry import ReadOptions, load, without_layers
from unbake.ground.wording import counted
from unbake.motion.motion import Motion
from unbake.motion.points import Points


@with_option_groups
def info(file: FileArgument, *, as_json: JsonOption = False, reading: ReadGroup) -> None:
    """Show what is in a file: frames, rate, keys, joints, and which joint plays which role."""
    options = reading.options(file)
    loaded = load(file, options)
    clip = without_layers(loaded, file) if isinstance(loaded, KeyedAnimation) else loaded
    keyed = loaded if isinstance(loaded, KeyedAnimation) and loaded.fit != BAKED else None
    facts = _facts(file, clip, options) | (_key_facts(keyed) if keyed else {})
    if as_json:
        print_json(facts)
        return
    console.print(facts_table(_rows(facts, isinstance(clip, Motion))))
    print_warnings(facts["warnings"])


def _facts(file: Path, clip: Motion | Points, options: ReadOptions) -> dict[str, Any]:
    """Return what there is to say, as machines get it."""
    forces, force_notes = _forces(file, options)
    if isinstance(clip, Motion):
        roles = {r: clip.skeleton.names[j] for r, j in clip.skeleton.roles.items()}
    else:
        roles = {r: clip.names[p] for r, p in find_markers(clip.names, dict(options.roles)).items()}
    return {
        "file": str(file),
        "format": format_of(file, "load").called(isinstance(clip, Motion)),
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


def _key_facts(keyed: KeyedAnimation) -> dict[str, Any]:
    """Return the keys of a file that has them on some frames, as the file counts."""
    numbers = [frame + keyed.first_frame for frame in keyed.selection.frames]
    return {"keys": numbers, "classes": list(keyed.key_classes()), "layers": [layer.name for layer in keyed.layers]}


def _rows(facts: dict[str, Any], is_motion: bool) -> list[tuple[str, str]]:
    """Return the same as rows of a table."""
    roles, forces = facts["roles"], facts.get("force_plates")
    length = f"{counted(facts['frames'], 'frame')}, {facts['duration_s']:.2f} s"
    frames = f"{facts['first_frame']}–{facts['last_frame']} ({length})"
    rows = [
        ("file", f"{facts['file']} ({facts['format']})"),
        ("frames", frames),
        ("rate", f"{facts['fps']:g} frames a second"),
    ]
    if "keys" in facts:
        rows.append(
            ("keys", f"{len(facts['keys'])} of {counted(facts['frames'], 'frame')}: {frames_text(facts['keys'])}")
        )
        rows.append(("", classes_text(facts["classes"])))
        rows += [("layers", ", ".join(facts["layers"]))] if facts["layers"] else []
    rows.append(("joints" if is_motion else "points", f"{facts['joints']}"))
    if is_motion:
        rows.append(("height", f"{100 * facts['height_m']:.0f} cm at most"))
        rows.append(("roles", ", ".join(f"{r}: {j}" for r, j in roles.items()) or "none recognised"))
    else:
        rows.append(("names", ", ".join(facts["points"])))
        if roles:
            rows.append(("markers", ", ".join(f"{r}: {p}" for r, p in roles.items())))
    if forces:
        peaks = ", ".join(f"{plate['peak_n']:.0f}" for plate in forces)
        rows.append(("force plates", f"{len(forces)}, {forces[0]['rate']:g} samples a second, at most {peaks} N"))
    return rows


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
