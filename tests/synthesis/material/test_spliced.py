"""Stretches put one after the other."""

import numpy as np
import pytest

from synthesis.figures import apart_m
from synthesis.material.walkers import walkers
from unbake.errors import UsageError
from unbake.synthesis.material.spliced import blended, cut, join, quick_join, spliced


def test_a_clip_in_pieces_is_the_clip():
    material = walkers()
    made = spliced(material, [cut(material, 180, 240), cut(material, 241, 359)], clean=False)
    assert apart_m(made.motion, material.sources[1].motion) < 1e-9
    assert np.array_equal(made.labels.planted(), material.sources[1].labels.planted())
    assert np.array_equal(made.origins[:, 0], np.arange(180, 360))


def test_a_transition_begins_and_ends_at_its_frames():
    material = walkers()
    source, target, window = 60, 180 + 80, 20
    made = spliced(
        material, [cut(material, 40, source), join(material, source, target, window), cut(material, target + 1, 300)]
    )
    count = 21 + (window - 1) + 40
    assert made.motion.n_frames == count
    assert made.origins[20].tolist() == [source, source]
    assert made.origins[20 + window - 1, 1] == target
    assert made.parts[20 + window - 1] == pytest.approx(1.0)
    assert (np.diff(made.parts[20 : 20 + window]) >= 0.0).all()


def test_the_body_goes_on_without_a_jump():
    material = walkers()
    made = spliced(
        material, [cut(material, 40, 60), join(material, 60, 380 + 60, 20), cut(material, 441, 500)], clean=False
    )
    speed = np.linalg.norm(np.diff(made.motion.positions(), axis=0), axis=-1).max()
    own = max(np.linalg.norm(np.diff(source.motion.positions(), axis=0), axis=-1).max() for source in material.sources)
    assert speed < 1.2 * own


def test_a_join_is_the_blend_of_its_windows():
    material = walkers()
    blend = blended(material, 60, 260, 20)
    assert blend.motion.n_frames == 20
    stretch = join(material, 60, 260, 20)
    assert np.allclose(stretch.parts, blend.weights[1:, 1])


def test_a_quick_join_has_the_same_poses():
    material = walkers()
    for source, target in ((60, 260), (100, 500), (30, 179)):
        slow, quick = (made(material, source, target, 20) for made in (join, quick_join))
        for name in ("steps_m", "turns_rad", "translations_m", "parts", "origins"):
            assert np.allclose(getattr(slow, name), getattr(quick, name), atol=1e-9)
        same = np.abs((slow.rotations_xyzw * quick.rotations_xyzw).sum(axis=-1))
        assert np.allclose(same, 1.0, atol=1e-9)
        assert np.array_equal(quick.planted[0], material.planted[source + 1])
        assert np.array_equal(quick.planted[-1], material.planted[target])


def test_nothing_is_no_motion():
    with pytest.raises(UsageError, match="at least one stretch"):
        spliced(walkers(), [])
