"""A clip's own command, run in a worker on one clip after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unbake.batch.task import Performed
from unbake.cli.batch.figures import figures_of, picture_of
from unbake.cli.shared.failures import Failure, failure_of
from unbake.cli.shared.kept import Kept, kept_instead
from unbake.errors import one_line


@dataclass(frozen=True)
class ClipCommand:
    """``unbake reduce``, ``convert``, ``feet label`` or ``feet clean`` with its options, all but the files.

    Parameters
    ----------
    name : ``reduce``, ``convert``, ``label`` or ``clean``.
    options : as they are typed.
    """

    name: str
    options: tuple[str, ...]

    def __call__(self, clip: Path, outputs: Sequence[Path], names: Mapping[str, str]) -> Performed:
        """Run the command as a person would, with ``--json``, and keep what it says."""
        from unbake.cli.main import app_for

        words = self.words(clip, outputs)
        with kept_instead(words, names) as kept:
            try:
                app_for(words)([*words, "--json"], standalone_mode=False)
            except Exception as error:
                failure = failure_of(error) or _fault(error)
                return Performed(reason=kept.named(failure.text), code=failure.code)
            return self._performed(kept)

    def _performed(self, kept: Kept) -> Performed:
        notes = tuple(kept.named(str(note)) for note in kept.fields.get("warnings", ()))
        figures = figures_of(self.name, kept.fields, kept.clip, with_layer="--foot-layer" in self.options)
        return Performed(figures, notes, picture_of(kept.fields, kept.clip))

    def words(self, clip: Path, outputs: Sequence[Path]) -> list[str]:
        """Return the command's words for a clip."""
        files: list[Any]
        if self.name == "convert":
            return ["convert", str(clip), str(outputs[0]), *self.options]
        if self.name == "reduce":
            files = [word for file in outputs for word in ("--report" if file.suffix == ".html" else "-o", str(file))]
            return ["reduce", str(clip), *files, *self.options]
        return ["feet", self.name, str(clip), "-o", str(outputs[0]), *self.options]


def _fault(error: BaseException) -> Failure:
    return Failure("fault", one_line(f"a fault of Unbake's own ({type(error).__name__}: {error})"))
