import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from curves.fitted import excess, peaks, sampled, segments_of, squared, walks
from curves.moving_arm import random_keys
from unbake.curves.fits import free
from unbake.curves.fits.chain_kernels import TIGHTEST
from unbake.curves.fits.free import fit_free, handles_of
from unbake.curves.fits.free_kernels import AROUND, MOST_STEPS, chain_errors, fit_channel
from unbake.curves.fits.hermite import fit_broken, fit_hermite, fit_thirds

SHAPES = {"frames": st.integers(1, 60), "share": st.floats(0.0, 1.0), "seed": st.integers(0, 10_000)}


@settings(max_examples=30)
@given(**SHAPES)
def test_segments_and_handles_are_the_same(frames, share, seed):
    keys = random_keys(max(frames, 2), 2 + round(share * (frames - 2)), seed)
    values, random = walks(max(frames, 2), 2, seed), np.random.default_rng(seed)
    segments = random.uniform(0.1, 0.9, size=(2, len(keys) - 1, 4))
    np.testing.assert_allclose(segments_of(keys, values, handles_of(keys, values, segments)), segments, rtol=1e-7)


@settings(max_examples=40)
@given(
    frames=st.integers(3, 80), share=st.floats(0.0, 0.6), seed=st.integers(0, 10_000), weight=st.sampled_from([0, 1])
)
def test_curves_keep_their_limits_or_those_of_the_simple_fit(frames, share, seed, weight):
    keys, values = random_keys(frames, 2 + round(share * (frames - 2)), seed), walks(frames, 3, seed)
    mine = excess(keys, values, fit_free(keys, values, break_weight=weight))
    simple = excess(keys, values, (fit_broken, fit_thirds)[weight](keys, values))
    assert (mine <= np.maximum(simple, 0.0) + free.YIELDING + 1e-9).all()


def test_where_the_simple_fit_overshoots_this_one_need_not():
    overshoot = 0
    for seed in range(25):
        keys, values = random_keys(60, 6, seed), walks(60, 3, seed)
        overshoot += np.sum(excess(keys, values, fit_thirds(keys, values)) > free.WAVERING)
        assert (excess(keys, values, fit_free(keys, values)) <= free.WAVERING + 1e-9).all()
    assert overshoot > 20


@pytest.mark.parametrize("gap", [10, 20, 60])
@pytest.mark.parametrize("ramp", [1, 4, 9])
def test_a_step_does_not_overshoot(ramp, gap):
    """Flat, fast, flat: with keys along the flat parts there is no room at all, and slopes must die away."""
    data = np.clip(np.arange(-60.0, 61.0) / ramp, -1.0, 1.0)[:, None]
    inner = [60 - ramp - 2, 60, 60 + ramp + 2]
    keys = np.unique([*range(0, inner[0], gap), *inner, *range(120, inner[2], -gap)])
    times = np.linspace(0, 120, 4001)

    def beyond(handles):
        return np.abs(sampled(keys, data, handles, times)).max() - 1.0

    hermite, slack = beyond(fit_thirds(keys, data)), 2.0 * free.WAVERING
    room = fit_free(keys, data)
    assert beyond(room) <= 2.0 * free.OVERSHOOT + slack
    # Flat and steep parts side by side want stubs or overlaps, which a fair curve does without.
    assert squared(keys, data, room) < 0.4 * squared(keys, data, fit_thirds(keys, data))
    tightest = fit_free(keys, data, shape=TIGHTEST)
    assert beyond(tightest) <= 2.0 * free.OVERSHOOT + slack
    assert squared(keys, data, tightest) < 0.1 * squared(keys, data, fit_thirds(keys, data))
    # Without any room a penalty cannot hold a curve: it may go as far as the Hermite fit.
    assert beyond(fit_free(keys, data, overshoot=0.0)) <= max(hermite, 0.0) + slack
    # Between a level and a free curve, more room is never of less use.
    assert beyond(fit_free(keys, data, overshoot=1e9)) >= beyond(room) - 2.0 * slack


def channel_fit(keys, row, levelling, ceiling=np.inf, break_weight=1.0):
    """One channel of range 1 through the kernel alone, without limits: its (squared error, peak)."""
    slopes = fit_hermite(keys, row[:, None])
    segments = np.full((1, len(keys) - 1, 4), 1 / 3)
    segments[0, :, :2] = np.concatenate([slopes[:-1], slopes[1:]], axis=1)
    limits = np.tile([-1e9, 1e9], (1, len(keys) - 1, 1))
    corners = np.zeros((1, len(keys)), dtype=bool)
    marked, most = np.zeros((1, len(keys) - 1), dtype=bool), np.array([ceiling])
    how = (levelling, True, TIGHTEST)
    fit_channel(
        keys, row[None], segments, corners, limits, most, *how, marked, AROUND, np.ones(len(row)), MOST_STEPS, 0
    )
    return chain_errors(keys, row, segments[0], np.full(len(row), 0.5), np.zeros(len(row)))


@pytest.mark.parametrize("seed", range(12))
def test_levelling_lowers_the_peak_within_its_part(seed):
    keys, values, lowered = random_keys(100, 9, seed), walks(100, 2, seed), 0
    for row in np.ascontiguousarray(((values - values[0]) / np.ptp(values, axis=0)).T):
        square, peak = channel_fit(keys, row, 0.0)
        lowest = peak
        for part in (0.02, 0.1, 1.0):
            levelled, lower = channel_fit(keys, row, part)
            assert levelled <= square * (1 + part) * (1 + 1e-12)
            assert lower <= lowest
            lowest = lower
            ceiling = square * (1 + part / 2)
            assert channel_fit(keys, row, part, ceiling)[0] <= ceiling * (1 + 1e-12)
        lowered += lowest < peak
    assert lowered


@pytest.mark.parametrize(
    ("marked", "changed"),
    [
        ((9,), range(7, 12)),
        ((0,), range(3)),
        ((18,), range(16, 19)),
        ((4, 8), range(2, 11)),
        ((3, 14), (*range(1, 6), *range(12, 17))),
    ],
)
def test_marked_segments_are_mended_with_those_around_them_alone(marked, changed):
    keys, values = random_keys(150, 20, 1), walks(150, 1, 1)
    row = np.ascontiguousarray(((values - values[0]) / np.ptp(values, axis=0)).T)
    start = np.full((1, 19, 4), 1 / 3)
    slopes = fit_hermite(keys, row.T)
    start[0, :, :2] = np.concatenate([slopes[:-1], slopes[1:]], axis=1)
    before, marks = start.copy(), np.zeros((1, 19), dtype=bool)
    marks[0, list(marked)] = True
    limits, corners = np.tile([-1e9, 1e9], (1, 19, 1)), np.zeros((1, 20), dtype=bool)
    how = (np.array([np.inf]), 0.1, True, free.FAIR)
    fit_channel(keys, row, start, corners, limits, *how, marks, AROUND, np.ones(150), MOST_STEPS, 0)
    assert np.flatnonzero((start != before).any(axis=(0, 2))).tolist() == list(changed)
    assert start[0, 1:, 0] == pytest.approx(start[0, :-1, 1])  # tangents stay in line
    errors = [chain_errors(keys, row[0], chain[0], np.full(150, 0.5), np.zeros(150))[0] for chain in (before, start)]
    assert errors[1] < errors[0]


@pytest.mark.parametrize("seed", range(4))
def test_levelling_keeps_its_promise_within_limits(seed):
    """Limits may send the levelled and the plain fit different ways; to a thousandth the promise holds all the same."""
    keys, values = random_keys(150, 8, seed), walks(150, 12, seed)
    plain, levelled = fit_free(keys, values, levelling=0.0), fit_free(keys, values)
    assert (squared(keys, values, levelled) <= squared(keys, values, plain) * (1 + 1.02 * free.LEVELLING)).all()
    assert (peaks(keys, values, levelled) <= peaks(keys, values, plain) * 1.001).all()
    assert peaks(keys, values, levelled).sum() < 0.95 * peaks(keys, values, plain).sum()
