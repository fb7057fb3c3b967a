"""One clip and what is to be done to it."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from unbake._version import __version__
from unbake.batch.clips.archive import Archive, ArchivedClip, unpacked
from unbake.batch.record import Outcome, Records, this_worker
from unbake.batch.running.limits import one_thread, peak_bytes
from unbake.compiling.progress import n_compiled
from unbake.errors import UnbakeError, one_line
from unbake.ground.files.scratch import scratch_folder


@dataclass(frozen=True)
class Performed:
    """What came out of a clip: see the fields of `Outcome`; a `reason` where it failed."""

    figures: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    picture: str = ""
    reason: str = ""
    code: str = ""


Perform = Callable[[Path, Sequence[Path], Mapping[str, str]], Performed]
"""Works on a clip's file and writes outputs; the mapping has names of paths by which people know them. It can be
pickled by its name, raises nothing on account of the clip, and names no path but those."""


@dataclass(frozen=True)
class Task:
    """A clip to be worked on.

    Parameters
    ----------
    archive, clip : where it is.
    records : of the folder of results.
    stem, outputs : where results go, in that folder, with ``/``.
    key : hash of content, options and version.
    perform : what is done.
    """

    archive: Archive
    clip: ArchivedClip
    records: Records
    stem: str
    outputs: tuple[str, ...]
    key: str
    perform: Perform

    def shown(self, clip: Path, outputs: Sequence[Path]) -> dict[str, str]:
        """Return the names by which people know the clip and its results."""
        places = (str(self.records.results / name) for name in self.outputs)
        return {str(clip): self.archive.shown(self.clip)} | dict(zip(map(str, outputs), places, strict=True))

    def failed(self, reason: str, code: str) -> Outcome:
        """Return the outcome of a clip that could not even be begun, or whose worker died."""
        return Outcome(self.clip.name, self.key, "failed", reason, self.stem, code=code, worker=this_worker())


def key_of(content: str, options: str) -> str:
    """Return what tells whether a clip is done: a hash of its content's, of the options and of the version."""
    return hashlib.sha256(f"{content}\0{options}\0{__version__}".encode(errors="surrogateescape")).hexdigest()


def run(task: Task) -> Outcome:
    """Work on a clip whose archive and results this process can reach, and record it.

    A clip that another worker has finished meanwhile is left as it is.
    """
    records = task.records
    with records.claimed(task.clip.name):
        if known := records.done(task.clip.name, task.key):
            return known
        records.note("start", task.clip.name)
        outputs = [records.results / name for name in task.outputs]
        try:
            for folder in {file.parent for file in outputs}:
                folder.mkdir(parents=True, exist_ok=True)
            with task.archive.at_hand(task.clip) as file:
                outcome = _performed(task, file, outputs)
        except (UnbakeError, OSError) as error:
            outcome = task.failed(one_line(str(error)), "file")
        records.keep(outcome)
    return outcome


def run_with_files(task: Task, files: Mapping[str, bytes], version: str) -> tuple[Outcome, dict[str, bytes]]:
    """Work on a clip that comes as bytes; return its outcome and the files that were made, by their paths."""
    if version != __version__:
        return task.failed(f"the worker runs Unbake {__version__}, this is {version}", "worker-version"), {}
    with scratch_folder() as folder, unpacked(files) as file:
        outputs = [Path(folder) / name for name in task.outputs]
        for output in outputs:
            output.parent.mkdir(parents=True, exist_ok=True)
        outcome = _performed(task, file, outputs)
        made = {
            one.relative_to(folder).as_posix(): one.read_bytes() for one in Path(folder).rglob("*") if one.is_file()
        }
    return outcome, made


def _performed(task: Task, file: Path, outputs: Sequence[Path]) -> Outcome:
    started, ready = time.perf_counter(), (n_compiled(), len(sys.modules))
    with one_thread():
        done = task.perform(file, outputs, task.shown(file, outputs))
    outcome = Outcome(
        task.clip.name,
        task.key,
        "failed" if done.reason else "done",
        done.reason,
        task.stem,
        () if done.reason else task.outputs,
        done.figures,
        done.notes,
        done.picture,
    )
    return replace(
        outcome,
        seconds=time.perf_counter() - started,
        compiled=(n_compiled(), len(sys.modules)) != ready,
        peak_bytes=peak_bytes(),
        code=done.code,
        worker=this_worker(),
    )
