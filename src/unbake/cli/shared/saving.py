"""Saving a result, and what to say of what its file does not keep."""

from __future__ import annotations

from pathlib import Path

from unbake.formats.registry import Loaded, WriteOptions, notes_before_saving, save


def save_with_notes(what: Loaded, path: Path, options: WriteOptions | None = None) -> tuple[str, ...]:
    """Write a file; return what it does not keep, and how far its curves are from those that were measured."""
    notes = [f"{path.name}: {note}" for note in notes_before_saving(what, path, options)]
    off = save(what, path, options)
    if off is not None:
        where = f"{off.max_cm:.2f} cm at worst ({off.worst_joint}, frame {off.worst_number})"
        notes.append(f"{path.name}: its curves are {where} from those that were measured")
    return tuple(notes)
