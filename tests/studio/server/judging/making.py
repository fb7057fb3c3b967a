"""A small library with transplants, made in a moment."""

from tests.synthesis.figures import walker

from unbake.composition.enrichment.enrich import EnrichOptions, enrich
from unbake.library import Library


def judged_library(path):
    """A library of two walks and a few transplants of their arms."""
    with Library.create(path) as library:
        library.add(walker(n=180).motion, "plain")
        library.add(walker(n=200, lean=0.4, turning=2.0).motion, "leaning")
        enrich(library, EnrichOptions(0.05, seed=1, rules=("angles",), jobs=1))
    return path
