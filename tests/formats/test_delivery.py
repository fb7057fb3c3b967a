"""What is changed of a clip on its way to a file: all of it together, into files and back."""

import pickle
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import unbake
from clips import jump_clip
from formats.figures import figure_motion, keyed
from unbake.curves import AnimationLayer
from unbake.formats import Delivery, delivered
from unbake.motion import name_table, turn_to

KEYS = (0, 20, 40, 59)
ALL = Delivery(Fraction(120), name_table("unity"), "root", turn_to("z"))


@pytest.mark.parametrize("kind", ["motion", "curves"])
def test_nothing_is_changed_by_default(kind):
    what = figure_motion() if kind == "motion" else keyed(figure_motion(), KEYS)
    assert Delivery().is_plain
    assert delivered(what, Delivery()) is what
    assert delivered(what, Delivery(fps=what.fps)) is what
    assert not ALL.is_plain


def test_everything_at_once_is_the_same_for_curves_and_their_motion():
    animation = keyed(figure_motion(), KEYS)
    curves = delivered(animation, ALL)
    motion = delivered(animation.sample(np.arange(119) / 2.0), Delivery(None, ALL.names, "root", ALL.axes))
    assert curves.skeleton.names[:2] == motion.skeleton.names[:2] == ("Root", "Hips")
    assert np.abs(curves.sample().positions() - motion.positions()).max() < 1e-12
    assert curves.selection.frames == (0, 40, 80, 118)
    # In the world of the source: the root below the hips on the floor, which now is where z is 0.
    assert np.abs(curves.sample().positions()[:, 0, 2]).max() < 1e-12
    back = curves.sample().positions()[::2, 1:] @ ALL.axes
    assert np.abs(back - animation.sample().positions()).max() < 1e-12


@pytest.mark.parametrize("fps", [None, Fraction(24), Fraction(240)])
def test_baked_curves_are_evaluated_at_the_new_rate(fps):
    animation = keyed(figure_motion(), KEYS)
    motion = delivered(animation, Delivery(fps, travel="root", baked=True))
    times = np.arange(motion.n_frames) * float(60 / (fps or 60))
    assert motion.fps == (fps or 60)
    assert times[-1] <= 59.0 < times[-1] + float(60 / (fps or 60))
    assert np.abs(motion.positions()[:, 1:] - animation.sample(times).positions()).max() < 1e-12


def test_baked_curves_say_that_layers_are_left_out():
    animation = keyed(figure_motion(), KEYS)
    raised = AnimationLayer("raised", [0], (1,), np.full((1, 1, 3), 0.3), (), np.zeros((1, 0, 3)))
    motion = delivered(replace(animation, layers=(raised,)), Delivery(baked=True))
    assert motion.warnings == ("the layer 'raised' is left out",)
    assert np.abs(motion.positions() - animation.sample().positions()).max() < 1e-12


@pytest.mark.parametrize("suffix", [".glb", ".json", ".bvh"])
@pytest.mark.parametrize("travel", ["in-place", "root"])
def test_files_hold_it(tmp_path, suffix, travel):
    animation = keyed(figure_motion(), KEYS, figure_motion().skeleton.with_quaternion_channels())
    ready = delivered(animation, Delivery(names=name_table("mixamo"), travel=travel))
    unbake.save(ready, tmp_path / f"walk{suffix}")
    back = unbake.load_motion(tmp_path / f"walk{suffix}", unbake.ReadOptions(metres_per_unit=0.01))
    kept = [back.skeleton.names.index(name) for name in ready.skeleton.names if not name.endswith("_end")]
    meant = ready.sample().positions()[:, [i for i, n in enumerate(ready.skeleton.names) if not n.endswith("_end")]]
    assert np.abs(back.positions()[:, kept] - meant).max() < 1e-4
    assert back.skeleton.names[0] == ("root" if travel == "root" else "mixamorig:Hips")


def test_a_bvh_that_stands_along_z_comes_back_upright(tmp_path):
    motion = delivered(jump_clip().excerpt(1, 20), Delivery(axes=turn_to("z", "x")))
    unbake.save(motion, tmp_path / "jump.bvh", unbake.WriteOptions(0.01))
    back = unbake.load_motion(tmp_path / "jump.bvh", unbake.ReadOptions(metres_per_unit=0.01))
    assert back.warnings[-1].startswith("the figure stands along z")
    upright = turn_to("-z").T
    assert np.abs(back.positions() - motion.positions() @ upright).max() < 1e-5
    assert np.abs(back.skeleton.rest_positions() - motion.skeleton.rest_positions() @ upright).max() < 1e-5
    assert np.ptp(back.positions()[0], axis=0).argmax() == 1


def test_deliveries_go_to_other_processes():
    twin = pickle.loads(pickle.dumps(ALL))
    motion = figure_motion()
    there, here = (delivered(motion, delivery) for delivery in (twin, ALL))
    assert there.skeleton.names == here.skeleton.names
    np.testing.assert_array_equal(there.positions(), here.positions())
    assert twin.names == ALL.names
