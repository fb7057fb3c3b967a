"""Where the studio may write: in the folder it was started in, and beside what was opened or saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from unbake.errors import FileError, UsageError
from unbake.ground.files.whole_file import check_folder


class FileIsThereError(FileError):
    """A file that is in the way, and that nobody said may be replaced."""

    exists = True


class Places:
    """The folders that may be written to.

    Parameters
    ----------
    folder : where new files go unless something else is said.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._allowed = {self.folder}

    def allow(self, folder: Path) -> None:
        """Let files be written to a folder, and to those in it."""
        self._allowed.add(folder.resolve())

    def target(self, name: str, *, may_replace: bool, untouched: Path | None = None) -> Path:
        """Return the file to write for what a person typed: a path, or a name within the studio's folder.

        Parameters
        ----------
        name : what was typed.
        may_replace : whether a file that is there may go.
        untouched : a file that may never go, such as the capture.

        Raises
        ------
        UsageError : no name, or a place outside the folders that may be written to.
        FileIsThereError : a file is there.
        FileError : its folder is missing or cannot be written to.
        """
        if not name.strip() or "\0" in name:
            raise UsageError("no file was named")
        path = self.folder / name
        place: Any = _resolved(path)
        inside = [place.relative_to(folder) for folder in self._allowed if place.is_relative_to(folder)]
        if not inside:
            raise UsageError(
                f"{name}: the studio writes only to {self.folder} and to the folders of files that were opened; "
                "download the file instead"
            )
        # Files whose names begin with a dot set up other programs.
        if not any(_is_plain(way) for way in inside):
            raise UsageError(f"{name}: the studio writes no file whose name, or whose folder's, begins with a dot")
        _check_folder(place)
        if untouched is not None and place == untouched.resolve():
            raise UsageError(f"{name} would overwrite the file that is open; choose another name")
        if place.exists() and not may_replace:
            raise FileIsThereError(place, "exists already")
        return Path(place)


def _is_plain(way: Path) -> bool:
    return not any(part.startswith(".") for part in way.parts)


def _resolved(path: Path) -> Path:
    """Return where a path really leads, `..` and links followed."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise FileError(path, f"cannot be written ({error})") from error


def _check_folder(place: Path) -> None:
    """Raise FileError if no file can be made there, whatever the system says of it."""
    try:
        check_folder(place)
    except OSError as error:
        raise FileError.of_system(place, "cannot be written", error) from error
