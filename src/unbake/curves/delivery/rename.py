"""Keyed animations with other names of joints."""

from __future__ import annotations

from dataclasses import replace

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.motion.delivery.rigs.rename import renamed_skeleton
from unbake.motion.delivery.rigs.table import NameTable


def renamed(animation: KeyedAnimation, table: NameTable) -> KeyedAnimation:
    """Return a keyed animation whose joints are called as a table says; see `unbake.motion.renamed`.

    Its warnings list the joints that kept their names.

    Raises
    ------
    UsageError : two joints would have one name, or no joint is in the table.
    """
    found = renamed_skeleton(animation.skeleton, table)
    return replace(animation, skeleton=found.skeleton, warnings=(*animation.warnings, *found.notes(table.title)))
