"""Charts as lines within a rectangle, in pixels: what is drawn in the viewport, without the drawing."""

from __future__ import annotations

import numpy as np

MARGIN = 8.0


def space_chart(counts, errors_cm, count, corner, size):
    """Return the error of every count as a polyline (N, 2), and a point (2,) for the chosen one.

    Errors are drawn by their logarithm: between 2 and 20 keys they fall a hundredfold.
    """
    corner, size = np.asarray(corner, float) + MARGIN, np.asarray(size, float) - 2.0 * MARGIN
    counts = np.asarray(counts, float)
    heights = np.log10(np.maximum(np.asarray(errors_cm, float), 1e-3))
    across = _scaled(np.log2(counts), np.log2(counts[0]), np.log2(counts[-1]))
    line = corner + np.stack([across, _scaled(heights, heights.min(), heights.max())], axis=1) * size
    place = int(np.abs(counts - count).argmin())
    return line, line[place]


def error_strip(errors_cm, first, frame, corner, size):
    """Return the error over time as a polyline (F, 2), and the line (2, 2) of the current frame."""
    corner, size = np.asarray(corner, float) + MARGIN, np.asarray(size, float) - 2.0 * MARGIN
    errors = np.asarray(errors_cm, float)
    across = np.linspace(0.0, 1.0, len(errors))
    line = corner + np.stack([across, _scaled(errors, 0.0, max(errors.max(), 1e-6))], axis=1) * size
    now = np.clip((frame - first) / max(len(errors) - 1, 1), 0.0, 1.0)
    return line, corner + np.array([[now, 0.0], [now, 1.0]]) * size


def _scaled(values, low, high):
    return np.zeros_like(values) if high <= low else (values - low) / (high - low)
