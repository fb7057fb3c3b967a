"""Which files belong to a clip: what its reader looks for beside it."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable, Collection
from pathlib import PurePosixPath
from urllib.parse import unquote

from unbake.formats.foot_labels.format import SUFFIX


def companions(
    name: str, names: Collection[str], read: Callable[[str], bytes], *, with_labels: bool
) -> tuple[str, ...]:
    """Return the names of the files that are read with a clip.

    Parameters
    ----------
    name : of the clip, with ``/``.
    names : of all files in its folder, and of those below it.
    read : returns the content of one.
    with_labels : whether foot labels beside the clip count: they do unless they are what will be made.
    """
    path = PurePosixPath(name)
    suffix, found = path.suffix.lower(), []
    if suffix == ".amc":
        found += _skeletons(path, names)
    elif suffix == ".gltf":
        found += [other for uri in _uris(read(name)) if (other := _beside(path, uri)) in names]
    labels = str(path.with_suffix("")) + SUFFIX
    if with_labels and labels in names:
        found.append(labels)
    return tuple(dict.fromkeys(found))


def _skeletons(path: PurePosixPath, names: Collection[str]) -> list[str]:
    """The .asf that has the clip's name or its subject's, else all that lie there: see `skeleton_beside`."""
    here = sorted(n for n in names if n.lower().endswith(".asf") and PurePosixPath(n).parent == path.parent)
    for stem in (path.stem.lower(), path.stem.lower().partition("_")[0]):
        fitting = [name for name in here if PurePosixPath(name).stem.lower() == stem]
        if fitting:
            return fitting
    return here


def _uris(data: bytes) -> list[str]:
    try:
        buffers = json.loads(data)["buffers"]
        uris = [buffer.get("uri", "data:") for buffer in buffers]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []  # whoever reads the clip says what is wrong with it
    return [unquote(uri) for uri in uris if isinstance(uri, str) and not uri.startswith("data:")]


def _beside(path: PurePosixPath, uri: str) -> str:
    return posixpath.normpath(posixpath.join(str(path.parent), uri))
