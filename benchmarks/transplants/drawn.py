"""The transplants that were labelled by hand: drawn once, kept as recipes, rendered as sheets to look at.

``python -m benchmarks.transplants.drawn`` draws them anew; the file in ``labels`` is what was looked at.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.annotations.labelled import bodies, is_reported
from benchmarks.clips import DATA
from benchmarks.usage import takes_no_arguments
from unbake.feet.detect.guess.guess import guess_feet
from unbake.formats.registry import load_motion
from unbake.motion.body.body_path import BodyPath, body_path
from unbake.motion.composed.assembled import assembled
from unbake.motion.composed.recipe import Recipe
from unbake.motion.composed.recipe_bytes import recipe_bytes, recipe_of
from unbake.motion.motion import Motion
from unbake.synthesis.transplants.draw import draw
from unbake.synthesis.transplants.likeness import likeness
from unbake.synthesis.transplants.pool import Donor, Pool
from unbake.synthesis.transplants.rule import DEFAULT_RULES, rules_named

FOLDER = Path(__file__).parent / "labels"
FILE = FOLDER / "drawn.json"
EACH = {False: 13, True: 9}
"""Transplants of each rule: of the clips for tuning, of those for reporting."""
LONGEST = 180
SEED = 20


@dataclass(frozen=True, eq=False)
class Drawn:
    """A transplant that was looked at.

    Parameters
    ----------
    name : ``t001``, …
    is_reported : whether its sources are clips for reporting only.
    sources : the clips that its recipe numbers.
    recipe : how it is made.
    """

    name: str
    is_reported: bool
    sources: tuple[str, ...]
    recipe: Recipe

    def motion(self) -> Motion:
        """Return the transplant."""
        return assembled([real(name) for name in self.sources], self.recipe)

    def body(self) -> BodyPath:
        """Return its body."""
        return body_path(self.motion())


@cache
def real(name: str) -> Motion:
    """Return a real clip."""
    return load_motion(DATA / "cmu" / name[:2] / f"{name}.amc")


@cache
def pool(*, reported: bool) -> Pool:
    """Return the clips for reporting only, or those for tuning."""
    donors = [
        Donor(name, real(name), path, guess_feet(real(name)).labels.planted())
        for name, (path, *_) in bodies().items()
        if is_reported(name) == reported
    ]
    unlike = Pool(donors)
    return Pool(donors, likeness([donor.body for donor in donors], unlike.fits))


def drawn() -> list[Drawn]:
    """Return the transplants that were labelled."""
    rows = json.loads(FILE.read_text())
    return [
        Drawn(row["name"], row["is_reported"], tuple(row["sources"]), recipe_of(base64.b64decode(row["recipe"])))
        for row in rows
    ]


def _some(*, reported: bool) -> list[tuple[Pool, Recipe]]:
    """So many of each rule, one recipe of a draw, and of a long one a stretch."""
    own, rng = pool(reported=reported), np.random.default_rng([SEED, reported])
    out = []
    for rule in rules_named(DEFAULT_RULES):
        number, found = 0, 0
        while found < EACH[reported]:
            recipes = draw(own, [rule], SEED, number).recipes
            number += 1
            if recipes:
                recipe = recipes[int(rng.integers(len(recipes)))]
                start = int(rng.integers(max(recipe.n_frames - LONGEST, 0) + 1))
                out.append((own, recipe.excerpt(start, min(start + LONGEST, recipe.n_frames))))
                found += 1
    return out


def main() -> None:
    """Draw, shuffle, and keep."""
    chosen = [(reported, *one) for reported in (False, True) for one in _some(reported=reported)]
    np.random.default_rng(SEED).shuffle(chosen)
    rows = []
    for number, (reported, own, recipe) in enumerate(chosen, 1):
        used = recipe.sources
        numbers = {source: place for place, source in enumerate(used)}
        renumbered = recipe.renumbered([numbers.get(place, 0) for place in range(len(own.donors))])
        rows.append(
            {
                "name": f"t{number:03}",
                "is_reported": bool(reported),
                "rule": recipe.rule,
                "sources": [own.donors[source].name for source in used],
                "recipe": base64.b64encode(recipe_bytes(renumbered)).decode(),
            }
        )
    FOLDER.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
