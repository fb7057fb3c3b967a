"""Which joints are drawn, with which sides, and where a figure's head is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import unbake
from data import DATA, needs_data
from formats.figures import figure_skeleton
from reports.performances import prop, walk
from unbake.motion.motion import Motion
from unbake.reports.stick_figure import HEAD_OF_STATURE, sides, stick_figure


def drawn_bones(motion: Motion) -> set[tuple[str, str]]:
    names = motion.skeleton.names
    chains = stick_figure(motion).chains
    return {(names[a], names[b]) for c in chains for a, b in zip(c.joints, c.joints[1:], strict=False)}


def test_a_figure_has_limbs_to_their_tips_and_a_head() -> None:
    motion = walk(2)
    names = motion.skeleton.names
    figure = stick_figure(motion)
    limbs = {(c.tone, c.part): [names[j] for j in c.joints] for c in figure.chains if c.part != "trunk"}
    assert limbs["left", "leg"] == ["Hips", "LeftUpLeg", "LeftLeg", "LeftLeg_end"]
    assert limbs["right", "leg"] == ["Hips", "RightUpLeg", "RightLeg", "RightLeg_end"]
    assert limbs["left", "arm"][1:] == ["LeftArm", "LeftForeArm", "LeftForeArm_end"]
    assert figure.head is not None
    assert names[figure.head.base] == "Head"
    assert ("Head", "Head_end") not in drawn_bones(motion)


def test_a_node_above_the_hips_is_not_drawn() -> None:
    plain = figure_skeleton()
    count = len(plain.names) + 1
    skeleton = replace(
        plain,
        names=("World", *plain.names),
        parents=(-1, *(parent + 1 for parent in plain.parents)),
        offsets_m=np.concatenate([np.zeros((1, 3)), plain.offsets_m]),
        channels=((), *plain.channels),
        rotation_orders=("zyx", *plain.rotation_orders),
        axes_xyzw=np.tile([0.0, 0.0, 0.0, 1.0], (count, 1)),
        rest_xyzw=np.tile([0.0, 0.0, 0.0, 1.0], (count, 1)),
        end_sites=(False, *plain.end_sites),
    )
    inner = walk(2)
    rotations = np.concatenate([np.tile([0.0, 0.0, 0.0, 1.0], (2, 1, 1)), inner.rotations_xyzw], axis=1)
    motion = Motion(skeleton, rotations, inner.translations_m, inner.fps)
    assert drawn_bones(motion) == drawn_bones(inner)
    assert skeleton.names[stick_figure(motion).hips] == "Hips"


def test_what_is_no_figure_is_drawn_whole() -> None:
    assert stick_figure(prop()).chains == ()
    assert stick_figure(prop()).head is None
    assert stick_figure(prop()).joints == (0,)


def test_sides_are_inherited() -> None:
    skeleton = figure_skeleton()
    tones = dict(zip(skeleton.names, sides(skeleton), strict=True))
    assert tones["Hips"] == tones["Head_end"] == "middle"
    assert tones["LeftForeArm_end"] == "left"
    assert tones["RightLeg"] == "right"


def test_head_sits_on_its_joint_and_has_a_heads_size() -> None:
    motion = walk(5)
    figure = stick_figure(motion)
    assert figure.head is not None
    for pose in motion.positions():
        centre, radius = figure.head.circle(pose, 1.7)
        assert np.linalg.norm(centre - pose[figure.head.base]) == pytest.approx(radius)
        assert HEAD_OF_STATURE[0] * 1.7 - 1e-12 <= radius <= HEAD_OF_STATURE[1] * 1.7 + 1e-12


@needs_data
def test_of_a_captured_skeleton_thumbs_and_collar_bones_are_left_out() -> None:
    motion = unbake.load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(6, 8)
    drawn = {motion.skeleton.names[joint] for joint in stick_figure(motion).joints}
    assert {"lfingers_end", "rfingers_end", "ltoes_end", "rtoes_end", "head", "head_end"} <= drawn
    assert not {"lthumb", "rthumb", "lclavicle", "rclavicle"} & drawn
    assert ("lowerneck", "lhumerus") in drawn_bones(motion)
