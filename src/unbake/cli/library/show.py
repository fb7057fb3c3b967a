"""``unbake library show``: all that is known about a clip, or about the library."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from unbake.cli.library.arguments import LibraryArgument, clip_fields, length_text
from unbake.cli.library.made_of import made_of
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, facts_table, print_json
from unbake.library.library import Library


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
        "made_of": made_of(library, clip),
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
