"""Names that Maya takes: letters, digits and underscores, no digit in front, each once in the scene."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from unbake.formats.unique_names import UniqueNames

TAKEN = (
    *("persp", "top", "front", "side", "perspShape", "topShape", "frontShape", "sideShape", "time1"),
    *("defaultLayer", "layerManager", "lambert1", "initialShadingGroup", "sequenceManager1"),
    "sceneConfigurationScriptNode",
)
"""Nodes of every scene, or of ours: a joint of the same name would be renamed, and its curves would miss it."""

_ILLEGAL = re.compile(r"[^0-9A-Za-z_]")


def scene_names() -> UniqueNames:
    """Return the names of an empty scene, to take more of."""
    return UniqueNames(TAKEN)


def legal_name(name: str) -> str:
    """Return a name with accents dropped and all that Maya refuses replaced by underscores."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    legal = _ILLEGAL.sub("_", plain) or "joint"
    return f"_{legal}" if legal[0].isdigit() else legal


def joint_names(names: Sequence[str], scene: UniqueNames) -> tuple[str, ...]:
    """Return a legal name for each joint, taken in `scene`; names that are legal as they are come first."""
    given = {name: scene.take(name) for name in names if legal_name(name) == name}
    return tuple(given.get(name) or scene.take(legal_name(name)) for name in names)


def quoted(text: str) -> str:
    """Return text as a string of Maya's language; control characters that it has no escape for are left out."""
    escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(letter, letter if letter.isprintable() else "") for letter in text) + '"'
