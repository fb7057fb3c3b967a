"""What tests of fits share: curves at their frames, errors, and what every fit must keep."""

import numpy as np

from unbake.curves.bezier import evaluate_chain
from unbake.curves.fits import free
from unbake.curves.fits.chain_kernels import BOTH, FAIR, LEAST, MOST
from unbake.curves.fits.overshoot import limits_of, reaches
from unbake.curves.keyed_animation import FCurve
from unbake.motion.channels import Channel

U = np.linspace(0.0, 1.0, 401)


def sampled(keys, values, handles, times=None):
    """The curves' values (T, C), at every frame unless told."""
    times = np.arange(float(len(values))) if times is None else times
    left, right = handles
    rows = [
        evaluate_chain(keys.astype(float), values[keys, c].copy(), left[c], right[c], times)
        for c in range(values.shape[1])
    ]
    return np.stack(rows, axis=1)


def squared(keys, values, handles):
    return np.sum((sampled(keys, values, handles) - values) ** 2, axis=0)


def peaks(keys, values, handles):
    return np.abs(sampled(keys, values, handles) - values).max(axis=0)


def walks(frames, channels, seed):
    """Random walks, smoothed by different amounts from channel to channel, the last a plain one."""
    values = np.cumsum(np.random.default_rng(seed).normal(size=(frames, channels)), axis=0)
    for channel in range(channels - 1):
        width = 2 * channel + 3
        padded = np.pad(values[:, channel], width // 2, mode="edge")
        values[:, channel] = np.convolve(padded, np.full(width, 1 / width), mode="valid")
    return values


def breaks(keys, values, handles):
    """Pairs (channel, key) of broken tangents."""
    left, right = handles
    curves = [
        FCurve(Channel(0, "tx"), keys.astype(float), values[keys, c], left[c], right[c]) for c in range(values.shape[1])
    ]
    return [(c, int(k)) for c, curve in enumerate(curves) for k in curve.breaks()]


def is_no_farther(keys, values, handles, simpler):
    """Whether every channel is as near as its simpler counterpart, to rounding."""
    rounding = 1e-22 * np.maximum(np.ptp(values, axis=0), np.abs(values).max()) ** 2 * len(values)
    return bool((squared(keys, values, handles) <= squared(keys, values, simpler) * (1 + 1e-9) + rounding).all())


def check_sound(keys, values, handles, shape=FAIR):
    """Exact at the keys, handles within their bounds and their segments, never backwards in time."""
    left, right = handles
    assert left.shape == right.shape == (values.shape[1], len(keys), 2)
    assert (sampled(keys, values, handles)[keys] == values[keys]).all()
    for outer, at in ((left[:, 0], 0), (right[:, -1], -1)):
        assert (outer[:, 0] == keys[at]).all()
        assert (outer[:, 1] == values[keys[at]]).all()
    spans = np.diff(keys)
    out, into = (right[:, :-1, 0] - keys[:-1]) / spans, (keys[1:] - left[:, 1:, 0]) / spans
    for length in (out, into):
        assert (length >= shape[LEAST] - 1e-12).all()
        assert (length <= shape[MOST] + 1e-12).all()
    assert (out + into <= shape[BOTH] + 1e-12).all()
    times = 3 * (1 - U) ** 2 * U * out[..., None] + 3 * (1 - U) * U**2 * (1 - into[..., None]) + U**3
    assert (np.diff(times, axis=-1) >= -1e-12).all()


def segments_of(keys, values, handles):
    """The rows of the kernels (C, K − 1, 4) from handles."""
    left, right = handles
    out, into = right[:, :-1] - np.stack([keys, keys], axis=1)[:-1], -left[:, 1:]
    out[..., 1] = right[:, :-1, 1] - values[keys[:-1]].T
    into[..., 0], into[..., 1] = keys[1:] - left[:, 1:, 0], values[keys[1:]].T - left[:, 1:, 1]
    spans = np.diff(keys)
    columns = [out[..., 1] / out[..., 0], into[..., 1] / into[..., 0], out[..., 0] / spans, into[..., 0] / spans]
    return np.stack(columns, axis=-1)


def excess(keys, values, handles, overshoot=free.OVERSHOOT):
    """How far each segment (C, K − 1) goes beyond its limits, in parts of its channel's range."""
    rows = np.ascontiguousarray(values.T)
    limits, reached = limits_of(keys, rows, overshoot), reaches(keys, rows, segments_of(keys, values, handles))
    return (
        np.maximum(limits[..., 0] - reached[..., 0], reached[..., 1] - limits[..., 1]) / np.ptp(rows, axis=1)[:, None]
    )
