"""The page's tables: long lists are folded, and nothing of them is lost."""

from __future__ import annotations

import re

import pytest

from reports.performances import reduced, walk
from unbake.reduce.reduction import Reduction
from unbake.reports.page import tables
from unbake.reports.page.tables import layers_table


@pytest.fixture(scope="module")
def reduction() -> Reduction:
    return reduced(walk())


def frames_cells(reduction: Reduction) -> list[str]:
    """The last cell of each layer's row."""
    assert reduction.blocking is not None
    html = layers_table(
        reduction.blocking, reduction.options.layers, reduction.options.lead, reduction.motion.first_frame
    )
    return [row.split("<td>")[-1] for row in html.split("<tr>")[2:]]


def numbers(html: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", html)]


def test_frames_of_a_layer_are_listed(reduction: Reduction) -> None:
    cells = frames_cells(reduction)
    assert not any("<details>" in cell for cell in cells)
    assert sorted(frame for cell in cells for frame in numbers(cell)) == [
        frame + reduction.motion.first_frame for frame in reduction.selection.frames
    ]


def test_very_many_frames_of_a_layer_are_folded(reduction: Reduction, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [numbers(cell) for cell in frames_cells(reduction)]
    monkeypatch.setattr(tables, "FRAMES_AT_ONCE", 3)
    assert max(map(len, whole)) > 3
    for cell, frames in zip(frames_cells(reduction), whole, strict=True):
        shown, *fold = re.split("<details><summary>|</summary>|</details>", cell)
        assert numbers(shown) == frames[:3]
        if len(frames) > 3:
            assert fold[0] == f"Show the other {len(frames) - 3}"
            assert numbers(fold[1]) == frames[3:]
