"""What people type, as values."""

import pytest

from unbake.cli.shared import arguments as given
from unbake.cli.shared.output import frames_text
from unbake.errors import UsageError


@pytest.mark.parametrize(
    ("text", "metres"),
    [
        ("2", 0.02),  # a bare number means centimetres
        ("2cm", 0.02),
        (" 15 mm ", 0.015),
        ("0.02m", 0.02),
        ("1in", 0.0254),
        ("1 FT", 0.3048),
        ("2.5e-1cm", 0.0025),
        ("45cmu", 2.54),
        ("0", 0.0),
    ],
)
def test_lengths(text, metres):
    assert given.parse_length(text, "--error") == pytest.approx(metres, rel=1e-12)


@pytest.mark.parametrize("text", ["", "cm", "2 parsec", "-2cm", "1.2.3cm", "nan", "inf", "1e999cm", "2cm 3cm"])
def test_no_lengths(text):
    with pytest.raises(UsageError, match=r"--floor .* is no length"):
        given.parse_length(text, "--floor")


@pytest.mark.parametrize(
    ("text", "metres"), [(None, None), ("cm", 0.01), ("IN", 0.0254), ("ft", 0.3048), ("cmu", 0.0254 / 0.45), ("2", 2.0)]
)
def test_units(text, metres):
    """Unlike a length, a bare number is a number of metres."""
    assert given.parse_unit(text) == metres


@pytest.mark.parametrize("text", ["ell", "0", "-1", "nan", "inf", ""])
def test_no_units(text):
    with pytest.raises(UsageError, match="no unit of length"):
        given.parse_unit(text)


def test_ranges_frames_and_names():
    assert given.parse_range(" 6:420 ") == (6, 420)
    assert given.parse_range("-5:-1") == (-5, -1)
    assert given.parse_range(None) is None
    assert given.parse_frames("30, 100 30,-2") == (30, 100, -2)
    assert given.parse_frames(None) == given.parse_frames("") == ()
    assert given.parse_names("hips, left-hand,hips,") == ("hips", "left-hand")
    assert given.parse_names(None) is None
    assert given.parse_lead("auto") is None
    assert given.parse_lead(None) is None
    assert given.parse_lead("hips,auto") == ("hips", "auto")
    with pytest.raises(UsageError, match="names no joint"):
        given.parse_names(" , ")
    assert given.parse_roles([" left-ankle = LFoot=2 "]) == {"left-ankle": "LFoot=2"}


def test_percentages():
    assert given.parse_percentages("15, 15%,1", "--accuracy") == (0.15, 0.15, 0.01)
    assert given.parse_percentages("10", "--accuracy") == (0.1, 0.1, 0.1)
    for text in ("1,2", "101", "-1", "nan", ""):
        with pytest.raises(UsageError, match="--accuracy"):
            given.parse_percentages(text, "--accuracy")


def test_frames_as_text():
    assert frames_text([1, 2, 30]) == "1, 2, 30"
    assert frames_text(range(1, 17)) == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"
    assert frames_text(range(1, 18)) == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, … 17"
    assert frames_text(range(1, 6), most=4) == "1, 2, … 5"
