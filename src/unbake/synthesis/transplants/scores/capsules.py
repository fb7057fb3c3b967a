"""How deep limbs are in each other and in the trunk: bones as capsules.

Radii are rough, and those of a slim body: what touches in captured motions hardly counts, a hand inside the chest does.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.body.body_path import ROLES, BodyPath

RADII = {"trunk": 0.12, "head": 0.1, "upper arm": 0.045, "forearm": 0.035, "thigh": 0.065, "shank": 0.05}
"""Of a capsule, in leg lengths."""
HAND = 0.35
"""How far a forearm's capsule reaches beyond the wrist, by its own length."""
_SIDED = {
    "upper arm": ("shoulder", "elbow"),
    "forearm": ("elbow", "wrist"),
    "thigh": ("hip", "knee"),
    "shank": ("knee", "ankle"),
}


def _pairs() -> list[tuple[str, str]]:
    """What may not be inside each other; what hangs together always is, at the joint."""
    out = [("left forearm", "right forearm"), ("left shank", "right shank"), ("left thigh", "right shank")]
    out.append(("left shank", "right thigh"))
    for side, other in (("left", "right"), ("right", "left")):
        trunk = [(f"{side} forearm", part) for part in ("trunk", "head")]
        legs = [(f"{side} forearm", f"{which} {part}") for which in ("left", "right") for part in ("thigh", "shank")]
        out += [*trunk, *legs, (f"{side} forearm", f"{other} upper arm")]
    return out


PAIRS = _pairs()


def penetration_m(body: BodyPath) -> Floats:
    """Return how deep the worst pair of capsules is in each other at every instant (T,), in metres; 0 for none."""
    ends = {name: _ends(body, name) for name in {name for pair in PAIRS for name in pair}}
    deepest = np.zeros(body.n_instants)
    for one, other in PAIRS:
        reach = RADII[one.split(maxsplit=1)[-1]] + RADII[other.split(maxsplit=1)[-1]]
        deepest = np.maximum(deepest, reach - segment_distances(*ends[one], *ends[other]))
    return np.asarray(deepest * body.leg_m)


def _ends(body: BodyPath, name: str) -> tuple[Floats, Floats]:
    at = {role: body.positions[:, row].astype(np.float64) for row, role in enumerate(ROLES)}
    if name == "trunk":
        return at["hips"], at["chest"]
    if name == "head":
        return at["head"], at["head"]
    side, part = name.split(maxsplit=1)
    start, end = (at[f"{side}-{joint}"] for joint in _SIDED[part])
    return start, end + HAND * (end - start) if part == "forearm" else end


def segment_distances(a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """Return the distances (T,) of the segments from `a` to `b` and from `c` to `d`, each (T, 3).

    Reference: C. Ericson, Real-time collision detection, 2005, section 5.1.9.
    """
    u, v, w = b - a, d - c, a - c
    uu, vv, uv = (np.einsum("tk,tk->t", p, q) for p, q in ((u, u), (v, v), (u, v)))
    uw, vw = (np.einsum("tk,tk->t", p, w) for p in (u, v))
    area = uu * vv - uv * uv
    s = np.where(area > 1e-12, np.clip((uv * vw - uw * vv) / np.where(area > 1e-12, area, 1.0), 0.0, 1.0), 0.0)
    t = (uv * s + vw) / np.maximum(vv, 1e-12)
    t = np.clip(t, 0.0, 1.0)
    s = np.clip((uv * t - uw) / np.maximum(uu, 1e-12), 0.0, 1.0)
    t = np.clip((uv * s + vw) / np.maximum(vv, 1e-12), 0.0, 1.0)
    return np.asarray(np.linalg.norm(w + s[:, None] * u - t[:, None] * v, axis=1))
