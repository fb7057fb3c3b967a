"""What was done to each clip, kept beside the results, so that the next run goes on where one ended.

Everything lies in ``.unbake-batch/COMMAND`` in the folder of the results: one small JSON a clip, written after its
results and whole or not at all, and ``journal.jsonl``, a line for each start and end of a clip. A clip is done when its
record names the same content, options and version, and its results are there; the journal is for people, and lacks the
end of a clip whose worker was killed between the record and the line.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from unbake.errors import UsageError
from unbake.ground.files.file_lock import FileLock, lock
from unbake.ground.files.whole_file import whole_file

FOLDER = ".unbake-batch"
WAIT_S = 0.2
"""How often a worker looks whether another one has finished with a clip."""

State = Literal["done", "failed"]


@dataclass(frozen=True)
class Outcome:
    """What became of a clip.

    Parameters
    ----------
    clip : its name in the archive.
    key : hash of its content, the options and the version.
    state : ``done``, or ``failed`` for a `reason`.
    stem : path of its results without suffixes, with ``/``.
    outputs : paths of its results in their folder, with ``/``.
    figures : what was measured, by name; see `unbake.batch.figures`.
    notes : what a person should know, a sentence each.
    picture : some poses as SVG; empty where there is none to show.
    seconds : the work took.
    compiled : whether kernels were compiled or modules loaded in this time, as only the first clips need it.
    peak_bytes : the largest memory that the worker had by then; 0 where the system does not say.
    code : kind of failure, as errors have it; ``memory`` and ``worker`` are tried once more, alone.
    worker : host and process.
    """

    clip: str
    key: str
    state: State
    reason: str = ""
    stem: str = ""
    outputs: tuple[str, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    picture: str = ""
    seconds: float = 0.0
    compiled: bool = False
    peak_bytes: int = 0
    code: str = ""
    worker: str = ""


@dataclass(frozen=True)
class Records:
    """The records of one command in a folder of results."""

    results: Path
    command: str

    @property
    def folder(self) -> Path:
        """Where they lie."""
        return self.results / FOLDER / self.command

    def make_folder(self) -> None:
        """Make the folder."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def of(self, clip: str) -> Outcome | None:
        """Return what is known of a clip; None where nothing is, or the record is damaged."""
        try:
            found = json.loads(self._file(clip).read_text(encoding="utf-8"))
            known = {one.name: found[one.name] for one in fields(Outcome)}
            return Outcome(**known | {"outputs": tuple(known["outputs"]), "notes": tuple(known["notes"])})
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def done(self, clip: str, key: str) -> Outcome | None:
        """Return the outcome of a clip that is done by this key, and whose results are all there."""
        known = self.of(clip)
        is_done = known is not None and (known.state, known.clip, known.key) == ("done", clip, key)
        return known if known and is_done and all((self.results / one).is_file() for one in known.outputs) else None

    def keep(self, outcome: Outcome) -> None:
        """Write what became of a clip, and note its end."""
        with whole_file(self._file(outcome.clip)) as temporary:
            temporary.write_text(json.dumps(asdict(outcome)), encoding="utf-8")
        self.note(outcome.state, outcome.clip)

    def note(self, what: str, clip: str) -> None:
        """Add a line to the journal; lines of several workers do not mix, being written at once."""
        line = json.dumps({"what": what, "clip": clip, "worker": this_worker(), "time": round(time.time(), 3)})
        with suppress(OSError), (self.folder / "journal.jsonl").open("ab", buffering=0) as journal:
            journal.write(line.encode() + b"\n")

    @contextmanager
    def claimed(self, clip: str) -> Iterator[None]:
        """Have a clip to oneself, after waiting for another worker that has it, left over from a run that was ended.

        Where the file system has no locks, nobody waits.
        """
        opened = os.open(self._file(clip).with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            while not _is_locked(opened):
                time.sleep(WAIT_S)
            yield
        finally:
            os.close(opened)

    @contextmanager
    def one_run(self) -> Iterator[None]:
        """Have all records to oneself; UsageError where another run is at work."""
        self.make_folder()
        held = FileLock(self.folder / "run.lock")
        if not held.take():
            raise UsageError(
                f"{self.results}: another batch is at work there ({self.command}); wait for its end", code="at-work"
            )
        try:
            yield
            self._remove_locks()
        finally:
            held.release()

    def _remove_locks(self) -> None:
        for file in self.folder.glob("*.lock"):
            if file.name != "run.lock":
                file.unlink(missing_ok=True)

    def _file(self, clip: str) -> Path:
        name = clip.encode(errors="surrogateescape")
        return self.folder / f"{hashlib.sha256(name).hexdigest()[:32]}.json"


def _is_locked(opened: int) -> bool:
    try:
        lock(opened)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def this_worker() -> str:
    """Return host and process, as journals name them."""
    return f"{platform.node()}:{os.getpid()}"
