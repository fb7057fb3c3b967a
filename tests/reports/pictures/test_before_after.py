"""Edits in rows of figures: what is written around them is inside the picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from reports.performances import walk
from unbake.reports.pictures import before_after
from unbake.reports.pictures.before_after import before_after_png


@pytest.mark.parametrize("first_frame", [1, 99_950])
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_the_numbers_below_the_confidence_are_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first_frame: int, rows: int
) -> None:
    figures: list[Figure] = []

    def figure(**options: object) -> Figure:
        figures.append(Figure(**options))  # type: ignore[arg-type]
        return figures[-1]

    monkeypatch.setattr(before_after, "Figure", figure)
    motion = walk(51, first_frame)
    before_after_png([("walk", motion)] * rows, tmp_path / "rows.png", confidence=np.linspace(0.0, 1.0, 51))
    axes, edge = figures[0].axes[-1], figures[0].bbox
    low, high = axes.get_xlim()
    frames = [label for label in axes.get_xticklabels() if low <= label.get_position()[0] <= high]
    boxes = [label.get_window_extent() for label in (*frames, *axes.get_yticklabels(), axes.yaxis.label)]
    assert len(boxes) > 3
    assert all(edge.x0 <= box.x0 and edge.y0 <= box.y0 and box.x1 <= edge.x1 and box.y1 <= edge.y1 for box in boxes)
