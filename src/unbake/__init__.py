"""Unbake: turns baked motion capture back into a few editable keyframes and Bézier curves.

The walk of the data, one public function an arrow::

    load → points_of → error_table → select → (choose) → fit → save

Names are imported when they are first used, so that ``import unbake`` costs nothing.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "FileError": "unbake.errors",
    "FCurve": "unbake.curves.keyed_animation",
    "KeyedAnimation": "unbake.curves.keyed_animation",
    "Motion": "unbake.motion.motion",
    "MotionError": "unbake.errors",
    "Points": "unbake.motion.points",
    "ReadOptions": "unbake.formats.registry",
    "Selection": "unbake.keyframes.selection",
    "Skeleton": "unbake.motion.skeleton",
    "UnbakeError": "unbake.errors",
    "UsageError": "unbake.errors",
    "WriteOptions": "unbake.formats.registry",
    "find_roles": "unbake.motion.roles",
    "load": "unbake.formats.registry",
    "load_motion": "unbake.formats.registry",
    "points_of": "unbake.motion.points",
    "save": "unbake.formats.registry",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'unbake' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_HOMES, "__version__"])
