from dataclasses import replace
from itertools import combinations, count

import numpy as np
import pytest
from matplotlib.image import imread

from keyframes.rivals.clips_for_rivals import packaged, points, random_walk
from unbake.errors import FileError
from unbake.keyframes.rivals import RIVALS, rivals_named
from unbake.keyframes.rivals.comparison import Judge, compare_rivals
from unbake.reports.pictures.comparison import MOST_LINES, comparison_figure, comparison_plot_png, panels_of

pytestmark = pytest.mark.usefixtures("one_thread")


def compared(names=None, judge=None, clip=None):
    """A comparison whose clock goes a second a look, so that its picture is always the same."""
    ticks = count()
    return compare_rivals(
        clip or packaged(), rivals_named(names), judge=judge, repeats=1, clock=lambda: float(next(ticks))
    )


@pytest.mark.slow
@pytest.mark.parametrize("judge", [Judge(), Judge(criterion="line-max"), Judge(metric="joint")])
def test_every_method_is_in_one_panel(judge):
    comparison = compared(judge=judge)
    panels = panels_of(comparison)
    drawn = [result.rival.name for panel in panels for result in panel.results]
    assert sorted(drawn) == sorted(RIVALS)
    for panel in panels:
        assert 1 <= len(panel.results) <= MOST_LINES
        assert {result.objective for result in panel.results} == {panel.objective}
    if len(comparison.optima) == 1:
        families = [{result.rival.family for result in panel.results} for panel in panels]
        assert not any(a & b for a, b in combinations(families, 2))


def test_a_large_family_takes_several_panels():
    comparison = compared(["greedy-adding"])
    (result,) = comparison.results
    many = replace(comparison, results=(result,) * (2 * MOST_LINES + 1))
    assert [len(panel.results) for panel in panels_of(many)] == [MOST_LINES, MOST_LINES, 1]


def ticks_in_sight(axes):
    """The words of ticks within the axes; others exist but are not drawn."""
    for axis, (least, most) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        yield from (
            tick.label1 for tick in axis.get_major_ticks() if min(least, most) <= tick.get_loc() <= max(least, most)
        )


@pytest.mark.slow
@pytest.mark.parametrize("names", [None, ["genetic"], ["greedy-adding", "onder-hermite", "k-means"]])
@pytest.mark.parametrize("judge", [Judge(), Judge(criterion="curve-max", metric="joint")])
def test_no_words_cover_each_other(names, judge):
    figure = comparison_figure(compared(names, judge), "a clip with a name, 120 frames")
    figure.draw_without_rendering()
    texts = [figure._suptitle]
    for axes in figure.axes:
        legend = axes.get_legend()
        texts += [axes._left_title, axes.xaxis.label, axes.yaxis.label, *axes.texts]
        texts += [*ticks_in_sight(axes), *(legend.get_texts() if legend else [])]
    shown = [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]
    width, height = figure.get_size_inches() * figure.dpi
    assert len(shown) > 20
    for words, box in shown:
        assert box.x0 >= 0 and box.x1 <= width and box.y0 >= 0 and box.y1 <= height, words  # noqa: PT018
    for (one, box), (other, second) in combinations(shown, 2):
        overlap = min(box.x1, second.x1) - max(box.x0, second.x0), min(box.y1, second.y1) - max(box.y0, second.y0)
        assert min(overlap) < 1.0, (one, other)


def test_lines_are_the_errors():
    comparison = compared(["greedy-adding", "genetic"])
    figure = comparison_figure(comparison)
    lines = {line.get_label(): line for axes in figure.axes[:1] for line in axes.lines}
    x, y = lines["greedy-adding"].get_data()
    errors = comparison.results[0].errors
    assert x[0] == pytest.approx(100 * (1 - 2 / 120))
    assert y[0] == pytest.approx(100 * errors[2] / comparison.pose_range_m)
    best = lines["optimum"].get_ydata()
    assert (np.asarray(y) >= np.asarray(best)).all()


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["greedy-adding"], ["optimum", "method"]),
        (["swarm"], ["optimum", "random method, all runs"]),
        (["swarm", "greedy-adding"], ["optimum", "method", "random method, all runs"]),
    ],
)
def test_every_colour_of_the_times_is_explained(names, expected):
    axes = comparison_figure(compared(names)).axes[-1]
    legend = axes.get_legend()
    assert [text.get_text() for text in legend.get_texts()] == expected
    assert {p.get_facecolor() for p in legend.get_patches()} == {bar.get_facecolor() for bar in axes.patches}


@pytest.mark.slow
def test_png(tmp_path):
    file = tmp_path / "compared.png"
    comparison_plot_png(compared(["greedy-adding", "swarm"]), file, title="clip")
    first = file.read_bytes()
    assert imread(file).shape[0] > 400
    comparison_plot_png(compared(["greedy-adding", "swarm"]), file, title="clip")
    assert file.read_bytes() == first
    with pytest.raises(FileError, match="folder"):
        comparison_plot_png(compared(["greedy-adding"]), tmp_path / "nowhere" / "compared.png")


@pytest.mark.slow
@pytest.mark.parametrize(
    "clip", [points(np.ones((20, 3))), points(np.zeros((1, 3))), points(np.eye(2, 3)), random_walk(1, frames=5)]
)
def test_clips_with_little_to_show(tmp_path, clip):
    comparison_plot_png(compared(clip=clip), tmp_path / "compared.png")
    assert (tmp_path / "compared.png").stat().st_size > 1000
