"""A USD layer with what every stage of ours says of itself, and how it becomes a file."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pxr import Sdf, Tf

from unbake._version import __version__
from unbake.formats.unique_names import UniqueNames

if TYPE_CHECKING:  # the reading process takes the names alone, and is to start quickly
    from unbake.curves.keyed_animation import KeyedAnimation
    from unbake.motion.motion import Motion

FIGURE = "/Figure"
"""The default prim: what a file shows when another one refers to it."""
OURS = "unbake"
"""Name of our dictionary in the custom data of prims and knots."""
_FOREIGN = re.compile(r"[^A-Za-z0-9_]")


def prim_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names that every program takes for prims: ASCII letters, digits and underscores, each used once."""
    unique = UniqueNames()
    legal = (_FOREIGN.sub("_", name) for name in names)
    return tuple(unique.take(f"_{name}" if not name or name[0].isdigit() else name) for name in legal)


def new_layer(clip: Motion | KeyedAnimation, type_name: str, about: dict[str, Any]) -> Sdf.Layer:
    """Return a layer with the default prim alone: metres, Y up, time codes that are the source's frame numbers.

    Parameters
    ----------
    clip : of which the rate and the range are.
    type_name : of the default prim.
    about : what our dictionary in its custom data holds beside the version.
    """
    layer = Sdf.Layer.CreateAnonymous(".usdc")
    root = layer.pseudoRoot
    for key, value in (("metersPerUnit", 1.0), ("upAxis", "Y"), ("defaultPrim", FIGURE[1:])):
        root.SetInfo(key, value)
    layer.timeCodesPerSecond = layer.framesPerSecond = float(clip.fps)
    layer.startTimeCode, layer.endTimeCode = float(clip.first_frame), float(clip.last_frame)
    layer.documentation = f"Written by Unbake {__version__}"
    figure = new_prim(layer, FIGURE, type_name)
    figure.kind = "component"
    figure.customData = {OURS: {"version": __version__, **about}}
    return layer


def new_prim(layer: Sdf.Layer, path: str, type_name: str) -> Sdf.PrimSpec:
    """Return a new defined prim."""
    prim = Sdf.CreatePrimInLayer(layer, path)
    prim.specifier = Sdf.SpecifierDef
    prim.typeName = type_name
    return prim


def new_attribute(
    prim: Sdf.PrimSpec, name: str, type_name: Sdf.ValueTypeName, value: Any = None, *, is_uniform: bool = False
) -> Sdf.AttributeSpec:
    """Return a new attribute of a prim, with a default value if one is given."""
    variability = Sdf.VariabilityUniform if is_uniform else Sdf.VariabilityVarying
    attribute = Sdf.AttributeSpec(prim, name, type_name, variability)
    if value is not None:
        attribute.default = value
    return attribute


def write_layer(layer: Sdf.Layer, path: Path) -> None:
    """Write a layer as text (``.usda``) or packed (``.usdc`` and ``.usd``); OSError where that fails."""
    from pxr import UsdUtils  # the reading process needs none of it

    quiet = (
        UsdUtils.CoalescingDiagnosticDelegate()
    )  # as long as it is there, usd-core writes no remarks to the terminal
    try:
        if path.suffix.lower() == ".usda":
            path.write_text(layer.ExportToString(), encoding="utf-8", newline="\n")
        elif not layer.Export(str(path), args={"format": "usdc"} if path.suffix.lower() == ".usd" else {}):
            raise OSError(errno.EIO, "usd-core could not write it")
    except Tf.ErrorException as error:
        raise OSError(errno.EIO, f"usd-core: {error}") from error
    finally:
        quiet.TakeUncoalescedDiagnostics()
