"""Maya ASCII (.ma): the commands that build a scene.

An ``animCurve``'s ``ktv`` are times and values in the scene's units; ``kix kiy kox koy`` are tangents in seconds and in
Maya's own units, centimetres and radians, whatever the scene's are. A handle ends a third of a tangent from its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from unbake._version import __version__
from unbake.formats.maya.curves import MayaCurve
from unbake.formats.maya.joints import MayaJoint
from unbake.formats.maya.names import quoted
from unbake.formats.maya.time_units import MayaTime
from unbake.formats.unique_names import UniqueNames
from unbake.ground.arrays import Floats

FIXED, LINEAR = 1, 2
"""Types of tangents."""
RUNS_ON_LOAD = 6
"""Type of script nodes that set the scene up: run when the file is opened."""
_PER_LINE = 12


def scene_text(
    joints: Sequence[MayaJoint],
    curves: Iterable[MayaCurve],
    scene: UniqueNames,
    time: MayaTime,
    first_and_last: tuple[int, int],
) -> str:
    """Return the scene: joints, a curve for each animated attribute, units, and the playback range.

    Parameters
    ----------
    joints, curves : what is in it; names of curves are taken in `scene`.
    time : the unit of time.
    first_and_last : numbers of the clip's first and last frame.
    """
    first, last = (f"{float(number * time.stretch):.12g}" for number in first_and_last)
    playback = f"playbackOptions -min {first} -max {last} -ast {first} -aet {last} "
    lines = [
        "//Maya ASCII 2018 scene",
        "//Codeset: UTF-8",
        'requires maya "2018";',
        f"currentUnit -l centimeter -a degree -t {time.name};",
        f'fileInfo "application" "unbake {__version__}";',
        *(line for joint in joints for line in _joint_lines(joint, joints)),
        'createNode script -n "sceneConfigurationScriptNode";',
        f'\tsetAttr ".b" -type "string" "{playback}";',
        f'\tsetAttr ".st" {RUNS_ON_LOAD};',
    ]
    connections = [
        f'connectAttr "{joints[joint.parent].name}.s" "{joint.name}.is";' for joint in joints if joint.parent >= 0
    ]
    for curve in curves:
        target = joints[curve.joint].name
        name = scene.take(f"{target}_{curve.attribute}")
        lines += _curve_lines(curve, name)
        connections.append(f'connectAttr "{name}.o" "{target}.{curve.attribute[0]}{curve.attribute[-1].lower()}";')
    lines += ["select -ne :time1;", f'\tsetAttr ".o" {first};', f'\tsetAttr ".unw" {first};']
    return "\n".join([*lines, *connections, "// End of scene", ""])


def _joint_lines(joint: MayaJoint, joints: Sequence[MayaJoint]) -> Iterator[str]:
    parent = f' -p "{joints[joint.parent].name}"' if joint.parent >= 0 else ""
    yield f'createNode joint -n "{joint.name}"{parent};'
    if joint.name != joint.source_name:
        yield '\taddAttr -ci true -sn "sourceName" -ln "sourceName" -dt "string";'
    yield f'\tsetAttr ".t" -type "double3" {_vector(joint.translate_cm)} ;'
    if joint.rotate_order:
        yield f'\tsetAttr ".ro" {joint.rotate_order};'
    for attribute, angles in ((".ra", joint.rotate_axis_deg), (".jo", joint.orient_deg)):
        if angles.any():
            yield f'\tsetAttr "{attribute}" -type "double3" {_vector(angles)} ;'
    if joint.name != joint.source_name:
        yield f'\tsetAttr ".sourceName" -type "string" {quoted(joint.source_name)};'


def _curve_lines(curve: MayaCurve, name: str) -> Iterator[str]:
    yield f'createNode animCurve{"TA" if curve.is_angular else "TL"} -n "{name}";'
    is_straight = curve.into is None or curve.out is None
    yield f'\tsetAttr ".tan" {LINEAR if is_straight else FIXED};'
    yield f'\tsetAttr ".wgt" {"no" if is_straight else "yes"};'
    pairs = np.stack([curve.times, curve.values], axis=1)
    yield _array("ktv", _numbers(pairs.ravel()), len(pairs))
    if curve.into is not None and curve.out is not None:
        yield _array("ktl", _flags(curve.locked), len(pairs))
        yield _array("kwl", ["no"] * len(pairs), len(pairs))
        unit = np.array([3.0, 3.0 * np.pi / 180.0 if curve.is_angular else 3.0])
        for letter, handles in (("i", curve.into), ("o", curve.out)):
            for axis, numbers in zip("xy", (handles * unit).T, strict=True):
                yield _array(f"k{letter}{axis}", _numbers(numbers), len(pairs))
    if curve.breakdowns.any():
        yield _array("kbd", _flags(curve.breakdowns), len(pairs))


def _array(attribute: str, words: Sequence[str], count: int) -> str:
    """The command that sets an array attribute; Maya does not take lines of any length."""
    rows = [" ".join(words[start : start + _PER_LINE]) for start in range(0, len(words), _PER_LINE)]
    where = f"{attribute}[0]" if count == 1 else f"{attribute}[0:{count - 1}]"
    return f'\tsetAttr -s {count} ".{where}"  ' + "\n\t\t ".join(rows) + ";"


def _vector(numbers: Floats) -> str:
    return " ".join(f"{number:.12g}" for number in np.round(numbers, 9) + 0.0)


def _numbers(numbers: Floats) -> list[str]:
    return ["%.12g" % number for number in numbers.tolist()]  # noqa: UP031 - half the time of an f-string's format


def _flags(flags: Sequence[bool] | np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[str]:
    return ["yes" if flag else "no" for flag in flags]
