"""Annotations as JSON: for each clip its spans."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unbake.annotations.exchange.csv_file import read_utf8
from unbake.annotations.exchange.spans import MOST_FRAME, Span, Spans, checked_span
from unbake.errors import FileError
from unbake.ground.choices import checked_whole
from unbake.ground.files.checked_json import Item, parse_json
from unbake.ground.files.whole_file import whole_file

FORMAT = "unbake-annotations"
VERSION = 1


def load_json(file: str | os.PathLike[str]) -> Spans:
    """Return the spans of all clips in a file; FileError for anything else than `save_json` writes."""
    file = Path(file)
    root = parse_json(file, read_utf8(file).encode())
    if root.need("format").text() != FORMAT:
        raise FileError(file, "holds no annotations", expected=f'"format": "{FORMAT}"')
    root.need("version").integer(VERSION, VERSION)
    out: Spans = {}
    for clip in root.need("clips").items():
        name = clip.need("name").text()
        out.setdefault(name, []).extend(_span(file, item) for item in clip.need("spans").items())
    return out


def _span(file: Path, item: Item) -> Span:
    first, last = (item.need(name).integer(-MOST_FRAME, MOST_FRAME) for name in ("first", "last"))
    confidence = item.get("confidence")
    return checked_span(
        str(file),
        None,
        item.need("flag").text(),
        first,
        last,
        item.need("is_set").boolean(),
        None if confidence is None else confidence.number(),
    )


def save_json(spans: Mapping[str, Sequence[Span]], file: str | os.PathLike[str]) -> None:
    """Write the spans of all clips, whole or not at all; FileError where that cannot be."""
    file = Path(file)
    clips = [{"name": clip, "spans": [_fields(span) for span in own]} for clip, own in spans.items()]
    document = {"format": FORMAT, "version": VERSION, "clips": clips}
    with whole_file(file) as temporary:
        temporary.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _fields(span: Span) -> dict[str, Any]:
    first, last = (checked_whole(frame, "a frame of a span") for frame in (span.first_number, span.last_number))
    fields = {"flag": span.flag, "first": first, "last": last, "is_set": bool(span.is_set)}
    return fields if span.confidence is None else fields | {"confidence": float(span.confidence)}
