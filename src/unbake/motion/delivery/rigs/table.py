"""Tables of joint names, read from TOML: by role, or by what a joint is called now."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from unbake.errors import FileError, MotionError, UsageError
from unbake.ground.files.toml_file import read_toml
from unbake.motion.body.roles import ROLES, nearest
from unbake.motion.names import check_names

FINGERS = ("thumb", "index", "middle", "ring", "pinky")
CHAINS = ("spine", "neck", *(f"{side}-{finger}" for side in ("left", "right") for finger in FINGERS))
"""Keys that may name several joints in a row: from the hips, the chest or the hand outwards."""
KEYS = tuple(dict.fromkeys(("root", *ROLES, *CHAINS)))
"""All keys of ``[roles]``."""
TABLES = tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.toml")))
"""The tables that come with the package."""
LARGEST_BYTES = 1_000_000


@dataclass(frozen=True)
class NameTable:
    """What joints are to be called.

    Parameters
    ----------
    title : whose names they are, for people.
    roles : a key of `KEYS` → its name, or the names along its chain.
    names : a joint's name now → its name afterwards; it goes before `roles`.
    """

    title: str
    roles: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]

    def __reduce__(self) -> tuple[Any, ...]:
        """Mappings that are read-only are not pickled."""
        return type(self), (self.title, dict(self.roles), dict(self.names))

    @property
    def root(self) -> str | None:
        """What a root joint is called that is added above the hips."""
        return self.roles["root"][0] if "root" in self.roles else None


def name_table(which: str | os.PathLike[str]) -> NameTable:
    """Return a table: one that comes with the package by its name, or a file of one's own.

    Parameters
    ----------
    which : ``cmu``, ``mixamo``, ``rigify``, ``unity`` or ``unreal`` (a ``.toml`` behind it does not matter), or the
        path of a TOML file with the tables ``[roles]`` and ``[names]``. A file of that name goes first.

    Raises
    ------
    UsageError : no such table and no such file.
    FileError : a file that cannot be read, is no TOML, or holds anything but names.
    """
    file = Path(which)
    if not file.is_file():
        short = str(which).lower().removesuffix(".toml")
        if short not in TABLES:
            known = f"known: {', '.join(TABLES)}, or a file of your own"
            raise UsageError(f"there is no table of names '{which}'{nearest(short, TABLES)} ({known})")
        file = Path(__file__).parent / f"{short}.toml"
    return _read(file)


def _read(file: Path) -> NameTable:
    content, _ = read_toml(file, LARGEST_BYTES, "table of names")
    if unknown := next((key for key in content if key not in ("title", "roles", "names")), None):
        raise FileError(file, f"has '{unknown[:80]}' in it; expected title, [roles] and [names]")
    title = content.get("title", file.stem)
    roles = {key: _names(file, f"roles.{key}", value) for key, value in _section(file, content, "roles").items()}
    for key, names in roles.items():
        if key not in KEYS:
            raise FileError(file, f"unknown role '{key[:80]}'{nearest(key, KEYS)}")
        if len(names) > 1 and key not in CHAINS:
            raise FileError(file, f"roles.{key} is one joint, but has {len(names)} names")
    renames = {key: _names(file, f"names.{key}", value)[0] for key, value in _section(file, content, "names").items()}
    return NameTable(title if isinstance(title, str) else file.stem, MappingProxyType(roles), MappingProxyType(renames))


def _section(file: Path, content: dict[str, Any], key: str) -> dict[str, Any]:
    section = content.get(key, {})
    if not isinstance(section, dict):
        raise FileError(file, f"'{key}' is no table; expected [{key}] with a name on each line")
    return section


def _names(file: Path, where: str, value: object) -> tuple[str, ...]:
    given = value if isinstance(value, list) else [value]
    names = tuple(name for name in given if isinstance(name, str) and name.strip())
    if not names or len(names) < len(given):
        raise FileError(file, f"{where[:80]} is no name; expected text in quotes")
    try:
        check_names(names, "a joint")
    except MotionError as error:
        raise FileError(file, str(error)) from error
    return names
