"""What is judged in the open library, and where passes are written."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from unbake.composition.judging.passes import Kind, Pass, Run, pass_file, read_pass, write_pass
from unbake.errors import UsageError
from unbake.ground.progress import Report
from unbake.library import Library
from unbake.studio.server import messages as m

if TYPE_CHECKING:
    from unbake.synthesis.blending.blended import Blended
    from unbake.synthesis.blending.source import BlendSource

TRANSPLANT = "transplant"
"""The tag of what `unbake enrich` makes."""


class JudgingBench:
    """The clips that are blended, read once, and one pass's file at a time."""

    def __init__(self) -> None:
        self._sources: tuple[str, Mapping[str, BlendSource]] | None = None
        self._lock = Lock()

    def items(self, library: Library, kind: Kind, report: Report) -> list[str]:
        """Return the names of what there is to judge; UsageError where there is nothing."""
        from unbake.composition.judging.random_blends import BLENDS, name_of, random_stretches

        if kind == "blends":
            sources = self.sources(library, report)
            return list(dict.fromkeys(name_of(random_stretches(sources, number)) for number in range(BLENDS)))
        found = [clip.name for clip in library.clips() if TRANSPLANT in clip.tags]
        if not found:
            raise UsageError("the library has no transplants", code="no-transplants")
        return found

    def blend(self, library: Library, name: str, report: Report) -> Blended:
        """Return a blend by its name, feet cleaned."""
        from unbake.composition.judging.random_blends import blend_of, stretches_of

        return blend_of(self.sources(library, report), stretches_of(name)).with_clean_feet()

    def sources(self, library: Library, report: Report) -> Mapping[str, BlendSource]:
        """Return the captured clips of the skeleton with most frames."""
        from unbake.composition.material import library_material

        clips = [clip for clip in library.clips() if not clip.is_composed]
        stamp = str(library.path) + "".join(clip.content_hash for clip in clips)
        if self._sources is None or self._sources[0] != stamp:
            found = library_material(library, clips, report=lambda part: report("Reading the library", part))
            by_name = {clip.name: one for clip, one in zip(found.clips, found.material.sources, strict=True)}
            self._sources = stamp, by_name
        return self._sources[1]

    def said(self, library: Path, kind: Kind, name: str) -> tuple[Path, Pass]:
        """Return a pass's file, and what it says; a file that is not there says nothing."""
        file = pass_file(library, kind, name)
        if not file.exists():
            return file, Pass(kind, {})
        found = read_pass(file)
        if found.kind != kind:
            raise UsageError(f"{file} is a pass over {found.kind}; choose another name", code="other-kind")
        return file, found

    def save(self, library: Path, message: m.SaveJudged) -> None:
        """Write what a pass says of one thing."""
        runs = [Run(mark.first, mark.last, mark.is_yes) for mark in message.marks]
        with self._lock:
            file, before = self.said(library, message.kind, message.name)
            write_pass(before.with_answer(message.item, runs), file)


def in_order(names: list[str], of_pass: str) -> list[str]:
    """Return names in the order of a pass: shuffled, the same whenever it goes on."""
    return sorted(names, key=lambda name: hashlib.sha256(f"{of_pass}\n{name}".encode()).digest())
