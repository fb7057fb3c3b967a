"""The script's text: what is to be built, as Python's own literals, and the code that builds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from unbake._version import __version__
from unbake.curves.baked import BAKED
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.curves.tangents import ALIGNED, types_of
from unbake.formats.blender_script.bones import Bone, Property, Rig
from unbake.ground.arrays import Floats

BUILDER = "builder.txt"
"""The code that Blender runs; no module of ours, since it imports Blender's."""


def script_text(animation: KeyedAnimation, rig: Rig) -> str:
    """Return the script that rebuilds an animation on a rig of its skeleton.

    Numbers have nine digits, so that they reach Blender, which keeps single precision, as they are.
    """
    is_baked = animation.fit == BAKED
    numbers = np.array(animation.key_numbers(), dtype=np.float64)
    types = "".join(kind[0].upper() for kind in animation.selection.classes)
    data = [
        f"FPS = {animation.fps.numerator}, {animation.fps.denominator}",
        f"FRAMES = {animation.first_frame}, {animation.last_frame}",
        f"INTERPOLATION = {'LINEAR' if is_baked else 'BEZIER'!r}",
        f"KEYS = {_list(numbers)}",
        f"TYPES = {types!r}",
        "BONES = [",
        *(f"    {_bone_row(bone)}," for bone in rig.bones),
        "]",
        "CURVES = [",
        *_curve_rows(animation, rig.properties, is_baked),
        "]",
    ]
    n_keys, n_frames = len(numbers), animation.n_frames
    what = f"{n_frames:,} frames" if is_baked else f"{n_keys:,} keys on {n_frames:,} frames"
    code = files("unbake.formats.blender_script").joinpath(BUILDER).read_text(encoding="utf-8")
    return code.replace("@WHAT@", what).replace("@VERSION@", __version__).replace("@DATA@", "\n".join(data))


def _bone_row(bone: Bone) -> str:
    """Name, parent, head, orientation w x y z, rotation mode, ends of the shape."""
    head, turn = _rounded(bone.head_m), _rounded(np.roll(bone.rotation_xyzw, 1))
    ends = ", ".join(_rounded(end) for end in bone.ends_m)
    return f"({bone.name!a}, {bone.parent}, {head}, {turn}, {bone.mode!r}, [{ends}])"


def _curve_rows(animation: KeyedAnimation, properties: Iterable[Property], is_baked: bool) -> Iterator[str]:
    """Bone, property, component, values; of curves with handles also these, flat, and which keys have free ones."""
    for curve, target in zip(animation.curves, properties, strict=True):
        parts = [str(target.bone), repr(target.name), str(target.component), _list(curve.values + target.shift)]
        if not is_baked:
            moved = np.array([animation.first_frame, target.shift])
            parts += [_list((curve.left + moved).ravel()), _list((curve.right + moved).ravel())]
            parts.append(str(_free_keys(curve).tolist()))
        yield f"    ({', '.join(parts)}),"


def _free_keys(curve: FCurve) -> NDArray[np.int64]:
    """Keys whose handles Blender must not keep in line: those that are not, and the ends, which have one handle."""
    is_free = curve.plain_tangents() != ALIGNED
    if curve.tangents is not None:
        is_free |= types_of(curve.tangents) != ALIGNED
    is_free[[0, -1]] = True
    return np.flatnonzero(is_free)


def _rounded(numbers: Floats) -> str:
    """The same to 1e-9, without the sign of a zero: rests are easier to read so."""
    return _list(np.round(numbers, 9) + 0.0)


def _list(numbers: Floats) -> str:
    return "[" + ", ".join(f"{number:.9g}" for number in numbers) + "]"
