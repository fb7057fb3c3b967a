"""FBX files as text, made to order: nodes with any properties, takes with any curves."""

from dataclasses import dataclass, field

import numpy as np

TICKS = 46_186_158_000
LINEAR, CUBIC_USER, CONSTANT = 0x4, 0x408, 0x2
WEIGHTED = 0x3000000


@dataclass
class FbxNode:
    """A node: kind LimbNode, Null, …; `rows` of its properties, name → numbers."""

    name: str
    parent: str = ""
    kind: str = "LimbNode"
    rows: dict = field(default_factory=dict)


@dataclass
class FbxCurve:
    """Keys of one component: times in seconds, values; slopes a second and weights of both handles of each segment."""

    node: str
    what: str
    axis: int
    times: list
    values: list
    slopes: list | None = None
    weights: list | None = None
    flags: int | None = None
    layer: int = 0


@dataclass
class FbxTake:
    name: str
    begin: float
    end: float
    curves: list
    layers: int = 1


def numbers(name, kind, values):
    return f'P: "{name}", "{kind}", "", "A",{",".join(repr(float(value)) for value in values)}'


def array(name, values):
    return f"{name}: *{len(values)} {{\n a: {','.join(map(str, values))}\n}}"


def attributes(curve):
    """The attributes of keys: right slope, next left slope, two weights in 16 bits each, velocities; floats as bits."""
    count = len(curve.times)
    slopes = curve.slopes or [(0.0, 0.0)] * count
    flags, data = [], []
    for key in range(count):
        weights = (curve.weights or [None] * count)[key]
        right, left = weights or (1 / 3, 1 / 3)
        usual = CUBIC_USER if curve.slopes else LINEAR
        flags.append((usual if curve.flags is None else curve.flags) | (WEIGHTED if weights else 0))
        slope_bits = [int(np.float32(slope).view(np.int32)) for slope in slopes[key]]
        data += [*slope_bits, round(right * 1e4) | round(left * 1e4) << 16, 0]
    return flags, data


def curve_text(number, curve):
    flags, data = attributes(curve)
    return "\n".join(
        [
            f'AnimationCurve: {number}, "AnimCurve::", "" {{\nDefault: 0\nKeyVer: 4008',
            array("KeyTime", [round(time * TICKS) for time in curve.times]),
            array("KeyValueFloat", [repr(float(value)) for value in curve.values]),
            array("KeyAttrFlags", flags),
            array("KeyAttrDataFloat", data),
            array("KeyAttrRefCount", [1] * len(flags)),
            "}",
        ]
    )


def write_fbx(path, nodes, takes, *, mode=6, rate=30.0, up=1, centimetres=1.0, with_axes=True):
    """Write a file; `mode` is FBX's number of the frame rate, 14 for `rate`; `up` 0 to 2; a unit of so many cm."""
    front, side = {0: (2, 1), 1: (2, 0), 2: (1, 0)}[up]
    rows = [numbers("UnitScaleFactor", "double", [centimetres]), f'P: "TimeMode", "enum", "", "",{mode}']
    rows.append(numbers("CustomFrameRate", "double", [rate]))
    if with_axes:
        sign = -1 if up == 2 else 1
        axes = {"UpAxis": up, "UpAxisSign": 1, "FrontAxis": front, "FrontAxisSign": sign}
        axes |= {"CoordAxis": side, "CoordAxisSign": 1}
        rows += [f'P: "{name}", "int", "Integer", "",{value}' for name, value in axes.items()]
    objects, links = [], []
    ids = {node.name: 1000 + 2 * place for place, node in enumerate(nodes)}
    for node in nodes:
        own = "\n".join(
            numbers(name, name if name.startswith("Lcl") else "Vector3D", values)
            if isinstance(values, (tuple, list))
            else f'P: "{name}", "enum", "", "",{values}'
            for name, values in node.rows.items()
        )
        head = f'Model: {ids[node.name]}, "Model::{node.name}", "{node.kind}"'
        objects.append(f"{head} {{\nVersion: 232\nProperties70: {{\n{own}\n}}\n}}")
        objects.append(f'NodeAttribute: {ids[node.name] + 1}, "NodeAttribute::", "{node.kind}" {{\n}}')
        links += [(ids[node.name] + 1, ids[node.name], ""), (ids[node.name], ids.get(node.parent, 0), "")]
    free = 100_000
    for take in takes:
        stack, free = free, free + 1
        span = "\n".join(
            f'P: "{name}", "KTime", "Time", "",{round(time * TICKS)}'
            for name, time in (("LocalStart", take.begin), ("LocalStop", take.end))
        )
        objects.append(f'AnimationStack: {stack}, "AnimStack::{take.name}", "" {{\nProperties70: {{\n{span}\n}}\n}}')
        layers = list(range(free, free + take.layers))
        free += take.layers
        objects += [f'AnimationLayer: {layer}, "AnimLayer::Layer{layer}", "" {{\n}}' for layer in layers]
        links += [(layer, stack, "") for layer in layers]
        groups = {}
        for curve in take.curves:
            key = (curve.node, curve.what, curve.layer)
            if key not in groups:
                groups[key], free = free, free + 1
                objects.append(f'AnimationCurveNode: {groups[key]}, "AnimCurveNode::{curve.what[4]}", "" {{\n}}')
                links += [(groups[key], layers[curve.layer], ""), (groups[key], ids[curve.node], curve.what)]
            objects.append(curve_text(free, curve))
            links.append((free, groups[key], f"d|{'XYZ'[curve.axis]}"))
            free += 1
    ties = [f'C: "OP",{a},{b}, "{name}"' if name else f'C: "OO",{a},{b}' for a, b, name in links]
    inner = "\n".join(rows)
    settings = f"GlobalSettings: {{\nVersion: 1000\nProperties70: {{\n{inner}\n}}\n}}"
    header = "FBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}"
    parts = [
        "; FBX 7.4.0 project file",
        header,
        settings,
        "Objects: {",
        *objects,
        "}",
        "Connections: {",
        *ties,
        "}",
        "",
    ]
    path.write_text("\n".join(parts))
    return path


def turning(node, times, seed, *, slopes=True, weights=False, what="Lcl Rotation", size=40.0):
    """Three curves of a node at random, with user tangents."""
    rng = np.random.default_rng(seed)
    out = []
    for axis in range(3):
        values = list(rng.uniform(-size, size, len(times)))
        sides = [tuple(rng.uniform(-100.0, 100.0, 2)) for _ in times] if slopes else None
        lengths = [tuple(rng.uniform(0.1, 0.45, 2)) for _ in times] if weights else None
        out.append(FbxCurve(node, what, axis, list(times), values, sides, lengths))
    return out


def chain(**rows):
    """Hips, spine, head and a leg, as centimetres; `rows` are further properties of the spine."""
    return [
        FbxNode("Hips", rows={"Lcl Translation": (3.0, 95.0, 2.0)}),
        FbxNode("Spine", "Hips", rows={"Lcl Translation": (0.0, 20.0, 1.0), **rows}),
        FbxNode("Head", "Spine", rows={"Lcl Translation": (1.0, 30.0, 0.0), "Lcl Rotation": (5.0, 0.0, 9.0)}),
        FbxNode("LeftUpLeg", "Hips", rows={"Lcl Translation": (10.0, -5.0, 0.0)}),
        FbxNode("LeftLeg", "LeftUpLeg", rows={"Lcl Translation": (0.0, -45.0, 3.0)}),
    ]
