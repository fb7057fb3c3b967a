"""The files that were opened last. The page may open these, and no other, by their paths."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from unbake.errors import UnbakeError, UsageError
from unbake.studio.server.keeping.state import read_json, write_json
from unbake.studio.server.messages import RecentFile

KEPT = 20


class RecentFiles:
    """The list of recent files, kept in a file of its own."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def add(self, path: Path, take: str | None = None) -> None:
        """Put a file at the head of the list, with which of its takes was opened, where it holds several.

        That the list cannot be written is no reason not to open a file.
        """
        place = str(path.absolute())
        others = [entry for entry in self._entries() if entry["path"] != place]
        opened = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            entry = {"path": place, "opened": opened} | ({} if take is None else {"take": take})
            write_json(self.file, [entry, *others][:KEPT])
        except UnbakeError:
            return

    def listed(self) -> tuple[RecentFile, ...]:
        """Return the files that are still there, the newest first."""
        entries = ((Path(entry["path"]), entry["opened"]) for entry in self._entries())
        return tuple(RecentFile(str(p), p.name, str(p.parent), opened) for p, opened in entries if p.is_file())

    def checked(self, path: str) -> Path:
        """Return the path of a file in the list; UsageError for any other."""
        if path not in (entry["path"] for entry in self._entries()):
            raise UsageError("only files that were opened before can be opened by their path; drop the file instead")
        return Path(path)

    def take_of(self, path: str) -> str | None:
        """Return which take of a file was opened last; None where it holds one only."""
        return next((entry.get("take") for entry in self._entries() if entry["path"] == path), None)

    def _entries(self) -> list[dict[str, str]]:
        kept = read_json(self.file)
        entries = kept if isinstance(kept, list) else []
        return [
            e for e in entries if isinstance(e, dict) and all(isinstance(e.get(k), str) for k in ("path", "opened"))
        ]
