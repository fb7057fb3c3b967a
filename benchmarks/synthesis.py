"""How fast windows are compared, beside plain NumPy in the same run: ``python -m benchmarks.synthesis``."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.clips import long_points
from benchmarks.timing import medians_s, print_table
from benchmarks.usage import takes_no_arguments
from unbake.ground.arrays import Floats, Floats32
from unbake.synthesis.distances.windows import distance_stripes, window_distances

FRAMES, WINDOW = 5000, 20


def plain_distances(a_m: Floats, b_m: Floats, window: int) -> Floats32:
    """Return the same distances with NumPy alone: whole matrices, and shifted sums along their diagonals."""
    a, b = (values.astype(np.float32) - values.mean(axis=(0, 1)).astype(np.float32) for values in (a_m, b_m))
    b[..., 1] += np.float32(b_m[..., 1].mean() - a_m[..., 1].mean())
    (x, y, z), (u, v, w) = np.moveaxis(a, 2, 0), np.moveaxis(b, 2, 0)
    flat, other = np.hstack([x, z]), np.hstack([u, w])
    turned = np.hstack([x, -z]) @ np.hstack([w, u]).T
    along = flat @ other.T
    heights = y @ v.T
    n, m = len(a) - window + 1, len(b) - window + 1
    total = np.float32(window * a.shape[1])
    across, ahead, level = (
        sum(table[k : k + n, k : k + m] for k in range(window)) for table in (turned, along, heights)
    )

    def windowed(values: Floats32) -> Floats32:
        return np.convolve(values.sum(axis=1), np.ones(window, dtype=np.float32), mode="valid")

    sx, sz, su, sw = (windowed(values) for values in (x, z, u, w))
    across -= (np.outer(sx, sw) - np.outer(sz, su)) / total
    ahead -= (np.outer(sx, su) + np.outer(sz, sw)) / total
    own = windowed(x**2 + z**2) - (sx**2 + sz**2) / total + windowed(y**2)
    others = windowed(u**2 + w**2) - (su**2 + sw**2) / total + windowed(v**2)
    least = own[:, None] + others - 2.0 * (np.hypot(across, ahead) + level)
    return np.asarray(np.maximum(least, 0.0) / total)


def processor_s(way: Callable[[], Any]) -> float:
    """Return the seconds that all cores together spend on something: on a busy machine it tells more."""
    started = time.process_time()
    way()
    return time.process_time() - started


def distances() -> dict[str, Any]:
    """Print how long all pairs of windows of 5,000 frames take, with NumPy and here."""
    points = long_points(FRAMES).reshape(FRAMES, -1, 3)
    ways = {
        "plain NumPy": lambda: plain_distances(points, points, WINDOW),
        "here": lambda: window_distances(points, points, WINDOW),
        "here, by stripes that are not kept": lambda: [None for _ in distance_stripes(points, points, WINDOW)],
    }
    off = float(np.abs(plain_distances(points, points, WINDOW) - window_distances(points, points, WINDOW)).max())
    seconds, processor = medians_s(ways, repeats=3), {name: processor_s(way) for name, way in ways.items()}
    print_table(
        f"Distances of all windows of {WINDOW} frames, {FRAMES:,} frames against {FRAMES:,}, 17 joints",
        ("", "s", "of processor", "times as fast"),
        [
            (name, f"{s:.2f}", f"{processor[name]:.2f}", f"{seconds['plain NumPy'] / s:.1f}")
            for name, s in seconds.items()
        ],
    )
    print(f"  largest difference between both: {off:.1e} m²")
    return {"seconds": seconds, "processor_s": processor, "largest_difference_m2": off}


def main() -> None:
    """Print all tables."""
    distances()


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
