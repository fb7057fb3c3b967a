"""Work as it was a moment ago, kept until it is saved: for a recovery after a crash.

autosave/ID/lock            locked while a studio works on it: whoever cannot lock it leaves it alone
autosave/ID/clip.unbake     the clip's files, written once: a project without anything done
autosave/ID/work.json       {"name", "saved", "changes", "project_path", "studio": the client's JSON as text}
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from unbake.errors import UsageError
from unbake.ground.files.file_lock import FileLock
from unbake.studio.server.keeping.projects import Project, read_project, save_project
from unbake.studio.server.keeping.state import make_private, read_json, write_json
from unbake.studio.server.messages import Recoverable

CLIP, WORK, LOCK = "clip.unbake", "work.json", "lock"
LISTED = 20
_GONE = "this work is gone, or another studio has it open"


@dataclass(frozen=True)
class Work:
    """What was being done with a clip.

    Parameters
    ----------
    name : of the clip.
    text : how it was left, the client's JSON.
    changes : how many there were since it was saved.
    project_path : where it was saved before, if it was.
    """

    name: str
    text: str
    changes: int
    project_path: Path | None = None


class Kept:
    """The place of one clip's unsaved work, locked as long as the clip is open.

    Parameters
    ----------
    folder : its own.
    lock : held.
    """

    def __init__(self, folder: Path, lock: FileLock) -> None:
        self.folder = folder
        self.lock = lock

    def keep(self, work: Work, clip: Project) -> None:
        """Keep work in place of what was kept; the clip's files are written the first time only."""
        if not (self.folder / CLIP).is_file():
            save_project(clip, self.folder / CLIP)
        fields = {
            "name": work.name,
            "saved": datetime.now(UTC).isoformat(timespec="seconds"),
            "changes": work.changes,
            "project_path": str(work.project_path) if work.project_path else None,
            "studio": work.text,
        }
        write_json(self.folder / WORK, fields)

    def read(self) -> tuple[Project, Work]:
        """Return the clip and the work; UsageError where there is none, FileError where it is broken."""
        fields = _fields(self.folder)
        if fields is None:
            raise UsageError(_GONE)
        path = fields.get("project_path")
        clip = read_project((self.folder / CLIP).read_bytes(), fields["name"])
        return clip, Work(fields["name"], fields["studio"], fields["changes"], Path(path) if path else None)

    def release(self) -> None:
        """Leave the work for a recovery; where there is none, nothing is left."""
        if not (self.folder / WORK).is_file():
            self.throw_away()
        self.lock.release()

    def throw_away(self) -> None:
        """Throw the work away; the place stays this studio's."""
        for name in (WORK, CLIP):  # in this order: what has no work is not listed
            (self.folder / name).unlink(missing_ok=True)
        self.lock.release()
        shutil.rmtree(self.folder, ignore_errors=True)


def new_number() -> str:
    """Return the number of a place that nobody else has."""
    return secrets.token_hex(8)


class Autosaves:
    """All unsaved work that is kept, of this studio and of others.

    Parameters
    ----------
    folder : where it is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, number: str) -> Kept:
        """Return a new place of a number that `new_number` gave."""
        make_private(self.folder / number)
        kept = self._locked(number)
        if kept is None:
            raise UsageError(_GONE)
        return kept

    def take(self, number: str) -> Kept:
        """Return the place of work that nobody has open, which from now on is this studio's; UsageError for others."""
        is_known = re.fullmatch(r"[0-9a-f]{16}", number) and _fields(self.folder / number)
        kept = self._locked(number) if is_known else None
        if kept is None:
            raise UsageError(_GONE)
        return kept

    def recoverable(self) -> tuple[Recoverable, ...]:
        """Return the work that nobody has open, the newest first."""
        found = sorted(self._left(), key=lambda work: work.saved, reverse=True)
        return tuple(found[:LISTED])

    def _left(self) -> Iterator[Recoverable]:
        for work in sorted(self.folder.glob(f"*/{WORK}")):
            fields = _fields(work.parent)
            kept = self._locked(work.parent.name) if fields else None
            if fields and kept:
                kept.lock.release()
                yield Recoverable(work.parent.name, fields["name"], fields["saved"], fields["changes"])

    def _locked(self, number: str) -> Kept | None:
        lock = FileLock(self.folder / number / LOCK)
        return Kept(self.folder / number, lock) if lock.take() else None


def _fields(folder: Path) -> dict[str, Any] | None:
    """What is said of the work in a folder; None where there is none, or nothing of use."""
    fields = read_json(folder / WORK)
    kinds = {"name": str, "saved": str, "changes": int, "studio": str}
    is_whole = isinstance(fields, dict) and all(isinstance(fields.get(key), kind) for key, kind in kinds.items())
    return fields if is_whole and (folder / CLIP).is_file() else None
