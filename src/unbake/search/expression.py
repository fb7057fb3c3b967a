"""Expressions of flags, such as ``walk and not turn-left``: which frames they hold in.

Annotations say yes, no, or nothing of a frame, and so do expressions of them: ``not`` of what nobody knows is not known
either, ``and`` is no where one side is, ``or`` is yes where one side is (S. C. Kleene's three values, 1938).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.library.annotations import WORDS, plain_name
from unbake.motion.body.roles import nearest

MOST_CHARACTERS = 2000
_TOKEN = re.compile(r"""\s*(?:([()])|"([^"]*)"|'([^']*)'|([^\s()"']+))""")
_BINDS = {"or": 1, "and": 2, "not": 3}

Values = NDArray[np.int8]


@dataclass(frozen=True)
class _Token:
    """A bracket, one of `WORDS`, or a name."""

    kind: str
    text: str
    column: int


@dataclass(frozen=True)
class Expression:
    """An expression of flags, made ready to be evaluated.

    Parameters
    ----------
    text : as it was written.
    steps : names of flags, and the words, each after what it joins.
    """

    text: str
    steps: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The flags that it needs, in the vocabulary's spelling."""
        return tuple(dict.fromkeys(text for kind, text in self.steps if kind == "name"))

    def values(self, flags: Mapping[str, Values]) -> Values:
        """Return (F,) 1 where the expression holds, 0 where it does not, -1 where that is not known.

        Parameters
        ----------
        flags : for each of `names`, (F,) the same of the flag.
        """
        stack: list[Values] = []
        for kind, text in self.steps:
            if kind == "name":
                # Half a yes is what nobody knows: then the words are the least, the greatest, and the rest to one.
                values = flags[text]
                stack.append(np.where(values < 0, 1, 2 * values).astype(np.int8))
            elif text == "not":
                stack.append((2 - stack.pop()).astype(np.int8))
            else:
                right, left = stack.pop(), stack.pop()
                stack.append(np.minimum(left, right) if text == "and" else np.maximum(left, right))
        return np.array([0, -1, 1], dtype=np.int8)[stack.pop()]


def parse_expression(text: str, vocabulary: tuple[str, ...]) -> Expression:
    """Return an expression of the flags of a vocabulary.

    Names are taken in any case, with hyphens, underscores or blanks (these in quotation marks) between their words. A
    flag that is called like one of the words is quoted. ``not`` binds more closely than ``and``, ``and`` than ``or``.

    Raises
    ------
    UsageError : an unknown name (the nearest are suggested), a word or a bracket too many or too few.
    """
    if len(text) > MOST_CHARACTERS:
        raise UsageError(f"an expression of flags has at most {MOST_CHARACTERS:,} characters, not {len(text):,}")
    name_of = _names(vocabulary)
    out: list[tuple[str, str]] = []
    waiting: list[_Token] = []
    wants_value = True
    for token in _tokens(text):
        if token.kind == "name" or token.text in ("not", "("):
            if not wants_value:
                raise _error(text, f"'and' or 'or' is missing before '{token.text}'", token)
            if token.kind == "name":
                out.append(("name", name_of(token.text)))
                wants_value = False
            else:
                waiting.append(token)
        else:
            if wants_value:
                raise _error(text, f"a flag is missing before '{token.text}'", token)
            wants_value = _close(text, token, waiting, out)
    if wants_value:
        raise UsageError(f"the expression '{text}' ends where a flag should follow", code="expression")
    while waiting:
        token = waiting.pop()
        if token.text == "(":
            raise _error(text, "a bracket is never closed", token)
        out.append(("word", token.text))
    return Expression(text, tuple(out))


def _close(text: str, token: _Token, waiting: list[_Token], out: list[tuple[str, str]]) -> bool:
    """Put behind their values the words that a word or a closing bracket ends; return whether a value must follow."""
    least = 0 if token.text == ")" else _BINDS[token.text]
    while waiting and waiting[-1].text != "(" and _BINDS[waiting[-1].text] >= least:
        out.append(("word", waiting.pop().text))
    if token.text != ")":
        waiting.append(token)
        return True
    if not waiting:
        raise _error(text, "a bracket is closed that was never opened", token)
    waiting.pop()
    return False


def _tokens(text: str) -> list[_Token]:
    tokens, at, end = [], 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise UsageError(f"a quotation mark in '{text}' is never closed", code="expression")
        bracket, double, single, word = match.groups()
        column, at = match.start(match.lastindex or 0), match.end()
        if bracket:
            tokens.append(_Token("bracket", bracket, column))
        elif word and word.lower() in WORDS:
            tokens.append(_Token("word", word.lower(), column))
        else:
            tokens.append(_Token("name", next(t for t in (double, single, word) if t is not None), column))
    return tokens


def _names(vocabulary: tuple[str, ...]) -> Callable[[str], str]:
    """A function that returns a flag in the vocabulary's spelling."""
    known = {plain_name(flag): flag for flag in reversed(vocabulary)}

    def name_of(name: str) -> str:
        if plain_name(name) not in known:
            hint = nearest(name, vocabulary) or f"; known: {', '.join(vocabulary) or 'none'}"
            raise UsageError(f"no flag is called '{name}'{hint}", code="unknown-flag", flag=name)
        return known[plain_name(name)]

    return name_of


def _error(text: str, message: str, token: _Token) -> UsageError:
    return UsageError(f"{message}, at '{text[token.column :]}' of '{text}'", code="expression")
