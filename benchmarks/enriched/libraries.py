"""The libraries that are compared: captured clips, and the same with transplants.

- ``original``: the 79 CMU clips for tuning with the flags of the first pass; every captured frame looks human.
- ``checked``: with the 65 transplants of these clips that were looked at frame by frame (`benchmarks.transplants`), as
  in the thesis, whose transplants were all checked by a person.
- ``enriched``: with what ``unbake enrich --minutes 15 --seed 1`` makes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.demands import tuning_library
from benchmarks.transplants.drawn import Drawn, drawn
from benchmarks.transplants.judging import passes
from unbake.composition.enrichment import carried_flags
from unbake.composition.enrichment.enrich import EnrichOptions, enrich
from unbake.composition.enrichment.judge import FLAG, MeasuresJudge, judged
from unbake.composition.enrichment.library_pool import library_pool
from unbake.ground.arrays import Booleans
from unbake.library.library import Library
from unbake.motion.body.body_path import body_path

NAMES = ("original", "checked", "enriched")
MINUTES = 15.0
SEED = 1


def made(folder: Path, name: str) -> Path:
    """Return the file of a library, made if it is not there."""
    path = folder / f"{name}.unbakelib"
    if not path.exists():
        part = folder / f"{name}-part"
        part.mkdir(parents=True, exist_ok=True)
        with tuning_library(part) as library:
            _say_captured_are_human(library)
            if name == "checked":
                _add_checked(library)
            if name == "enriched":
                enrich(library, EnrichOptions(minutes=MINUTES, seed=SEED))
            own = library.path
        own.rename(path)
        part.rmdir()
    return path


def looks_human_by_eye(library: Library) -> dict[int, Booleans]:
    """Return of each transplant that was looked at, by the number of its clip, which frames look human."""
    stretches, known = passes()[0], {one.name for one in drawn()}
    out = {}
    for clip in library.clips():
        if clip.name in known:
            human = np.ones(clip.n_frames, dtype=np.bool_)
            for first, last in stretches.get(clip.name, []):
                human[first : last + 1] = False
            out[clip.id] = human
    return out


def _say_captured_are_human(library: Library) -> None:
    library.set_vocabulary((*library.vocabulary, FLAG))
    for clip in library.clips():
        library.annotate(clip.id, FLAG, 0, clip.n_frames, True)


def _add_checked(library: Library) -> None:
    """Add the transplants that were looked at, with what the judge says and the flags of what is like them."""
    judge = MeasuresJudge(library_pool(library).arms)
    exemplars = carried_flags.exemplars(library, skip=(FLAG,))
    assert exemplars is not None
    for one in drawn():
        if not one.is_reported:
            _add(library, one, judge, exemplars)


def _add(library: Library, one: Drawn, judge: MeasuresJudge, exemplars: carried_flags.Exemplars) -> None:
    ids = [library.clip(source).id for source in one.sources]
    clip_id, _ = library.add_composed(one.recipe, ids, one.name, tags=("transplant",))
    body = body_path(library.motion(clip_id))
    # Nothing is known near the ends: one half is what says so, as where a library is enriched.
    looks = np.nan_to_num(judged(judge, body), nan=0.5).astype(np.float32)
    library.keep_guesses(clip_id, FLAG, looks, judge.stamp)
    for flag, row in zip(exemplars.flags, exemplars.carried(body), strict=True):
        if np.isfinite(row).all():
            library.keep_guesses(clip_id, flag, row.astype(np.float32), carried_flags.STAMP)
