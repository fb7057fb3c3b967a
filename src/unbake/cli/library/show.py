"""``unbake library show``: all that is known about a clip, or about the library."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from unbake.cli.library.arguments import LibraryArgument, clip_fields, length_text
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, facts_table, print_json
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.motion.composed.recipe import Course


def show(
    library: LibraryArgument,
    clip: Annotated[str | None, typer.Argument(metavar="CLIP", help="A clip; by default the whole library.")] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Show what is known about a clip, or about the library as a whole."""
    with Library.open(library) as opened:
        fields = _library_fields(opened) if clip is None else _clip_fields(opened, clip)
    if as_json:
        print_json(fields)
        return
    console.print(facts_table(_library_rows(fields) if clip is None else _clip_rows(fields)))


def _library_fields(library: Library) -> dict[str, Any]:
    clips = library.clips()
    (skeletons,) = library.database.row("SELECT count(*) FROM skeleton")
    annotated = library.database.row("SELECT count(DISTINCT clip_id) FROM label")[0]
    return {
        "library": str(library.path),
        "clips": len(clips),
        "duration_s": sum(clip.duration_s for clip in clips),
        "bodies": sum(clip.has_body for clip in clips),
        "skeletons": skeletons,
        "annotated": annotated,
        "bytes": library.path.stat().st_size,
        "tags": sorted({tag for clip in clips for tag in clip.tags}, key=str.casefold),
        "licences": sorted({clip.licence for clip in clips if clip.licence}),
        "flags": list(library.vocabulary),
    }


def _library_rows(fields: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        ("library", f"{fields['library']}, {fields['bytes'] / 1e6:.1f} MB"),
        ("clips", f"{fields['clips']}, {length_text(fields['duration_s'])}, on {fields['skeletons']} skeletons"),
        ("bodies", f"{fields['bodies']} can be searched and annotated"),
        ("annotated", f"{fields['annotated']} by hand, at least in part"),
        ("tags", ", ".join(fields["tags"]) or "none"),
        ("licences", "; ".join(fields["licences"]) or "none noted"),
        ("flags", ", ".join(fields["flags"])),
    ]


def _clip_fields(library: Library, name: str) -> dict[str, Any]:
    clip = library.clip(name)
    motion, annotations = library.motion(clip.id), library.annotations(clip.id)
    return clip_fields(clip) | {
        "joints": sum(not end for end in motion.skeleton.end_sites),
        "has_foot_labels": library.foot_labels(clip.id) is not None,
        "flags": {
            flag: {
                "frames": int((annotations.values[row] == 1).sum()),
                "by_person": int(annotations.by_person[row].sum()),
            }
            for row, flag in enumerate(annotations.flags)
        },
        "warnings": list(motion.warnings),
        "made_of": _made_of(library, clip),
    }


def _clip_rows(fields: dict[str, Any]) -> list[tuple[str, str]]:
    frames = f"{fields['first_frame']}–{fields['last_frame']} ({fields['frames']} frames)"
    flags = [f"{flag} ({found['frames']} frames)" for flag, found in fields["flags"].items() if found["frames"]]
    labelled = max(found["by_person"] for found in fields["flags"].values()) if fields["flags"] else 0
    rows = [
        ("name", f"{fields['name']} (#{fields['id']})"),
        ("source", fields["source"] or "unknown"),
        ("frames", f"{frames}, {length_text(fields['duration_s'])} at {fields['fps']:g} a second"),
        ("joints", str(fields["joints"])),
        ("tags", ", ".join(fields["tags"]) or "none"),
        ("licence", fields["licence"] or "none noted"),
        ("added", fields["added"]),
        ("feet", "labelled" if fields["has_foot_labels"] else "not labelled"),
        ("flags", ", ".join(flags) or "none"),
        ("by hand", f"{labelled} of {fields['frames']} frames" if labelled else "nothing"),
    ]
    rows += [("made of", f"{limb['joints']} from {limb['clip']}, {limb['frames']}") for limb in fields["made_of"]]
    return rows + [("note", warning) for warning in fields["warnings"]]


def _made_of(library: Library, clip: Clip) -> list[dict[str, str]]:
    """Return for every limb of a clip that is made of others its joints, the clip they come from, and its frames.

    Empty for a captured clip. Frames are those of the source, as its own file numbers them.
    """
    found = library.recipe(clip.id)
    if found is None:
        return []
    recipe, sources = found
    out = [_limb(library, "the body", recipe.base, sources)]
    out += [_limb(library, ", ".join(graft.joints), graft.course, sources) for graft in recipe.grafts]
    out += [{"joints": turn.joint, "clip": f"rule '{recipe.rule}'", "frames": "turned on top"} for turn in recipe.turns]
    return out


def _limb(library: Library, joints: str, course: Course, sources: tuple[int, ...]) -> dict[str, str]:
    clip = library.clip(sources[course.source])
    first, last = (f"{course.instants[at] + clip.first_frame:.6g}" for at in (0, -1))
    return {"joints": joints, "clip": clip.name, "frames": f"frames {first}–{last}"}
