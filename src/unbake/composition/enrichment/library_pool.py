"""The captured clips of a library as a pool to transplant from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from unbake.errors import MotionError, UsageError
from unbake.ground.progress import Progress
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.library.packing import packed_tables, unpacked_tables
from unbake.library.tables import BODY, PLANTS, body_of
from unbake.synthesis.transplants.likeness import likeness
from unbake.synthesis.transplants.part_sets import SIX, joints_of
from unbake.synthesis.transplants.pool import Donor, Pool
from unbake.synthesis.transplants.scores.strangeness import RealArms

LIKENESS = "transplant-likeness"
VERSION = "windows of five poses; 1"


@dataclass(frozen=True, eq=False)
class LibraryPool:
    """Donors, and the clips that they are.

    Parameters
    ----------
    pool : what draws are made from.
    clips : (N,) the clip of each donor.
    stamp : which clips these are; other clips have another.
    """

    pool: Pool
    clips: tuple[Clip, ...]
    stamp: str

    @cached_property
    def arms(self) -> RealArms:
        """What arms of transplants are compared with."""
        return RealArms(donor.body for donor in self.pool.donors)


def donor_clips(library: Library) -> list[Clip]:
    """Return the clips that limbs can be taken from: captured, and with a body. UsageError where there is none."""
    clips = [clip for clip in library.clips() if clip.has_body and not clip.is_composed]
    if not clips:
        raise UsageError(f"{library.path}: no clip in it has a body with legs to transplant from", code="no-body")
    return sorted(clips, key=lambda clip: clip.content_hash)


def library_pool(library: Library, progress: Progress = lambda part: None) -> LibraryPool:
    """Return the pool of a library. What pairs are alike is computed once, and kept in the library.

    Parameters
    ----------
    progress : called with the part that is done, 0 to 1.

    Raises
    ------
    UsageError : no captured clip has a body with arms and legs.
    """
    clips, donors = [], []
    found = donor_clips(library)
    for done, clip in enumerate(found, 1):
        donor = _donor(library, clip)
        if donor is not None:
            clips.append(clip)
            donors.append(donor)
        progress(0.8 * done / len(found))
    if not donors:
        raise UsageError(f"{library.path}: no clip in it has a body with arms and legs", code="no-body")
    stamp = hashlib.sha256(" ".join([VERSION, *(clip.content_hash for clip in clips)]).encode()).hexdigest()
    pool = Pool(donors)
    kept = library.kept(LIKENESS, stamp)
    try:
        table = None if kept is None else unpacked_tables(kept)["likeness"].astype(np.float64)
    except (ValueError, KeyError):
        table = None  # it is made again
    if table is None or table.shape != (len(donors), len(donors)):
        table = likeness([donor.body for donor in donors], pool.fits, lambda part: progress(0.8 + 0.2 * part))
        if not library.database.is_read_only:
            library.keep(LIKENESS, stamp, packed_tables({"likeness": table}))
    return LibraryPool(Pool(donors, table), tuple(clips), stamp)


def _donor(library: Library, clip: Clip) -> Donor | None:
    """A clip as a donor; None where its skeleton has no arms or no spine."""
    motion = library.motion(clip.id)
    try:
        for part_set in SIX:
            joints_of(motion.skeleton, part_set)
        labels = library.foot_labels(clip.id)
        planted = library.derived(clip.id, PLANTS)["planted"] if labels is None else labels.planted()
    except MotionError:
        return None
    return Donor(clip.name, motion, body_of(library.derived(clip.id, BODY)), planted)


@lru_cache(maxsize=1)
def pool_of_file(path: str, stamp: str) -> LibraryPool:
    """Return the pool of a library's file; a worker makes it once. UsageError where its clips have changed."""
    with Library.open(path) as library:
        pool = library_pool(library)
    if pool.stamp != stamp:
        raise UsageError(f"{path}: its clips have changed meanwhile", code="clips-changed")
    return pool
