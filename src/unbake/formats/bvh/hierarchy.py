"""The HIERARCHY block of a BVH file: its joints as they are declared, with the lines they stand on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unbake.errors import FileError, shorten
from unbake.formats.text_numbers import number_at, strict_integer
from unbake.motion.names import writable
from unbake.motion.skeleton import MOST_JOINTS

CHANNEL_FROM_WORD = {
    **{f"{axis}position": f"t{axis}" for axis in "xyz"},
    **{f"{axis}rotation": f"r{axis}" for axis in "xyz"},
}
"""Channel names of a BVH file in lower case → ours."""


@dataclass
class DeclaredJoint:
    """A joint as the file declares it: offset in the file's unit; an End Site may have no name."""

    name: str | None
    parent: int
    line: int
    is_end: bool
    offset: tuple[float, ...] | None = None
    channels: tuple[str, ...] | None = None

    @property
    def title(self) -> str:
        """What to call the joint in a message."""
        return "an End Site" if self.is_end else f"joint {shorten(self.name or '')}"


class _Words:
    """The words of the hierarchy one after the other, each with its line; braces are words of their own."""

    def __init__(self, path: Path, lines: Sequence[str]) -> None:
        self.path, self.line = path, 0
        self._lines = lines
        self._pending: list[str] = []

    def peek(self) -> str | None:
        """Return the next word without taking it; None at the end of the file. `line` becomes its line."""
        while not self._pending and self.line < len(self._lines):
            self._pending = re.findall(r"[{}]|[^\s{}]+", self._lines[self.line])[::-1]
            self.line += 1
        return self._pending[-1] if self._pending else None

    def take(self, expected: str) -> str:
        """Take the next word; FileError where the file ends instead."""
        word = self.peek()
        if word is None:
            raise FileError(self.path, "the file ends inside its hierarchy", line=len(self._lines), expected=expected)
        self._pending.pop()
        return word

    def take_keyword(self, keyword: str) -> None:
        """Take one given word, in any case; FileError where another stands there."""
        word = self.take(f"'{keyword}'")
        if word.upper() != keyword:
            raise self.unexpected(word, f"'{keyword}'")

    def take_rest_of_line(self) -> str:
        """Take what is left of the line before a brace: a name, which may have spaces in it."""
        words = []
        while self._pending and self._pending[-1] != "{":
            words.append(self._pending.pop())
        return " ".join(words)

    def unexpected(self, word: str, expected: str) -> FileError:
        """Return the error for a word that should not stand here."""
        return FileError(self.path, "unexpected word in the hierarchy", line=self.line, expected=expected, actual=word)


def parse_hierarchy(path: Path, lines: Sequence[str]) -> tuple[list[list[DeclaredJoint]], int]:
    """Return the joints of each figure, parents first, and the number of the line that says MOTION (from 1).

    A figure is what a ROOT begins; its joints' parents count within it.

    Works without recursion, so that depth is limited by `MOST_JOINTS` only.

    Raises
    ------
    FileError : anything that is no hierarchy, with its line.
    """
    words = _Words(path, lines)
    words.take_keyword("HIERARCHY")
    words.take_keyword("ROOT")
    figures = [_read_figure(words)]
    while (after := words.take("'MOTION'")).upper() == "ROOT":
        figures.append(_read_figure(words))
    if after.upper() != "MOTION" or words.take_rest_of_line():
        raise words.unexpected(after, "'MOTION' behind the hierarchy")
    return figures, words.line


def _read_figure(words: _Words) -> list[DeclaredJoint]:
    """Read what follows the word ROOT."""
    joints: list[DeclaredJoint] = []
    open_joints = [_declare(words, joints, -1, is_end=False)]
    while open_joints:
        _read_entry(words, joints, open_joints)
    return joints


def _declare(words: _Words, joints: list[DeclaredJoint], parent: int, *, is_end: bool) -> int:
    """Read a joint's name and opening brace, and add it to `joints`; return its index."""
    line, name = words.line, writable(words.take_rest_of_line())
    if not name and not is_end:
        raise FileError(words.path, "a joint without a name", line=line)
    if len(joints) >= MOST_JOINTS:
        raise FileError(words.path, f"more than {MOST_JOINTS:,} joints", line=line)
    words.take_keyword("{")
    joints.append(DeclaredJoint(name or None, parent, line, is_end))
    return len(joints) - 1


def _read_entry(words: _Words, joints: list[DeclaredJoint], open_joints: list[int]) -> None:
    """Read one entry of the innermost open joint: its offset, its channels, a child, or its end."""
    current = joints[open_joints[-1]]
    word = words.take("'}'")
    match word.upper():
        case "OFFSET" if current.offset is None:
            current.offset = tuple(_number(words, "an OFFSET of three numbers") for _ in range(3))
        case "CHANNELS" if current.channels is None and not current.is_end:
            current.channels = _channels(words, current)
        case "JOINT" if not current.is_end:
            open_joints.append(_declare(words, joints, open_joints[-1], is_end=False))
        case "END" if not current.is_end:
            words.take_keyword("SITE")
            open_joints.append(_declare(words, joints, open_joints[-1], is_end=True))
        case "}":
            if current.offset is None:
                raise FileError(words.path, f"{current.title} has no OFFSET", line=words.line)
            open_joints.pop()
        case "OFFSET" | "CHANNELS" if not current.is_end:
            raise FileError(words.path, f"a second {word.upper()} in {current.title}", line=words.line)
        case _:
            inside = "OFFSET or '}'" if current.is_end else "OFFSET, CHANNELS, JOINT, End Site or '}'"
            raise words.unexpected(word, inside)


def _number(words: _Words, expected: str) -> float:
    line = words.line  # of the word before: where a number is missing, not where the next word stands
    return number_at(words.path, line, words.take(expected), expected)


def _channels(words: _Words, joint: DeclaredJoint) -> tuple[str, ...]:
    """Read the count and the names of a joint's channels."""
    token = words.take("a number of channels")
    count = strict_integer(token)
    if count is None or not 0 <= count <= len(CHANNEL_FROM_WORD):
        raise words.unexpected(token, f"a number of channels from 0 to {len(CHANNEL_FROM_WORD)}")
    names: list[str] = []
    line = words.line
    for number in range(count):
        word = words.take(f"{count} channel names")
        name = CHANNEL_FROM_WORD.get(word.lower())
        if name is None:
            message = f"{joint.title} has {count} channels, but only {number} names of channels follow"
            raise FileError(words.path, message, line=line, expected="Xposition … Zrotation", actual=word)
        if name in names:
            raise FileError(words.path, f"{joint.title} has channel {shorten(word)} twice", line=words.line)
        names.append(name)
    if (more := words.peek()) and more.lower() in CHANNEL_FROM_WORD:
        message = f"{joint.title} has more names of channels than it has channels"
        raise FileError(words.path, message, line=line, expected=f"{count} names", actual=more)
    return tuple(names)
