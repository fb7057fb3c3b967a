"""Clips in the tables: found by name, read, added, renamed and tagged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import numpy as np

from unbake.errors import UsageError
from unbake.ground.choices import check_words
from unbake.library.clip import Clip
from unbake.library.database import Database
from unbake.library.stored import StoredMotion
from unbake.motion.body.roles import nearest

_TAGS = "SELECT group_concat(tag.name, char(10)) FROM tag WHERE clip_id = clip.id"
_CLIP = f"""SELECT clip.id, clip.name, source, ({_TAGS}), n_frames, first_frame, fps_numerator, fps_denominator,
    licence, added, has_body, hash, EXISTS (SELECT 1 FROM recipe WHERE clip_id = clip.id) FROM clip"""
_MOTION = """SELECT skeleton.data, skeleton.hash, clip.hash, has_body, n_frames, first_frame, fps_numerator,
    fps_denominator, warnings, rotations, translations FROM clip JOIN skeleton ON skeleton.id = skeleton_id
    WHERE clip.id = ?"""


def check_name(name: str, what: str = "clip") -> None:
    """Refuse names of clips and tags that lists could not show: UsageError."""
    if not name.strip() or len(name) > 200 or not name.isprintable() or name.startswith("#"):
        raise UsageError(
            f"'{name}' is not a valid name for a {what}: it is empty, too long, or begins with #", code="name"
        )


def clips(database: Database) -> list[Clip]:
    """Return all clips, by name."""
    return [_clip(row) for row in database.rows(f"{_CLIP} ORDER BY clip.name, clip.id")]


def clip(database: Database, name: str | int) -> Clip:
    """Return the clip of a name or number; UsageError with the nearest names where there is none."""
    if isinstance(name, (int, np.integer)) or (name.startswith("#") and name[1:].isdecimal()):
        row = database.row(f"{_CLIP} WHERE clip.id = ?", [int(str(name).removeprefix("#"))])
    else:
        row = database.row(f"{_CLIP} WHERE clip.name = ?", [name])
    if row is None:
        names = [known for (known,) in database.rows("SELECT name FROM clip")]
        hint = nearest(str(name), names)
        raise UsageError(f"{database.file}: no clip '{name}' in the library{hint}", code="unknown-clip", clip=str(name))
    return _clip(row)


def captured(database: Database, clip_id: int) -> StoredMotion:
    """Return a clip as it is stored, without rotations where it is made of others; UsageError for unknown numbers."""
    row = database.row(_MOTION, [clip_id])
    if row is None:
        raise UsageError(f"{database.file}: no clip #{clip_id} in the library", code="unknown-clip")
    data, skeleton_hash, own_hash, has_body, n_frames, first, over, under, warnings, *blobs = row
    notes = tuple(warnings.split("\n")) if warnings else ()
    return StoredMotion(
        data, skeleton_hash, own_hash, bool(has_body), n_frames, first, Fraction(over, under), notes, *blobs
    )


def add(
    database: Database, stored: StoredMotion, name: str, *, source: str, tags: Sequence[str], licence: str
) -> tuple[int, bool]:
    """Add a clip, unless its motion is there; return its number, and whether it is new."""
    check_name(name)
    with database.transaction():
        known = database.row("SELECT id FROM clip WHERE hash = ?", [stored.hash])
        if known is not None:
            return int(known[0]), False
        database.change(
            "INSERT OR IGNORE INTO skeleton (hash, data) VALUES (?, ?)", [stored.skeleton_hash, stored.skeleton]
        )
        (skeleton_id,) = database.row("SELECT id FROM skeleton WHERE hash = ?", [stored.skeleton_hash])
        values = {
            "name": _free_name(database, name),
            "hash": stored.hash,
            "source": source,
            "licence": licence,
            "added": datetime.now(UTC).isoformat(timespec="seconds"),
            "skeleton_id": skeleton_id,
            "has_body": stored.has_body,
            "n_frames": stored.n_frames,
            "first_frame": stored.first_frame,
            "fps_numerator": stored.fps.numerator,
            "fps_denominator": stored.fps.denominator,
            "warnings": "\n".join(stored.warnings),
            "rotations": stored.rotations,
            "translations": stored.translations,
        }
        columns, places = ", ".join(values), ", ".join("?" * len(values))
        clip_id = database.change(f"INSERT INTO clip ({columns}) VALUES ({places})", list(values.values()))
        tag(database, clip_id, tags)
    return clip_id, True


def _free_name(database: Database, name: str) -> str:
    free, number = name, 1
    while database.row("SELECT 1 FROM clip WHERE name = ?", [free]):
        number += 1
        free = f"{name}_{number}"
    return free


def rename(database: Database, clip_id: int, name: str) -> None:
    """Rename a clip; UsageError where another is called so."""
    check_name(name)
    with database.transaction():
        if database.row("SELECT 1 FROM clip WHERE name = ? AND id != ?", [name, clip_id]):
            raise UsageError(f"{database.file}: another clip is called '{name}'", code="clip-name")
        database.change("UPDATE clip SET name = ? WHERE id = ?", [name, clip_id])


def tag(database: Database, clip_id: int, tags: Sequence[str]) -> None:
    """Give a clip tags; those that it has stay."""
    check_words("tags", tags)
    with database.transaction():
        for word in tags:
            check_name(word, "tag")
            database.change("INSERT OR IGNORE INTO tag VALUES (?, ?)", [clip_id, word])


def _clip(row: Any) -> Clip:
    clip_id, name, source, tags, n_frames, first, over, under, licence, added, has_body, digest, is_composed = row
    words = tuple(sorted(tags.split("\n"), key=str.casefold)) if tags else ()
    fps = Fraction(over, under)
    return Clip(
        clip_id, name, source, words, n_frames, first, fps, licence, added, bool(has_body), digest, bool(is_composed)
    )
