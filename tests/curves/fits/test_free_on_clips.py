import numpy as np
import pytest

from clips import packaged_clip
from curves.fitted import breaks, check_sound, excess, is_no_farther, peaks, sampled, squared
from curves.moving_arm import random_keys
from data import DATA, needs_data
from unbake.curves.fits import free
from unbake.curves.fits.fit import fit
from unbake.curves.fits.free import fit_free
from unbake.curves.fits.hermite import fit_broken, fit_thirds
from unbake.formats.registry import load_motion
from unbake.keyframes.error_table import error_table
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import select
from unbake.motion.channels import channel_values, channels_of


def evenly(frames, count):
    return np.unique(np.linspace(0, frames - 1, max(2, count)).round().astype(int))


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize("clip", ["walk", "jump", "turn"])
def test_real_points(clip, one_thread):
    """Levelling, breaks and limits over real heights; in the jump limits keep channel 36 from being levelled."""
    values = np.load(DATA / "points" / f"{clip}.npy").astype(float)[:, np.r_[1:51:3, 36]]
    for count in (3, 8, len(values) // 20):
        keys = evenly(len(values), count)
        handles, plain = fit_free(keys, values), fit_free(keys, values, levelling=0.0)
        check_sound(keys, values, handles)
        assert is_no_farther(keys, values, handles, fit_thirds(keys, values))
        assert (squared(keys, values, handles) <= squared(keys, values, plain) * (1 + 1.02 * free.LEVELLING)).all()
        assert (peaks(keys, values, handles) <= peaks(keys, values, plain) * 1.006).all()
        # The curves really are free, also where limits bind.
        assert (squared(keys, values, handles) < 0.999 * squared(keys, values, fit_thirds(keys, values))).mean() > 0.95
        # On three keys of the jump two channels do as the Hermite fit, which is the nearer for it, and one yields.
        over = excess(keys, values, handles).max(axis=1)
        assert (over > free.YIELDING).sum() <= 2
        assert (over > free.WAVERING).sum() <= 3
        fits = [fit_free(keys, values, break_weight=weight) for weight in (0.0, 0.2, 0.5, 0.8, 1.0)]
        counts = [len(breaks(keys, values, f)) for f in fits]
        assert counts == sorted(counts, reverse=True)
        assert counts[0] > counts[1] > 0 == counts[-1]
        assert is_no_farther(keys, values, fits[0], fit_broken(keys, values))


@pytest.mark.slow
@needs_data
def test_every_real_clip_is_no_farther_than_its_simpler_counterparts(one_thread):
    """Eight channels and up to 200 frames of each clip, with counts and kinds of keys in turn."""
    clips = sorted((DATA / "cmu").glob("*/*.amc"))
    assert clips
    random = np.random.default_rng(0)
    for number, clip in enumerate(clips):
        motion = load_motion(clip)
        frames = min(motion.n_frames, int(random.integers(60, 200)))
        start = int(random.integers(0, motion.n_frames - frames + 1))
        values = channel_values(motion.excerpt(start + motion.first_frame, start + frames - 1 + motion.first_frame))
        values = values[:, random.permutation(values.shape[1])[:8]]
        count = (3, 8, frames // 20, frames // 5)[number % 4]
        for keys in (evenly(frames, count), random_keys(frames, count, number)):
            aligned, broken = fit_free(keys, values), fit_free(keys, values, break_weight=0.0)
            check_sound(keys, values, aligned)
            assert is_no_farther(keys, values, aligned, fit_thirds(keys, values)), clip.name
            assert is_no_farther(keys, values, broken, fit_broken(keys, values)), clip.name
            assert not breaks(keys, values, aligned), clip.name


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize(
    ("criterion", "metric", "worst_cm", "rms_cm"),
    [("line-max", "pose", 0.58, 0.058), ("curve-max", "joint", 0.58, 0.062)],
)
def test_the_marks_on_a_walk(criterion, metric, worst_cm, rms_cm, one_thread):
    """Twenty optimal keys; measured were 0.55 cm worst, 0.057 and 0.060 cm RMS."""
    values = np.load(DATA / "points" / "walk.npy").astype(float)
    keys = np.array(select(error_table(values, criterion, metric=metric), keys_max=20).frames(20))
    handles = fit_free(keys, values)
    gaps_cm = 100.0 * (sampled(keys, values, handles) - values)
    assert np.linalg.norm(gaps_cm.reshape(len(values), -1, 3), axis=2).max() <= worst_cm
    assert np.sqrt(np.mean(gaps_cm**2)) <= rms_cm
    assert not breaks(keys, values, handles)
    check_sound(keys, values, handles)
    broken = fit_free(keys, values, break_weight=0.0)
    assert is_no_farther(keys, values, broken, fit_broken(keys, values))


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.2])
def test_the_clip_of_the_package(share, one_thread):
    motion = packaged_clip()
    values = channel_values(motion)[:, ::3]
    values = values[:, np.ptp(values, axis=0) > 0.0]
    for keys in (evenly(len(values), round(share * len(values))), random_keys(len(values), 30, 1)):
        handles, broken = fit_free(keys, values), fit_free(keys, values, break_weight=0.0)
        check_sound(keys, values, handles)
        assert is_no_farther(keys, values, handles, fit_thirds(keys, values))
        assert is_no_farther(keys, values, broken, fit_broken(keys, values))
        assert not breaks(keys, values, handles)
        simple = excess(keys, values, fit_thirds(keys, values))
        assert (excess(keys, values, handles) <= np.maximum(simple, 0.0) + free.WAVERING + 1e-9).all()


@pytest.mark.slow
def test_no_animation_has_a_break_at_weight_one(one_thread):
    motion = packaged_clip()
    selection = Selection(tuple(int(k) for k in evenly(motion.n_frames, 20)))
    assert fit(motion, selection, break_weight=1.0).count_breaks() == 0
    assert fit(motion, selection, break_weight=0.3).count_breaks() > 0


@needs_data
def test_a_knee_bends_between_keys_as_far_as_it_does():
    """The right knee of 49_07 bends by 93° between two keys; where limits were drawn in by halves, by 72°."""
    motion = load_motion(DATA / "cmu/49/49_07.amc").excerpt(1, 471)
    keys = np.array([0, 75, 117, 144, 157, 185, 227, 285, 357, 413, 470])
    column = [f"{motion.skeleton.names[c.joint]} {c.name}" for c in channels_of(motion.skeleton)].index("rtibia rx")
    values = np.degrees(channel_values(motion)[:, [column]])
    found = sampled(keys, values, fit_free(keys, values))
    assert values.max() > 93.0
    assert np.abs(found - values).max() < 10.0
