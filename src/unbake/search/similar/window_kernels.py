"""The inner loops of windows: bodies seen from their own frame, and how far such windows are from others."""

from __future__ import annotations

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
def squared_distances(
    positions: Floats32,
    place: Floats,
    sine: Floats,
    cosine: Floats,
    middles: Indices,
    moments: Indices,
    offsets: Indices,
    queries: Floats32,
    squared: Floats,
) -> None:
    """Fill squared (N, 2) with the squared distances of stretches to two queries: a stretch, and its mirror image.

    Parameters
    ----------
    positions, place, sine, cosine, moments : as of `see`.
    middles : (N,) the middle of the first window of each stretch.
    offsets : (M,) from there to the middles of its M windows.
    queries : (2, M, W, 3, J) the windows of the two queries.
    """
    last = len(positions) - 1
    for n in range(len(middles)):
        first = second = 0.0
        for part in range(len(offsets)):
            m = middles[n] + offsets[part]
            x0, z0, s, c = place[m, 0], place[m, 1], sine[m], cosine[m]
            for w in range(len(moments)):
                t = min(max(m + moments[w], 0), last)
                for j in range(positions.shape[1]):
                    x, y, z = positions[t, j, 0] - x0, positions[t, j, 1], positions[t, j, 2] - z0
                    ahead, aside = s * x + c * z, c * x - s * z
                    dx, dy, dz = (
                        aside - queries[0, part, w, 0, j],
                        y - queries[0, part, w, 1, j],
                        ahead - queries[0, part, w, 2, j],
                    )
                    first += dx * dx + dy * dy + dz * dz
                    dx, dy, dz = (
                        aside - queries[1, part, w, 0, j],
                        y - queries[1, part, w, 1, j],
                        ahead - queries[1, part, w, 2, j],
                    )
                    second += dx * dx + dy * dy + dz * dz
        squared[n, 0] = first
        squared[n, 1] = second
