"""The fewest cubics that go on at the same speed and give every value of a channel, as baked curves do.

A channel that was keyed and baked is such a chain exactly: each segment between two keys takes two slopes, and every
frame in it is one equation. The chain is found from the front, by breadth: at each frame the chains that end there are
kept by how many equations they have met beyond those that they used up.

Pieces of one or two frames meet any values, so that chains of these are always there; they have met nothing.
"""

from __future__ import annotations

import numpy as np

from unbake.compiling import njit

WIDTH = 6
"""Chains that are kept at each frame."""
EDGE = 3
"""A cubic that reaches so far and no farther can end this many frames earlier at most, for the next to fit."""


@njit(cache=True, nogil=True)
def _fitted_slope(values, k, h, known, slope, tolerance):
    """Return whether one cubic gives all values from k to k+h, and its slope at the end. Two frames need a known slope
    to begin with, more do not."""
    aa, ab, bb, ad, bd = 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(1, h):
        u = i / h
        a, b = h * u * (1.0 - u) * (1.0 - u), -h * u * u * (1.0 - u)
        d = values[k + i] - values[k] - u * u * (3.0 - 2.0 * u) * (values[k + h] - values[k])
        aa += a * a
        ab += a * b
        bb += b * b
        ad += a * d
        bd += b * d
    start = slope if known else (ad * bb - bd * ab) / (aa * bb - ab * ab)
    end = (bd - ab * start) / bb
    for i in range(1, h):
        u = i / h
        d = values[k + i] - values[k] - u * u * (3.0 - 2.0 * u) * (values[k + h] - values[k])
        if abs(d - h * u * (1.0 - u) * ((1.0 - u) * start - u * end)) > tolerance:
            return False, end
    return True, end


@njit(cache=True, nogil=True)
def cubic_pieces(values, tolerance):
    """Return how many equations the best chain has met, and whether it has a knot at each frame.

    Parameters
    ----------
    values : (F,) one channel, two frames or more.
    tolerance : how far a value may lie from its cubic, above what rounding does.
    """
    frames = len(values)
    met, slopes = np.full((frames, WIDTH), -1), np.zeros((frames, WIDTH))
    known, before = np.zeros((frames, WIDTH), dtype=np.bool_), np.zeros((frames, WIDTH, 2), dtype=np.int64)
    met[0, 0] = 0
    for k in range(frames - 1):
        for n in range(WIDTH):
            if met[k, n] < 0:
                continue
            # A piece of fewer frames meets any values: it has a slope at each end to do it.
            least = 3 if known[k, n] else 4
            most = frames - 1 - k
            reach, beyond, doubles = least - 1, least, True
            while reach < most and (doubles or beyond - reach > 1):
                h = min(beyond, most) if doubles else (reach + beyond) // 2
                if _fitted_slope(values, k, h, known[k, n], slopes[k, n], tolerance)[0]:
                    reach, beyond = h, 2 * h if doubles else beyond
                else:
                    beyond, doubles = h, False
            for h in range(1, reach + 1):
                if h > most or least <= h < reach - EDGE:
                    continue
                # One frame tells of no slope; two do where the first is known.
                tells = h > 2 or (h == 2 and known[k, n])
                end = _fitted_slope(values, k, h, known[k, n], slopes[k, n], tolerance)[1] if tells else 0.0
                count = met[k, n] + max(h - least + 1, 0)
                place = _place(met[k + h], slopes[k + h], known[k + h], count, tells, end, tolerance)
                if place >= 0:
                    met[k + h, place], slopes[k + h, place], known[k + h, place] = count, end, tells
                    before[k + h, place, 0], before[k + h, place, 1] = k, n
    return best_chain(met, before)


@njit(cache=True, nogil=True)
def _place(met, slopes, known, count, tells, slope, tolerance):
    """Return where to put a chain among those that end at a frame: in place of one with its slope, or of the one that
    met least; -1 where these have met as much."""
    least = 0
    for n in range(WIDTH):
        if met[n] >= 0 and known[n] == tells and (not tells or abs(slopes[n] - slope) <= tolerance):
            return n if met[n] < count else -1
        if met[n] < met[least]:
            least = n
    return least if met[least] < count else -1


@njit(cache=True, nogil=True)
def best_chain(met, before):
    """Return how many equations the chain has met that met most, and whether it has a knot at each frame.

    Parameters
    ----------
    met : (F, N) what the chains have met that are kept at each frame.
    before : (F, N, 2) frame and place of each in the frame that it came from.
    """
    frame, label = len(met) - 1, int(np.argmax(met[-1]))
    most, knots = met[frame, label], np.zeros(len(met), dtype=np.bool_)
    while frame > 0:
        knots[frame] = True
        frame, label = before[frame, label, 0], before[frame, label, 1]
    return most, knots
