"""Keys and handles in F-curves, as exactly as single precision has them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

KEY_TYPES = ("KEYFRAME", "BREAKDOWN", "MOVING_HOLD")


@dataclass
class KeyedCurve:
    """An F-curve to be: `values` (K,), `left` and `right` (K, 2) as frame and value, `broken` (K,)."""

    frames: np.ndarray
    values: np.ndarray
    left: np.ndarray
    right: np.ndarray
    broken: np.ndarray

    def times(self, factor, shift=0.0):
        """Return the curve with other values."""
        scaled = np.array([1.0, factor])
        moved = np.array([0.0, shift])
        return KeyedCurve(
            self.frames,
            self.values * factor + shift,
            self.left * scaled + moved,
            self.right * scaled + moved,
            self.broken,
        )


def write_handles(curve, keyed):
    """Give the keys of an F-curve other handles; whatever else they are stays, such as types and stepped keys."""
    first, last = keyed.frames[0], keyed.frames[-1]
    kept = [_row(point) for point in curve.keyframe_points if first - 0.5 < point.co.x < last + 0.5]
    write(curve, keyed, [0] * len(kept))
    points = [point for point in curve.keyframe_points if first - 0.5 < point.co.x < last + 0.5]
    for point, row in zip(points, kept, strict=True):
        for name in ("interpolation", "type", "easing"):
            setattr(point, name, row[name])


def write(curve, keyed, classes):
    """Replace the keys of an F-curve between the first and the last of the new ones; what lies beyond stays."""
    first, last = keyed.frames[0], keyed.frames[-1]
    kept = [_row(point) for point in curve.keyframe_points if not first - 0.5 < point.co.x < last + 0.5]
    rows = _rows(keyed, classes, [row for row in kept if row["co"][0] < first], [r for r in kept if r["co"][0] > last])
    points = curve.keyframe_points
    points.clear()
    points.add(len(rows))
    points.foreach_set("co", np.array([row["co"] for row in rows], dtype=np.float32).ravel())
    for point, row in zip(points, rows, strict=True):
        for name in ("interpolation", "type", "handle_left_type", "handle_right_type", "easing"):
            setattr(point, name, row[name])
    for side in ("handle_left", "handle_right"):
        points.foreach_set(side, np.array([row[side] for row in rows], dtype=np.float32).ravel())
    curve.update()
    # Updating may put aligned handles in line with what single precision makes of the other one.
    for side in ("handle_left", "handle_right"):
        points.foreach_set(side, np.array([row[side] for row in rows], dtype=np.float32).ravel())


def _row(point):
    row = {name: tuple(getattr(point, name)) for name in ("co", "handle_left", "handle_right")}
    names = ("interpolation", "type", "handle_left_type", "handle_right_type", "easing")
    return row | {name: getattr(point, name) for name in names}


def _rows(keyed, classes, before, after):
    """All keys of the F-curve, those that are kept and the new ones. An end's outer handle leads to its neighbour."""
    rows, count = [], len(keyed.frames)
    for key, frame in enumerate(keyed.frames):
        left, right = keyed.left[key], keyed.right[key]
        if key == 0 and before:
            left = _towards((frame, keyed.values[key]), before[-1]["co"])
        if key == count - 1 and after:
            right = _towards((frame, keyed.values[key]), after[0]["co"])
        is_free = bool(keyed.broken[key]) or key in (0, count - 1)
        rows.append(
            {
                "co": (frame, keyed.values[key]),
                "handle_left": tuple(left),
                "handle_right": tuple(right),
                "interpolation": "BEZIER",
                "type": KEY_TYPES[classes[key]],
                "handle_left_type": "FREE" if is_free else "ALIGNED",
                "handle_right_type": "FREE" if is_free else "ALIGNED",
                "easing": "AUTO",
            }
        )
    if after:
        rows[-1]["interpolation"] = "LINEAR" if after[0]["interpolation"] == "LINEAR" else "BEZIER"
    return before + rows + after


def _towards(key, other):
    return tuple(np.asarray(key) + (np.asarray(other) - np.asarray(key)) / 3.0)


def read(curve, first, last):
    """Return the keys of an F-curve within some frames, as a `KeyedCurve`, and their classes.

    Handles are those that Blender plays: cut at the neighbouring keys, and straight where keys are linear.
    """
    points = _within(curve, first, last)
    keyed = KeyedCurve(
        np.array([p.co.x for p in points]),
        np.array([p.co.y for p in points]),
        np.array([tuple(p.handle_left) for p in points]).reshape(-1, 2),
        np.array([tuple(p.handle_right) for p in points]).reshape(-1, 2),
        np.array([bool({"FREE", "VECTOR"} & {p.handle_left_type, p.handle_right_type}) for p in points]),
    )
    _as_played(keyed, np.array([p.interpolation == "LINEAR" for p in points[:-1]], dtype=bool))
    classes = [KEY_TYPES.index(p.type) if p.type in KEY_TYPES else 0 for p in points]
    return keyed, classes


def other_interpolations(curve, first, last):
    """Return how an F-curve goes on from its keys within some frames, where that is no Bézier curve and no line."""
    return [p.interpolation for p in _within(curve, first, last)[:-1] if p.interpolation not in ("BEZIER", "LINEAR")]


def _within(curve, first, last):
    return [p for p in curve.keyframe_points if first - 0.25 < p.co.x < last + 0.25]


def _as_played(keyed, is_linear):
    """Cut handles at the neighbouring keys, and straighten segments (K - 1,) that are linear."""
    keys = np.stack([keyed.frames, keyed.values], axis=1)
    ways = np.diff(keys, axis=0)
    for start, handles, sign in ((keys[:-1], keyed.right[:-1], 1.0), (keys[1:], keyed.left[1:], -1.0)):
        lengths = np.maximum(sign * (handles[:, 0] - start[:, 0]), 1e-9)
        handles[:] = start + (handles - start) * np.minimum(1.0, ways[:, 0] / lengths)[:, None]
        handles[is_linear] = (start + sign * ways / 3.0)[is_linear]
    keyed.broken[:-1] |= is_linear
    keyed.broken[1:] |= is_linear
