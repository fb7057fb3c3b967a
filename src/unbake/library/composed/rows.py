"""Recipes in the tables: written, read, and made into motions again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from unbake.errors import FileError, MotionError, UsageError
from unbake.library.database import Database
from unbake.motion.composed.assembled import assembled
from unbake.motion.composed.recipe import Recipe
from unbake.motion.composed.recipe_bytes import recipe_bytes, recipe_of
from unbake.motion.motion import Motion


def recipe_row(database: Database, clip_id: int) -> tuple[Recipe, tuple[int, ...]] | None:
    """Return a clip's recipe and the numbers of the clips that it is made of; None for a captured clip.

    Raises FileError where they are damaged.
    """
    row = database.row("SELECT data FROM recipe WHERE clip_id = ?", [clip_id])
    if row is None:
        return None
    query = "SELECT source_id FROM ingredient WHERE clip_id = ? ORDER BY position"
    sources = tuple(int(source) for (source,) in database.rows(query, [clip_id]))
    try:
        recipe = recipe_of(row[0])
    except (ValueError, MotionError) as error:
        raise FileError(database.file, f"clip #{clip_id} is damaged ({error})", code="damaged-clip") from error
    if recipe.sources[-1] >= len(sources):
        raise FileError(database.file, f"clip #{clip_id} is damaged (a clip that it is made of is missing)")
    return recipe, sources


def keep_recipe(database: Database, clip_id: int, recipe: Recipe, sources: Sequence[int]) -> None:
    """Store the recipe of a clip that is there already."""
    database.change("INSERT INTO recipe VALUES (?, ?)", [clip_id, recipe_bytes(recipe)])
    for position, source in enumerate(sources):
        database.change("INSERT INTO ingredient VALUES (?, ?, ?)", [clip_id, position, source])


def composed_motion(database: Database, clip_id: int, captured: Callable[[int], Motion]) -> Motion | None:
    """Return the motion that a clip's recipe makes, to the last bit the one that was added; None for a captured clip.

    Parameters
    ----------
    captured : the motion of a clip that is not made of others.

    Raises
    ------
    FileError : recipe or sources are damaged.
    """
    found = recipe_row(database, clip_id)
    if found is None:
        return None
    recipe, sources = found
    try:
        return assembled([captured(source) for source in sources], recipe)
    except (MotionError, ValueError) as error:
        raise FileError(database.file, f"clip #{clip_id} is damaged ({error})", code="damaged-clip") from error


def check_captured(database: Database, sources: Sequence[int]) -> None:
    """Refuse sources that are made of others themselves; UsageError."""
    places = ", ".join("?" * len(sources))
    row = database.row(f"SELECT clip_id FROM recipe WHERE clip_id IN ({places})", list(sources))
    if row is not None:
        raise UsageError(f"clip #{row[0]} is made of others itself; only captured clips can be sources")


def check_unused(database: Database, clip_id: int) -> None:
    """Refuse to remove a clip that others are made of; UsageError."""
    (count,) = database.row("SELECT count(DISTINCT clip_id) FROM ingredient WHERE source_id = ?", [clip_id])
    if count:
        (name,) = database.row("SELECT name FROM clip WHERE id = ?", [clip_id])
        clips = "1 clip is" if count == 1 else f"{count} clips are"
        raise UsageError(
            f"{clips} made of '{name}': remove them first, or with it",
            code="clip-in-use",
            clip=name,
        )
