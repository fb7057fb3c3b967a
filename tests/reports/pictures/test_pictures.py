"""The still pictures: written whole, the same every time, and of every odd clip."""

from __future__ import annotations

import struct
from pathlib import Path

import matplotlib.image as image
import numpy as np
import pytest

from reports.performances import held, prop, reduced, walk
from unbake.errors import FileError, UsageError
from unbake.keyframes.error_table import error_table
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace, select
from unbake.reports.pictures.space_plot import space_plot_png
from unbake.reports.pictures.strip_picture import keyframe_strip_png


def size_of(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:24])


def space_of_points(n_frames: int = 30) -> SelectionSpace:
    steps = np.random.default_rng(3).normal(size=(n_frames, 6))
    return select(error_table(np.cumsum(steps, axis=0)))


@pytest.mark.slow
@pytest.mark.parametrize("keys", [(0, 59), (0, 7, 20, 33, 59), tuple(range(60))])
def test_strip_is_wide_and_repeatable(keys: tuple[int, ...], tmp_path: Path) -> None:
    first, second = tmp_path / "a.png", tmp_path / "b.png"
    for path in (first, second):
        keyframe_strip_png(walk(), Selection(keys), path)
    assert size_of(first)[0] == 1800
    assert first.read_bytes() == second.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "b.png"]


def test_breakdowns_are_drawn_in_their_own_colour(tmp_path: Path) -> None:
    def greens(classes: tuple[str, ...]) -> int:
        keyframe_strip_png(walk(), Selection((0, 30, 59), classes=classes), tmp_path / "strip.png")
        red, green, blue = np.moveaxis(image.imread(tmp_path / "strip.png")[..., :3], -1, 0)
        return int(((green > red + 0.15) & (green > blue + 0.15)).sum())

    assert greens(("keypose", "keypose", "keypose")) == 0
    assert greens(("keypose", "breakdown", "keypose")) > 50


@pytest.mark.parametrize("make", [lambda: walk(1), held, prop], ids=["one frame", "held", "prop"])
def test_strip_of_odd_clips(make: object, tmp_path: Path) -> None:
    motion = make()  # type: ignore[operator]
    last = motion.n_frames - 1
    keyframe_strip_png(motion, Selection((0, last) if last else (0,)), tmp_path / "strip.png")
    width, height = size_of(tmp_path / "strip.png")
    assert width == 1800
    assert 100 < height < 1200


def test_space_plot_of_a_motion_and_of_bare_points(tmp_path: Path) -> None:
    space = reduced(walk(), keys=9).space
    assert space is not None
    space_plot_png(space, tmp_path / "a.png", 9, "walk.bvh")
    space_plot_png(space_of_points(), tmp_path / "b.png")
    assert size_of(tmp_path / "a.png") == size_of(tmp_path / "b.png")


def test_space_without_error_and_of_one_frame(tmp_path: Path) -> None:
    still, single = select(error_table(np.ones((9, 3)))), select(error_table(np.ones((1, 3))))
    space_plot_png(still, tmp_path / "a.png", 2)
    space_plot_png(single, tmp_path / "b.png", 1)
    assert size_of(tmp_path / "a.png") == size_of(tmp_path / "b.png")


def test_unknown_count_and_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="99"):
        space_plot_png(space_of_points(), tmp_path / "a.png", 99)
    with pytest.raises(FileError):
        space_plot_png(space_of_points(), tmp_path / "none" / "a.png")
    assert list(tmp_path.iterdir()) == []
