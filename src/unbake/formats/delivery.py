"""What engines need of a clip before any format writes it: its rate, names, travel and axes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

import numpy as np

from unbake.curves.delivery import axes as keyed_axes
from unbake.curves.delivery import frame_rate as keyed_rate
from unbake.curves.delivery import rename as keyed_names
from unbake.curves.delivery import travel as keyed_travel
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.registry import layers_left_out
from unbake.ground.choices import check_choice
from unbake.motion.delivery import axes as motion_axes
from unbake.motion.delivery import travel as motion_travel
from unbake.motion.delivery.axes import Axes
from unbake.motion.delivery.rigs import rename as motion_names
from unbake.motion.delivery.rigs.table import NameTable
from unbake.motion.motion import Motion

Travel = Literal["hips", "in-place", "root"]
"""Who travels over the floor: the hips, as in most captures; nobody; a root joint above the hips."""


@dataclass(frozen=True, eq=False)
class Delivery:
    """What is to be changed of a clip on its way to a file; by default nothing.

    Parameters
    ----------
    fps : frames a second of the result.
    names : what its joints are to be called.
    travel : who travels over the floor.
    baked : whether there is to be a key on every frame in place of curves, for programs that play no curves or others.
    axes : other axes, as `unbake.motion.turn_to` returns them; only for formats that leave axes open
        (`Format.takes_axes`).

    Raises
    ------
    UsageError : an unknown way to travel.
    """

    fps: Fraction | None = None
    names: NameTable | None = None
    travel: Travel = "hips"
    axes: Axes | None = None
    baked: bool = False

    def __post_init__(self) -> None:
        check_choice("travel", self.travel, get_args(Travel))

    @property
    def is_plain(self) -> bool:
        """Whether it leaves everything as it is."""
        stays = self.fps is None and self.names is None and self.axes is None
        return stays and self.travel == "hips" and not self.baked


def delivered(what: Motion | KeyedAnimation, delivery: Delivery) -> Motion | KeyedAnimation:
    """Return a clip as it is to be delivered; what a person should know of the changes is among its warnings.

    Curves stay curves on the same keys, to the last handle, where that can be; where it cannot, they are fitted again
    and a note says how far they are off: see `unbake.curves.resampled` and `unbake.curves.with_root_motion`.

    Parameters
    ----------
    what : a motion or a keyed animation.
    delivery : what to change: first the rate, then names, travel and axes.

    Raises
    ------
    UsageError : two joints would have one name, or no joint is in the table of names.
    """
    if isinstance(what, Motion):
        return _delivered_motion(what, delivery)
    if delivery.baked:
        return _delivered_motion(_baked(what, delivery.fps), delivery)
    if delivery.fps is not None and delivery.fps != what.fps:
        what = keyed_rate.resampled(what, delivery.fps)
    if delivery.names is not None:
        what = keyed_names.renamed(what, delivery.names)
    if delivery.travel == "in-place":
        what = keyed_travel.in_place(what)
    elif delivery.travel == "root":
        what = keyed_travel.with_root_motion(what, _root(delivery))
    return what if delivery.axes is None else keyed_axes.turned(what, delivery.axes)


def _delivered_motion(motion: Motion, delivery: Delivery) -> Motion:
    if delivery.fps is not None and delivery.fps != motion.fps:
        motion = motion.resampled(delivery.fps)
    if delivery.names is not None:
        motion = motion_names.renamed(motion, delivery.names)
    motion = _travelling(motion, delivery)
    return motion if delivery.axes is None else motion_axes.turned(motion, delivery.axes)


def _travelling(motion: Motion, delivery: Delivery) -> Motion:
    if delivery.travel == "in-place":
        return motion_travel.in_place(motion)
    return motion_travel.with_root_motion(motion, _root(delivery)) if delivery.travel == "root" else motion


def before_keys(motion: Motion, delivery: Delivery) -> tuple[Motion, Delivery]:
    """Return a capture with what has to be changed before keys are chosen, and what is left to do afterwards.

    That is the travel, unless curves move with it exactly: in place, joints are farther from the capture than in the
    world wherever the hips are off to the other side, and a promised error would not be kept.

    Parameters
    ----------
    motion : the capture, at the rate of the delivery.
    delivery : what to change.
    """
    if delivery.travel == "hips" or (delivery.travel == "root" and motion_travel.hips_of(motion.skeleton) == 0):
        return motion, delivery
    return _travelling(motion, delivery), replace(delivery, travel="hips")


def _baked(animation: KeyedAnimation, fps: Fraction | None) -> Motion:
    """Return the motion of the curves at a rate: evaluated there, where a motion would have to be interpolated.

    Layers are left out, as in every format but our JSON; a note says so.
    """
    rate = fps or animation.fps
    count = int((animation.n_frames - 1) * rate / animation.fps) + 1
    times = np.array([float(frame * animation.fps / rate) for frame in range(count)])
    motion = replace(animation.sample(times), fps=rate)
    notes = (layers_left_out(animation),) if animation.layers else ()
    return replace(motion, warnings=(*motion.warnings, *notes))


def _root(delivery: Delivery) -> str:
    return (delivery.names and delivery.names.root) or motion_travel.ROOT
