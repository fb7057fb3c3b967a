"""Names of which each is used once: those of end sites, which a file may leave out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from unbake.ground.notes import Note


class UniqueNames:
    """Gives out names that are not taken yet, with a number behind those that are.

    Parameters
    ----------
    taken : names in use from the start.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._used = set(taken)
        self._copies: dict[str, int] = {}

    def free(self, name: str) -> str:
        """Return `name`, or the first of ``name_2``, ``name_3``, … that is not taken."""
        unique = name
        while unique in self._used:
            self._copies[name] = self._copies.get(name, 1) + 1  # kept: thousands alike must not cost their square
            unique = f"{name}_{self._copies[name]}"
        if unique != name:
            self._copies[name] -= 1
        return unique

    def take(self, name: str) -> str:
        """Return what `free` returns, and take it."""
        unique = self.free(name)
        self._used.add(unique)
        return unique


def usual_end_name(parent: str) -> str:
    """Return how an end site without a name is called, by the joint it belongs to."""
    return f"{parent}_end"


def note_of_other_names(names: Sequence[str], written: Sequence[str], where: str) -> Note | None:
    """Return a note on joints that have other names in a file than they had; None where all keep theirs."""
    changed = [(old, new) for old, new in zip(names, written, strict=True) if old != new]
    if not changed:
        return None
    old, new = changed[0]
    what = "1 joint has another name" if len(changed) == 1 else f"{len(changed)} joints have other names"
    return Note(f"{what} {where}: '{old}' is '{new}'", "names-changed", joint=old)
