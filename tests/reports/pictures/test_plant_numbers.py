"""Frames beside plants: all of them where there is room, and never one over another."""

from __future__ import annotations

from itertools import pairwise

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from unbake.feet.labels import Plant
from unbake.reports.pictures.foot_picture import MARGIN_IN, ROW_PX
from unbake.reports.pictures.plant_numbers import number_ends
from unbake.reports.pictures.strip_picture import DPI, WIDE_IN

PLANTS = [Plant(first, first + 30, 0) for first in range(1_000, 2_000, 60)]


def numbered(plants, row, frames=None):
    """The texts of a lane with these frames, and their extents in pixels."""
    figure = Figure(figsize=(WIDE_IN, 1.0), dpi=DPI)
    canvas = FigureCanvasAgg(figure)
    place = (MARGIN_IN[0] / WIDE_IN, 0.0, 1.0 - sum(MARGIN_IN) / WIDE_IN, 1.0)
    axes = figure.add_axes(place)
    axes.set_xlim(*row)
    number_ends(axes, plants, 0.5, frames or row, 1, (row[1] - row[0]) / ROW_PX)
    renderer = canvas.get_renderer()
    texts = sorted(axes.texts, key=lambda text: text.get_position()[0])
    return [text.get_text() for text in texts], [text.get_window_extent(renderer) for text in texts]


def test_both_ends_are_numbered_where_there_is_room():
    texts, boxes = numbered(PLANTS[:2], (980, 1_120))
    assert texts == ["1001", "1031", "1061", "1091"]
    assert all(a.x1 <= b.x0 for a, b in pairwise(boxes))


@pytest.mark.parametrize("frames", [400, 1_100, 2_500, 12_500, 54_000])
def test_no_number_is_over_another(frames):
    texts, boxes = numbered(PLANTS, (900, 900 + frames), (900, 2_100))
    assert texts[0] == "1001"
    assert all(a.x1 <= b.x0 for a, b in pairwise(boxes))


@pytest.mark.parametrize("first", [999, 1_000, 1_001, 1_004, 1_010])
def test_a_number_at_the_edge_of_a_row_is_whole(first):
    """It lies over the bar: cut, it would be another number."""
    texts, boxes = numbered([Plant(first, first + 40, 0)], (998.4, 1_120.6), (998, 1_119))
    assert texts == [str(first + 1), str(first + 41)]
    assert boxes[0].x0 >= MARGIN_IN[0] * DPI
    assert boxes[0].x1 <= boxes[1].x0


def test_ends_in_other_rows_have_no_number():
    assert numbered([Plant(20, 80, 0)], (0, 49))[0] == ["21"]
    assert numbered([Plant(20, 80, 0)], (50, 99))[0] == ["81"]
