"""Every error the package raises on purpose.

``UnbakeError`` is the root. Its text is one line that a person can act on: what was wrong, where, and what was
expected. `code` and `about` carry the same facts for programs. A command ends with ``exit_code``.

    UnbakeError
    ├── FileError      a file that cannot be read or written as what it claims to be
    ├── MemoryLimitError  a request that needs more memory than there is
    ├── MotionError    data that is no motion: shapes, NaN, a broken hierarchy
    └── UsageError     a request that makes no sense for this input: unknown joint, range outside the clip
"""

from __future__ import annotations

from os import PathLike
from typing import Any

MOST_CHARACTERS = 600
"""The longest message: what a damaged file repeats is cut out of its middle."""

_LONGEST_WORD = 200


class UnbakeError(Exception):
    """Root of all errors that are about the user's input; the message is a single line.

    Parameters
    ----------
    message : the sentence.
    code : the kind of error in a word or two, for programs; by default that of the class.
    about : what it is about, under the names that programs read: ``file``, ``line``, ``joint``, ``frame`` (its number
        in the file), ``frame_index`` (from 0), ``option``, …; None is left out.

    Attributes
    ----------
    code, about : the parameters above, without None.
    """

    exit_code = 1
    code = "error"

    def __init__(self, message: str, *, code: str | None = None, **about: str | int | None) -> None:
        super().__init__(one_line(message))
        self.code = code or self.code
        self.about = {name: value for name, value in about.items() if value is not None}

    def __reduce__(self) -> tuple[Any, ...]:
        """Come out of another process as it was; pickle would make it anew of its text alone, and fail."""
        return _made_again, (type(self), self.args), dict(self.__dict__)


def _made_again(kind: type[UnbakeError], texts: tuple[Any, ...]) -> UnbakeError:
    return kind.__new__(kind, *texts)


class FileError(UnbakeError):
    """A file that cannot be read, or written, as what it claims to be.

    Parameters
    ----------
    file : path of the file.
    message : what is wrong.
    line : number of the line, from 1, where text has one.
    expected, actual : what should have stood there, and what did.
    code, about : as of every `UnbakeError`.
    """

    code = "file"

    def __init__(
        self,
        file: str | PathLike[str],
        message: str,
        *,
        line: int | None = None,
        expected: str | None = None,
        actual: str | None = None,
        code: str | None = None,
        **about: str | int | None,
    ) -> None:
        self.file = str(file)
        self.message = message
        self.line = line
        self.expected = expected
        self.actual = actual
        place = f"{self.file}:{line}" if line is not None else self.file
        text = f"{place}: {message}"
        if expected is not None:
            text += f"; expected {expected}"
        if actual is not None:
            text += f", found {shorten(actual)}"
        found = None if actual is None else without_middle(actual)
        super().__init__(text, code=code, file=self.file, line=line, expected=expected, actual=found, **about)

    @classmethod
    def of(cls, file: str | PathLike[str], error: UnbakeError) -> FileError:
        """Return what is wrong with a file's contents as an error of the file, with its code and what it is about."""
        code = None if error.code == type(error).code else error.code
        about: dict[str, Any] = error.about
        return cls(file, str(error), code=code, **about)

    @classmethod
    def of_system(cls, file: str | PathLike[str], message: str, error: OSError) -> FileError:
        """Return what the system refused as an error of the file, with the system's reason behind the message."""
        return cls(file, f"{message} ({error.strerror or error})")

    def named(self, file: str) -> FileError:
        """Return the same error of a file of another name: that of a copy which a person does not know."""
        code = None if self.code == FileError.code else self.code
        kept: dict[str, Any] = {
            name: value for name, value in self.about.items() if name not in ("file", "line", "expected", "actual")
        }
        error = FileError(
            file, self.message, line=self.line, expected=self.expected, actual=self.actual, code=code, **kept
        )
        return error.with_traceback(self.__traceback__)


class MotionError(UnbakeError):
    """Data that cannot be a motion, a skeleton or a set of points: wrong shape, NaN, a broken hierarchy.

    Parameters
    ----------
    message : what is wrong.
    joint : name of the joint concerned, if one is.
    frame_index : index of the frame concerned, from 0, if one is.
    code, about : as of every `UnbakeError`.
    """

    code = "motion"

    def __init__(
        self,
        message: str,
        *,
        joint: str | None = None,
        frame_index: int | None = None,
        code: str | None = None,
        **about: str | int | None,
    ) -> None:
        self.joint = joint
        self.frame_index = frame_index
        super().__init__(message, code=code, joint=joint, frame_index=frame_index, **about)


class MemoryLimitError(UnbakeError):
    """A request that needs more memory than there is; the message says how much, and what would need less."""

    code = "memory"


class UsageError(UnbakeError):
    """A request that makes no sense for this input: an unknown joint, a range outside the clip, too many keys."""

    exit_code = 2
    code = "request"


def one_line(message: str) -> str:
    """Return a message as one line of at most `MOST_CHARACTERS`, without words as long as only damaged files have."""
    words = (
        word if len(word) <= _LONGEST_WORD else without_middle(word, _LONGEST_WORD // 2) for word in message.split()
    )
    return without_middle(" ".join(words), MOST_CHARACTERS)


def shorten(text: str, most: int = 40) -> str:
    """Return `text` quoted for a message, its middle cut out when it is longer than `most` characters."""
    return repr(without_middle(text, most))


def without_middle(text: str, most: int = 40) -> str:
    """Return `text`, its middle replaced by … when it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most // 2]}…{text[-(most // 2) :]}"
