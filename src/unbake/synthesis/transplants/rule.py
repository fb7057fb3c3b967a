"""What a rule is, and which there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from unbake.errors import UsageError
from unbake.motion.body.roles import nearest
from unbake.motion.composed.recipe import Recipe
from unbake.synthesis.transplants.pool import Pool

LEAST_INSTANTS = 91
"""Shortest result, in instants of 60 Hz: half a second at either end cannot be judged, and half a second is left."""


class Rule(Protocol):
    """A way of proposing transplants.

    Parameters
    ----------
    name : by which it is chosen.
    """

    @property
    def name(self) -> str:
        """By which it is chosen."""

    def propose(self, pool: Pool, rng: np.random.Generator) -> list[Recipe]:
        """Return recipes whose sources are numbers of the pool; none where what was drawn does not fit."""


_RULES: dict[str, Rule] = {}
DEFAULT_RULES = ("halves", "plants", "likeness", "angles", "splice")
"""The thesis's four in its order, and splicing."""


def register(rule: Rule) -> Rule:
    """Add a rule, so that it can be chosen by name; UsageError where another is called so."""
    if _RULES.setdefault(rule.name, rule) is not rule:
        raise UsageError(f"there is a rule '{rule.name}' already")
    return rule


def rules() -> dict[str, Rule]:
    """Return all rules by name."""
    # Rules register when their modules are imported.
    from unbake.synthesis.transplants import aligned_plants, arm_angles, halves, legs, likeness, splice  # noqa: F401

    return dict(_RULES)


def rules_named(names: Sequence[str]) -> list[Rule]:
    """Return the rules of names; UsageError with the nearest names for one that there is not."""
    known = rules()
    for name in names:
        if name not in known:
            hint = nearest(name, list(known)) or f"; known: {', '.join(known)}"
            raise UsageError(f"unknown rule '{name}'{hint}", code="unknown-rule")
    if not names:
        raise UsageError("which rules? At least one is needed")
    return [known[name] for name in dict.fromkeys(names)]
