"""Curves of a keyed animation as a still picture: on the left as captured, on the right as they can be edited."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.files.whole_file import whole_file
from unbake.motion.body.roles import nearest
from unbake.motion.channels import Channel, channel_values, channels_of
from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS
from unbake.reports.pictures.space_plot import ACCENT, INK, KEYPOSE, LINE, PAPER, QUIET
from unbake.reports.wording import in_picture

CAPTURE, BREAKDOWN = "#b3b7bd", "#37924a"


def curves_plot_png(
    motion: Motion, animation: KeyedAnimation, names: Sequence[str], path: Path, title: str = ""
) -> None:
    """Draw curves before and after, a row for each.

    Parameters
    ----------
    motion : the capture.
    animation : what was fitted to it.
    names : the curves, as joint and channel: ``LeftFoot.rx``.
    path : the PNG to write, whole or not at all.
    title : what stands above.

    Raises
    ------
    UsageError : a curve that the animation does not have.
    FileError : the file cannot be written.
    """
    columns = [_column(animation, name) for name in names]
    captured = channel_values(motion, animation.skeleton)
    figure = Figure(figsize=(12.0, 0.6 + 2.1 * len(names)), dpi=110, facecolor=PAPER, layout="constrained")
    figure.suptitle(in_picture(title), x=0.01, ha="left", color=INK, fontsize=13, fontweight="bold")
    cells = figure.subplots(len(names), 2, sharex=True, sharey="row", squeeze=False)
    frames = np.arange(motion.n_frames) + motion.first_frame
    for row, (name, column) in enumerate(zip(names, columns, strict=True)):
        scale, unit = _unit(animation.curves[column].channel)
        before, after = cells[row]
        _dress(before, in_picture(f"{name} ({unit})" if unit else name))
        _dress(after, "")
        before.plot(frames, captured[:, column] * scale, "o", color=INK, ms=1.6, mew=0)
        after.plot(frames, captured[:, column] * scale, color=CAPTURE, lw=3.5, solid_capstyle="round")
        _draw_curve(after, animation, column, scale)
    heads = (
        f"captured: {motion.n_frames} keys",
        f"{len(animation.selection)} keys and their handles; behind, the capture",
    )
    for axes, head in zip(cells[0], heads, strict=True):
        axes.set_title(head, loc="left", color=QUIET, fontsize=10)
    for axes in cells[-1]:
        axes.set_xlabel("frame", color=QUIET)
    FigureCanvasAgg(figure)
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER, metadata={"Software": None})


def _column(animation: KeyedAnimation, name: str) -> int:
    known = [f"{animation.skeleton.names[c.joint]}.{c.name}" for c in channels_of(animation.skeleton)]
    if name not in known:
        raise UsageError(f"there is no curve '{name}'{nearest(name, known)}")
    return known.index(name)


def _unit(channel: Channel) -> tuple[float, str]:
    if channel.name in TRANSLATIONS:
        return 100.0, "cm"
    return (1.0, "") if channel.name in QUATERNION else (180.0 / np.pi, "°")


def _draw_curve(axes: Axes, animation: KeyedAnimation, column: int, scale: float) -> None:
    curve, first = animation.curves[column], animation.first_frame
    times = np.linspace(0.0, animation.n_frames - 1.0, 8 * animation.n_frames)
    axes.plot(times + first, curve.evaluate(times) * scale, color=ACCENT, lw=1.3)
    for handles in (curve.left, curve.right):
        _draw_handles(
            axes, np.stack([curve.frames + first, curve.values * scale], axis=1), handles * (1.0, scale) + (first, 0.0)
        )
    for name, colour in (("keypose", KEYPOSE), ("breakdown", BREAKDOWN)):
        chosen = [k == name for k in animation.key_classes()]
        axes.plot(
            curve.frames[chosen] + first, curve.values[chosen] * scale, "D", color=colour, ms=4.6, mec=PAPER, mew=0.7
        )


def _draw_handles(axes: Axes, keys: Floats, ends: Floats) -> None:
    for key, end in zip(keys, ends, strict=True):
        if key[0] != end[0]:
            axes.plot([key[0], end[0]], [key[1], end[1]], color=QUIET, lw=0.7)
            axes.plot([end[0]], [end[1]], "o", color=QUIET, ms=2.0, mew=0)


def _dress(axes: Axes, label: str) -> None:
    axes.set_facecolor(PAPER)
    axes.set_ylabel(label, color=QUIET)
    axes.tick_params(colors=QUIET, length=0, labelsize=8)
    axes.grid(axis="y", color=LINE)
    axes.set_axisbelow(True)
    axes.margins(x=0.01)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4))
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
