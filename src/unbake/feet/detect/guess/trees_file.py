"""The trees that find plants by default: a file of plain arrays that comes with the package."""

from __future__ import annotations

import io
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

import numpy as np

from unbake.ground.files.whole_file import whole_file
from unbake.learning.trees import Trees

PACKAGED = "foot-trees.npz"
PARTS = ("heel", "toe")
NAMES = ("column", "limit", "left", "right", "value", "roots", "start", "n_columns")


def save_trees(trees: tuple[Trees, Trees], path: Path) -> None:
    """Write the trees of heels and of toes, whole or not at all; the same trees give the same bytes.

    Raises
    ------
    FileError : the file cannot be written.
    """
    arrays = {
        f"{part}_{name}": np.asarray(getattr(one, name))
        for part, one in zip(PARTS, trees, strict=True)
        for name in NAMES
    }
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **arrays)
    with whole_file(path) as temporary:
        temporary.write_bytes(packed.getvalue())


def load_trees(file: Path | IO[bytes]) -> tuple[Trees, Trees]:
    """Read what `save_trees` wrote.

    Raises
    ------
    UsageError : arrays that are no trees.
    """
    with np.load(file, allow_pickle=False) as kept:
        heel, toe = (_trees({name: kept[f"{part}_{name}"] for name in NAMES}) for part in PARTS)
    return heel, toe


def _trees(kept: dict[str, Any]) -> Trees:
    return Trees(**kept | {"start": float(kept["start"]), "n_columns": int(kept["n_columns"])})


@cache
def packaged_trees() -> tuple[Trees, Trees]:
    """Return the trees of heels and of toes that come with the package."""
    return load_trees(io.BytesIO(files("unbake.data").joinpath(PACKAGED).read_bytes()))
