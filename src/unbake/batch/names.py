"""Where each clip's results go: mirrored folders, and no two results in one place on any file system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

RESERVED = ("batch-reduce", "batch-convert", "batch-label", "batch-clean")
"""Names of the summaries, in the top folder."""


def output_stems(clips: Sequence[str], kept: Mapping[str, str]) -> dict[str, str]:
    """Return for each clip the path of its results without a suffix.

    A clip ``walks/slow.bvh`` has its results at ``walks/slow``. Where two clips would share that, whatever the case of
    their letters, each keeps its suffix: ``walks/slow.bvh`` and ``walks/slow.fbx``. Numbers tell apart what is still
    alike.

    Parameters
    ----------
    clips : names with ``/``.
    kept : what clips got in an earlier run, which stays however the archive grows.
    """
    plain = {clip: str(PurePosixPath(clip).with_suffix("")) for clip in clips}
    count = Counter(stem.casefold() for stem in plain.values())
    taken = {stem.casefold() for clip, stem in kept.items() if clip in plain} | set(RESERVED)
    stems = {clip: kept[clip] for clip in clips if clip in kept}
    for clip in clips:
        if clip not in stems:
            wanted = plain[clip]
            alike = count[wanted.casefold()] > 1 or wanted.casefold() in taken
            stems[clip] = _free(clip if alike else wanted, taken)
            taken.add(stems[clip].casefold())
    return stems


def unique_names(names: Sequence[str]) -> list[str]:
    """Return names with what no path can have replaced by ``_``, and numbers where two are alike."""
    taken: set[str] = set()
    found = []
    for name in names:
        found.append(_free(_as_path(name), taken))
        taken.add(found[-1].casefold())
    return found


def _free(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 1
    while name.casefold() in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def _as_path(name: str) -> str:
    parts = ["".join("_" if c in '<>:"\\|?*' or ord(c) < 32 else c for c in part) for part in name.split("/")]
    return "/".join(part if part.strip(".") else "_" for part in parts)
