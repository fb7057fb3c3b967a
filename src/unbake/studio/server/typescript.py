"""The client's types, generated from the messages: ``python -m unbake.studio.server.typescript`` writes them.

With ``--check`` it fails where they are not fresh, and writes nothing.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from unbake.studio.server import messages
from unbake.studio.server.link.wire import fields_of

TARGET = Path(__file__).parents[1] / "web" / "src" / "messages.ts"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def generated() -> str:
    """Return the TypeScript source of all messages."""
    parts = ["// Generated from server/messages by `python -m unbake.studio.server.typescript`: change that instead."]
    parts += [_interface(kind) for kind in _dataclasses()]
    parts += [_map("Requests", _named(messages.Request)), _map("Replies", _named(messages.Reply))]
    answers = {kind.__name__: reply_named(kind) for kind in get_args(messages.Request)}
    parts.append(_map("Answers", {name: answer for name, answer in answers.items() if answer}))
    return "\n\n".join(parts) + "\n"


def _dataclasses() -> Iterator[type]:
    for kind in vars(messages).values():
        if inspect.isclass(kind) and dataclasses.is_dataclass(kind):
            yield kind


def _interface(kind: type) -> str:
    lines = [f"/** {' '.join((kind.__doc__ or '').split())} */", f"export interface {kind.__name__} {{"]
    comments = _comments(kind)
    for name, inner in fields_of(kind).items():
        comment = f" // {comments[name]}" if name in comments else ""
        lines.append(f"  {name}: {_type(inner)};{comment}")
    return "\n".join([*lines, "}"])


def _comments(kind: type) -> dict[str, str]:
    """The comments behind a message's fields."""
    found = {}
    for line in inspect.getsource(kind).split("\n"):
        code, mark, comment = line.partition("  # ")
        if mark and ":" in code:
            found[code.split(":")[0].strip()] = comment.strip()
    return found


def _type(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is typing.Annotated:
        return str(inner[1])
    if origin in (Union, types.UnionType):
        return " | ".join(_type(one) for one in inner)
    if origin is Literal:
        return " | ".join(f'"{one}"' for one in inner)
    if origin is tuple:
        element = _type(inner[0])
        return f"({element})[]" if " " in element else f"{element}[]"
    if origin is Mapping:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    return PLAIN.get(kind) or kind.__name__


def _named(union: Any) -> dict[str, str]:
    return {kind.__name__: kind.__name__ for kind in get_args(union)}


def reply_named(kind: type) -> str | None:
    """Return the reply that the docstring of a request names; None where it names none."""
    _, arrow, answer = (kind.__doc__ or "").partition("→")
    return answer.strip() if arrow else None


def _map(name: str, entries: Mapping[str, str]) -> str:
    """A map from names to types, which says more than a bare union."""
    return "\n".join([f"export interface {name} {{", *(f"  {key}: {kind};" for key, kind in entries.items()), "}"])


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(generated(), encoding="utf-8")
    elif TARGET.read_text(encoding="utf-8") != generated():
        raise SystemExit(f"{TARGET.name} is older than server/messages: run python -m unbake.studio.server.typescript")
