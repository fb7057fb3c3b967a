"""Which curves are called the worst: checked against moving one channel alone and seeing how far the body goes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.performances import reduced, walk
from unbake.curves.keyed_animation import FCurve
from unbake.reduce.reduction import Reduction
from unbake.reports.page.worst_curves import chain_lengths_m, worst_curves
from unbake.reports.stick_figure import stick_figure


def spoiled(reduction: Reduction, column: int, by: float) -> Reduction:
    """The reduction with one curve raised by a constant."""
    animation = reduction.animation
    old = animation.curves[column]
    lift = np.array([0.0, by])
    curve = FCurve(old.channel, old.frames, old.values + by, old.left + lift, old.right + lift)
    curves = (*animation.curves[:column], curve, *animation.curves[column + 1 :])
    return replace(reduction, animations={"channels": replace(animation, curves=curves)})


@pytest.mark.parametrize("column", [0, 3, 9, 20])
def test_a_spoiled_curve_comes_first_with_its_size(column: int) -> None:
    reduction = reduced(walk(20), keys=20)
    worst = worst_curves(reduction.motion, spoiled(reduction, column, 0.1).animation)
    assert worst[0].curve.channel == reduction.animation.curves[column].channel
    expected, unit = (10.0, "cm") if column < 3 else (np.degrees(0.1), "°")
    assert worst[0].difference == pytest.approx(expected, rel=1e-6)
    assert worst[0].unit == unit


def test_reach_is_a_bound_on_what_one_curve_alone_does() -> None:
    reduction = reduced(walk(20), keys=20)
    drawn = list(stick_figure(reduction.motion).joints)
    captured = reduction.motion.positions()
    for column in (1, 4, 12, 25):
        animation = spoiled(reduction, column, 0.2).animation
        moved = np.linalg.norm(animation.sample().positions() - captured, axis=-1)[:, drawn].max()
        assert moved <= worst_curves(reduction.motion, animation)[0].reach_m * (1.0 + 1e-6)
        assert worst_curves(reduction.motion, animation)[0].reach_m < 6.0 * moved


def test_order_and_count() -> None:
    reduction = reduced(walk(), keys=6)
    worst = worst_curves(reduction.motion, reduction.animation, 4)
    assert len(worst) == 4
    assert [w.reach_m for w in worst] == sorted((w.reach_m for w in worst), reverse=True)
    for one in worst:
        at = one.curve.evaluate(np.array([float(one.frame)]))[0] * one.scale
        assert abs(at - one.captured[one.frame]) == pytest.approx(one.difference)


def test_nothing_is_worst_where_nothing_is_lost() -> None:
    reduction = reduced(walk(10), keys=10)
    assert worst_curves(reduction.motion, reduction.animation) == ()


def test_chains_count_only_towards_drawn_ends() -> None:
    skeleton = walk(1).skeleton
    names = skeleton.names
    lengths = chain_lengths_m(skeleton, [names.index("LeftForeArm_end")])
    assert lengths[names.index("LeftForeArm")] == pytest.approx(0.25)
    assert lengths[names.index("LeftArm")] == pytest.approx(0.53)
    assert lengths[names.index("RightArm")] == 0.0
