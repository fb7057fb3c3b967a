"""Where compiled kernels are kept: the first of these folders that can be written to.

1. ``NUMBA_CACHE_DIR``, if it is set;
2. ``__pycache__`` beside each module, unless that is set;
3. the user's cache folder;
4. a folder of the user's own in the folder for temporary files.

Where none can be, kernels are compiled again in every process.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

Kind = Literal["given", "package", "user", "temporary", "none"]

_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class CacheFolder:
    """Where compiled kernels are kept.

    Parameters
    ----------
    kind : how it was found; ``none`` where kernels cannot be kept.
    folder : the folder; None where it is ``__pycache__`` beside each module, or nowhere.
    """

    kind: Kind
    folder: Path | None = None

    def of(self, module: Path) -> Path | None:
        """Return the folder for the kernels of a module's file; None where they cannot be kept."""
        if self.kind == "package":
            return module.parent / "__pycache__"
        if self.folder is None:
            return None
        # The same package may be installed more than once.
        place = hashlib.sha256(os.fsencode(module.parent)).hexdigest()[:16]
        return self.folder / f"{module.parent.name}-{place}"


@cache
def cache_folder() -> CacheFolder:
    """Return where this process keeps compiled kernels; it is decided once."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given and _can_be_written(Path(given)):
        return CacheFolder("given", Path(given))
    if not given and all(_can_be_written(folder / "__pycache__") for folder in _folders_of_modules()):
        return CacheFolder("package")
    users = _users_folder()
    if users is not None and _can_be_written(users):
        return CacheFolder("user", users)
    temporary = _private_temporary_folder()
    return CacheFolder("temporary", temporary) if temporary else CacheFolder("none")


def _folders_of_modules() -> list[Path]:
    """Two that stand for all: a package is read-only as a whole."""
    return [_PACKAGE / "motion", _PACKAGE / "keyframes" / "kernels"]


def _users_folder() -> Path | None:
    import platformdirs

    try:
        return platformdirs.user_cache_path("unbake", appauthor=False) / "kernels"
    except (OSError, RuntimeError):
        return None  # a user without a home


def _private_temporary_folder() -> Path | None:
    """Return a folder that nobody else can write to: what lies in it is run."""
    owner = os.geteuid() if hasattr(os, "geteuid") else "user"
    try:
        folder = Path(tempfile.gettempdir()) / f"unbake-kernels-{owner}"
        folder.mkdir(mode=0o700, exist_ok=True)
        facts = folder.lstat()
    except OSError:
        return None
    is_private = stat.S_ISDIR(facts.st_mode) and not (hasattr(os, "geteuid") and facts.st_mode & 0o077)
    is_own = not hasattr(os, "geteuid") or facts.st_uid == os.geteuid()
    return folder if is_private and is_own and _can_be_written(folder) else None


def _can_be_written(folder: Path) -> bool:
    """Return whether a file can be made there; asking for permission does not say so of a read-only file system."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
