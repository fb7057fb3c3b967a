"""Numbers as people read them."""

import pytest
from matplotlib.figure import Figure

from unbake.keyframes.criteria import CRITERIA, Criterion
from unbake.reports.wording import centimetres, criterion_sentence, in_picture, percent, short


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (1e-9, "0"), (0.0042, "0.0042"), (0.35, "0.35"), (0.996, "1.0"), (12.34, "12.3"), (1234.5, "1,234.5")],
)
def test_short(value: float, text: str) -> None:
    assert short(value) == text


def test_units() -> None:
    assert centimetres(0.0178) == "1.8\u00a0cm"
    assert [percent(p) for p in (1.0, 0.0506, 0.75, 0.0033, 0.06)] == [
        "100\u00a0%",
        "5.1\u00a0%",
        "75\u00a0%",
        "0.33\u00a0%",
        "6\u00a0%",
    ]


def test_every_criterion_can_be_said() -> None:
    sentences = {criterion_sentence(c, m) for c in CRITERIA.values() for m in ("pose", "joint")}
    assert len(sentences) == 2 * len(CRITERIA)
    assert "your own" in criterion_sentence(Criterion("mine", "own", "max", "max"), "pose")


@pytest.mark.parametrize(
    ("name", "drawn"), [("a\udcff.bvh", "a?.bvh"), (r"$x\frac$.bvh", r"$x\frac$.bvh"), ("5$", "5$")]
)
def test_names_in_pictures_are_no_formulas(name: str, drawn: str) -> None:
    figure = Figure()
    text = figure.suptitle(in_picture(name))
    figure.draw_without_rendering()
    assert text._preprocess_math(text.get_text()) == (drawn, False)
