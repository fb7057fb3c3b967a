"""What the picture of scores says, and that its words do not cover each other."""

from __future__ import annotations

import pytest
from matplotlib.axes import Axes

from clips import packaged_clip
from unbake.reports.pictures.score_picture import score_picture
from unbake.synthesis.naturalness.scored import score_motion


def drawn(n_frames: int) -> tuple[Axes, Axes]:
    """The curve and the lanes of a clip of the packaged take."""
    motion = packaged_clip().excerpt(61, 60 + n_frames)
    figure = score_picture([("jump", score_motion(motion))])
    figure.canvas.draw()
    _, curve, lanes = figure.axes
    return curve, lanes


def test_words_beside_the_curve_and_the_lanes_keep_apart() -> None:
    boxes = [text.get_window_extent() for axes in drawn(30) for text in axes.get_yticklabels() if text.get_text()]
    assert len(boxes) > 8
    for place, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:place])


@pytest.mark.parametrize("n_frames", [1, 2, 30])
def test_the_score_is_seen_and_frames_are_whole(n_frames: int) -> None:
    curve, lanes = drawn(n_frames)
    line = curve.lines[1]
    assert len(line.get_xdata()) == n_frames  # type: ignore[arg-type]
    assert n_frames > 1 or line.get_marker() == "o"
    assert all(float(tick).is_integer() for tick in lanes.get_xticks())
