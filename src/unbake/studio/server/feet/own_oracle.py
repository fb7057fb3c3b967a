"""A person's own foot oracle: what it has learnt is kept from one session to the next."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Lock

from unbake.errors import FileError, UnbakeError, UsageError
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import load_oracle, packaged_oracle, save_oracle
from unbake.ground.files.scratch import scratch_folder
from unbake.studio.server import messages as m
from unbake.studio.server.keeping.state import make_private

SUFFIX = ".json.gz"
FILE = f"foot-oracle{SUFFIX}"
LESSONS = f"foot-lessons{SUFFIX}"
MOST_TAKEN_BACK = 20


class OwnOracle:
    """An oracle that learns; until it has, it knows what the packaged one does.

    Kept are only the lessons, to be learnt on top of what the package of the day knows, or, for an oracle that was
    begun from nothing or from a file, the whole of it.

    Parameters
    ----------
    folder : where it is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.whole = folder / FILE
        self.lessons = folder / LESSONS
        self._lock = Lock()
        self._now: Oracle | None = None
        self._before: list[Oracle] = []
        self._is_kept = True

    def oracle(self, which: str) -> Oracle:
        """Return the own or the packaged oracle; FileError where its file cannot be used."""
        if which == "packaged":
            return _packaged()
        with self._lock:
            if self._now is None:
                self._now = self._kept()
            return self._now

    def _kept(self) -> Oracle:
        if self.lessons.is_file():
            return _packaged().with_pieces(load_oracle(self.lessons).examples)
        return load_oracle(self.whole) if self.whole.is_file() else _packaged()

    def known(self, which: str) -> m.OracleKnown:
        """Return what an oracle has learnt."""
        oracle = self.oracle(which)
        facts = oracle.facts()
        pieces = tuple(m.Lesson(str(p["name"]), int(p["frames"]), str(p["source"])) for p in facts["pieces"])
        notes = () if self._is_kept or which == "packaged" else ("It could not be kept for next time.",)
        changes = len(self._before) if which == "own" else 0
        return m.OracleKnown("own" if which == "own" else "packaged", oracle.n_examples, pieces, changes, notes)

    def change(self, oracle: Oracle) -> m.OracleKnown:
        """Take over another oracle, and keep it for next time; that it cannot be kept is said, but is no failure."""
        self._before = [*self._before, self.oracle("own")][-MOST_TAKEN_BACK:]
        self._keep(oracle)
        return self.known("own")

    def begin(self, source: str, data: bytes | None = None) -> m.OracleKnown:
        """Begin again: from the packaged oracle, from nothing, or from a file's bytes.

        Raises
        ------
        FileError : bytes that are no oracle.
        """
        if source == "nothing":
            return self.change(Oracle())
        return self.change(_packaged() if data is None else oracle_from(data))

    def take_back(self) -> m.OracleKnown:
        """Be as before the last change of this session; UsageError where there was none."""
        if not self._before:
            raise UsageError("nothing has been learnt in this session that could be taken back")
        self._keep(self._before.pop())
        return self.known("own")

    def _keep(self, oracle: Oracle) -> None:
        with self._lock:
            self._now = oracle
            try:
                make_private(self.whole.parent)
                self._write(oracle)
                self._is_kept = True
            except (UnbakeError, OSError):
                self._is_kept = False

    def _write(self, oracle: Oracle) -> None:
        own = lessons_on_top(oracle)
        file, other = (self.whole, self.lessons) if own is None else (self.lessons, self.whole)
        save_oracle(oracle if own is None else own, file)
        other.unlink(missing_ok=True)


def lessons_on_top(oracle: Oracle) -> Oracle | None:
    """Return what an oracle has learnt on top of the packaged one; None where it is no more than another oracle."""
    packaged = _packaged()
    known = {id(example) for example in packaged.examples}
    if (oracle.options, oracle.k) != (packaged.options, packaged.k):
        return None
    if not known or not known <= {id(example) for example in oracle.examples}:
        return None
    return replace(oracle, examples=tuple(one for one in oracle.examples if id(one) not in known))


def _packaged() -> Oracle:
    try:
        return packaged_oracle()
    except FileNotFoundError:
        return Oracle()  # a package that comes without one: everything has to be taught


def taught_oracle(oracle: Oracle) -> Oracle | None:
    """Return an oracle that was taught; None for the packaged one, in whose place the default detector is asked."""
    return None if oracle is _packaged() else oracle


def oracle_bytes(oracle: Oracle) -> bytes:
    """Return an oracle as a file."""
    with scratch_folder() as folder:
        file = folder / FILE
        save_oracle(oracle, file)
        return file.read_bytes()


def oracle_from(data: bytes) -> Oracle:
    """Return the oracle in a file's bytes; FileError where they are none."""
    with scratch_folder() as folder:
        file = folder / FILE
        file.write_bytes(data)
        try:
            return load_oracle(file)
        except FileError as error:
            raise error.named("the file") from error
