"""The inner loops of windows: bodies seen from their own frame, and how far such windows are from others."""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit
from unbake.ground.arrays import Floats, Floats32, Indices


@njit(cache=True, nogil=True)
def see(
    positions: Floats32,
    place: Floats,
    sine: Floats,
    cosine: Floats,
    middles: Indices,
    moments: Indices,
    windows: Floats32,
) -> None:
    """Fill windows (N, W, J, 3) with poses as the body sees them that stands in the middle; see `BodyPath.seen_from`.

    Parameters
    ----------
    positions : (T, J, 3) a body path.
    place, sine, cosine : (T, 2), (T,), (T,) its frame.
    middles : (N,) where the body stands.
    moments : (W,) instants from there; beyond the ends of the path end poses last on.
    """
    last = len(positions) - 1
    for n in range(len(middles)):
        m = middles[n]
        x0, z0, s, c = place[m, 0], place[m, 1], sine[m], cosine[m]
        for w in range(len(moments)):
            t = min(max(m + moments[w], 0), last)
            for j in range(positions.shape[1]):
                x, z = positions[t, j, 0] - x0, positions[t, j, 2] - z0
                windows[n, w, j, 0] = c * x - s * z
                windows[n, w, j, 1] = positions[t, j, 1]
                windows[n, w, j, 2] = s * x + c * z


@njit(cache=True, nogil=True, fastmath={"contract", "reassoc", "nsz"})
def _squared_distances(
    x: Floats32, y: Floats32, z: Floats32, x0: float, z0: float, s: float, c: float, a: Floats32, b: Floats32
) -> tuple[float, float]:
    """The squared distances of one window to two others, (3, P) each: all in single precision, many at once."""
    x_0, z_0, sine, cosine = np.float32(x0), np.float32(z0), np.float32(s), np.float32(c)
    first = second = np.float32(0.0)
    for k in range(len(x)):
        east, north = x[k] - x_0, z[k] - z_0
        aside, ahead = cosine * east - sine * north, sine * east + cosine * north
        dx, dy, dz = aside - a[0, k], y[k] - a[1, k], ahead - a[2, k]
        first += dx * dx + dy * dy + dz * dz
        dx, dy, dz = aside - b[0, k], y[k] - b[1, k], ahead - b[2, k]
        second += dx * dx + dy * dy + dz * dz
    return float(first), float(second)


@njit(cache=True, nogil=True)
def squared_distances(
    numbers: Floats32,
    begin: int,
    place: Floats,
    sine: Floats,
    cosine: Floats,
    middles: Indices,
    half: int,
    offsets: Indices,
    queries: Floats32,
    limit: float,
    squared: Floats,
) -> None:
    """Fill squared (N, 2) with the squared distances of stretches to two queries: a stretch, and its mirror image.

    Stretches that are farther than a limit from both get some number beyond it. The ends of a window come first:
    poses differ most where they are farthest from the middle.

    Parameters
    ----------
    numbers : (2, 3, rows * J) a body as `LaidOut` has it, from instant `begin` on.
    place, sine, cosine : (T, 2), (T,), (T,) its frame.
    middles : (N,) the middle of the first window of each stretch.
    half : instants of a window before its middle.
    offsets : (M,) from the middle of the first window to the middles of all M.
    queries : (2, M, 3, P) the windows of the two queries.
    limit : of squared distances.
    """
    n_points = queries.shape[3]
    joints = n_points // (half + 1)
    ends = joints * ((half + 1) // 4)
    pieces = ((0, ends), (n_points - ends, n_points), (ends, n_points - ends))
    for n in range(len(middles)):
        squared[n, 0] = squared[n, 1] = 0.0
        for part in range(len(offsets)):
            m = middles[n] + offsets[part]
            row, parity = (m - half - begin) // 2, (m - half - begin) % 2
            x, y, z = numbers[parity, 0], numbers[parity, 1], numbers[parity, 2]
            at = row * joints
            for first, end in pieces:
                one, other = _squared_distances(
                    x[at + first : at + end],
                    y[at + first : at + end],
                    z[at + first : at + end],
                    place[m, 0],
                    place[m, 1],
                    sine[m],
                    cosine[m],
                    queries[0, part, :, first:end],
                    queries[1, part, :, first:end],
                )
                squared[n, 0] += one
                squared[n, 1] += other
                if min(squared[n, 0], squared[n, 1]) > limit:
                    break
            if min(squared[n, 0], squared[n, 1]) > limit:
                break
