"""A stage of one file alone: whatever it says of other files, on disk or elsewhere, is taken out before it is composed.

References and payloads within the file stay, and so do variants, inherits and instances.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pxr import Sdf, Tf, Usd

_LIST_OPS = {"references": Sdf.ReferenceListOp, "payload": Sdf.PayloadListOp}
_ITEMS = ("prependedItems", "appendedItems", "deletedItems")
_CLIPS = ("clips", "clipSets")
_MESSAGE = re.compile(r" : '(.*?)'\s*(?:\Z|\n\s*Error in )", re.DOTALL)
_PLACE = re.compile(r",? (?:while reading |on line \d+ in file |in )?[<@]\S*[>@]")
"""Where our copy of the file is, which says nothing to anybody."""
_LINE, _RULE = re.compile(r"^\S*\.usd\w?:(\d+):\d+: "), re.compile(r" matching pxr\S+")


class UnreadableError(Exception):
    """What is wrong with a file, in a sentence."""


def open_closed(file: Path) -> tuple[Usd.Stage, list[str]]:
    """Return the stage of a file and what was taken out of it; UnreadableError where it is no USD file."""
    try:
        layer = Sdf.Layer.FindOrOpen(str(file))
    except Tf.ErrorException as error:
        raise UnreadableError(message_of(error)) from error
    if layer is None:
        raise UnreadableError("it is no USD file")
    left_out = _closed(layer)
    stage = Usd.Stage.Open(layer, Usd.Stage.LoadAll)
    notes = [f"{left_out} references to other files were not followed"] if left_out > 1 else []
    return stage, notes or (["a reference to another file was not followed"] if left_out else [])


def message_of(error: Exception) -> str:
    """Return what usd-core says is wrong in one line, without the places in its own code."""
    try:
        whole = str(error)
    except UnicodeDecodeError:  # it quotes the file
        return "it is neither text nor packed USD"
    found = _MESSAGE.search(whole)
    said = _PLACE.sub("", " ".join((found.group(1) if found else whole).split()))
    return _RULE.sub("", _LINE.sub(r"line \1: ", said)) or "it is damaged"


def _closed(layer: Sdf.Layer) -> int:
    """Take out of a layer, in memory, all that leads to other files; return how much that was."""
    paths: list[Sdf.Path] = []
    layer.Traverse(Sdf.Path.absoluteRootPath, paths.append)
    count = len(layer.subLayerPaths)
    layer.subLayerPaths.clear()
    with Sdf.ChangeBlock():
        for path in paths:
            if path.IsPrimPath() or path.IsPrimVariantSelectionPath():
                count += _closed_prim(layer.GetObjectAtPath(path))
    return count


def _closed_prim(prim: Any) -> int:
    count = 0
    for key in _CLIPS:
        if prim is not None and prim.HasInfo(key):
            prim.ClearInfo(key)
            count += 1
    for key, made in _LIST_OPS.items():
        if prim is None or not prim.HasInfo(key):
            continue
        listed = prim.GetInfo(key)
        if listed.isExplicit:
            items = listed.explicitItems
            kept = made.CreateExplicit([item for item in items if not item.assetPath])
            count += sum(bool(item.assetPath) for item in items)
        else:
            groups = [getattr(listed, name) for name in _ITEMS]
            kept = made.Create(*([item for item in items if not item.assetPath] for items in groups))
            count += sum(bool(item.assetPath) for items in groups for item in items)
        prim.SetInfo(key, kept)
    return count
