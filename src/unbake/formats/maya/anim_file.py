"""Maya's .anim (animImportExport, version 1.1): curves alone, to be pasted onto a rig that is there.

A fixed tangent is an angle and a weight, its direction and length in the graph editor: along, the file's frames, up,
its centimetres or degrees. The importer sets the scene to the file's units while it reads. Each line ``anim`` says
where in the hierarchy a curve belongs: the depth, how many children the node has, and the how manieth of its curves it
is. Nodes come depth first, those without curves too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from unbake.formats.maya.curves import MayaCurve
from unbake.formats.maya.joints import MayaJoint
from unbake.formats.maya.time_units import MayaTime


def anim_text(
    joints: Sequence[MayaJoint], curves: Iterable[MayaCurve], time: MayaTime, first_and_last: tuple[int, int]
) -> str:
    """Return the text of a .anim file; parameters as of `scene_text`."""
    first, last = (f"{float(number * time.stretch):.12g}" for number in first_and_last)
    lines = [
        "animVersion 1.1;",
        "mayaVersion 2018;",
        f"timeUnit {time.name};",
        "linearUnit cm;",
        "angularUnit deg;",
        f"startTime {first};",
        f"endTime {last};",
    ]
    of_joint: list[list[MayaCurve]] = [[] for _ in joints]
    for curve in curves:
        of_joint[curve.joint].append(curve)
    for joint, depth, n_children in _depth_first(joints):
        name = joints[joint].name
        for number, curve in enumerate(of_joint[joint]):
            leaf = curve.attribute
            lines.append(f"anim {leaf[:-1]}.{leaf} {leaf} {name} {depth} {n_children} {number};")
            lines += _curve_lines(curve, float(time.unit_fps))
        if not of_joint[joint]:
            lines.append(f"anim {name} {depth} {n_children} 0;")
    return "\n".join([*lines, ""])


def _depth_first(joints: Sequence[MayaJoint]) -> Iterator[tuple[int, int, int]]:
    """Yield each joint with its depth and its number of children, children right behind their parents."""
    children: list[list[int]] = [[] for _ in joints]
    for joint, one in enumerate(joints):
        if one.parent >= 0:
            children[one.parent].append(joint)
    waiting = [(0, 0)]
    while waiting:
        joint, depth = waiting.pop()
        yield joint, depth, len(children[joint])
        waiting += [(child, depth + 1) for child in reversed(children[joint])]


def _curve_lines(curve: MayaCurve, unit_fps: float) -> Iterator[str]:
    is_straight = curve.into is None or curve.out is None
    yield "animData {"
    yield "  input time;"
    yield f"  output {'angular' if curve.is_angular else 'linear'};"
    yield f"  weighted {0 if is_straight else 1};"
    yield "  preInfinity constant;"
    yield "  postInfinity constant;"
    yield "  keys {"
    yield from [_straight_keys(curve)] if is_straight else _fixed_keys(curve, unit_fps)
    yield "  }"
    yield "}"


def _straight_keys(curve: MayaCurve) -> str:
    """A line a key: time, value, types of tangents, whether tangents and weights are locked, whether a breakdown.

    All lines at once, which takes four fifths of the time of one after the other.
    """
    lines = "\n".join(["    %.12g %.12g linear linear 1 1 %d;"] * len(curve.times))
    return lines % tuple(np.stack([curve.times, curve.values, curve.breakdowns], axis=1).ravel().tolist())


def _fixed_keys(curve: MayaCurve, unit_fps: float) -> Iterator[str]:
    """The same, and angle and weight of the tangent in and of the tangent out."""
    assert curve.into is not None
    assert curve.out is not None
    frames = [np.array([unit_fps, 1.0]) * handles for handles in (curve.into, curve.out)]
    columns = [
        column
        for handles in frames
        for column in (np.degrees(np.arctan2(handles[:, 1], handles[:, 0])), np.hypot(handles[:, 0], handles[:, 1]))
    ]
    for key, numbers in enumerate(np.stack(columns, axis=1).tolist()):
        flags = f"{int(curve.locked[key])} 0 {int(curve.breakdowns[key])}"
        tangents = " ".join(f"{number:.14g}" for number in numbers)
        yield f"    {curve.times[key]:.12g} {curve.values[key]:.12g} fixed fixed {flags} {tangents};"
