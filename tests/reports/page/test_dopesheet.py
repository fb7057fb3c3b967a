"""The dopesheet's rows, ruler and diamonds."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from reports.performances import prop, reduced, walk
from unbake.keyframes.moments.leads import LeadSpan
from unbake.motion.body.parts import PARTS, parts_of
from unbake.reports.page.dopesheet import dopesheet_html, ruler_frames


def test_every_joint_is_in_one_part() -> None:
    skeleton = walk(1).skeleton
    parts = parts_of(skeleton)
    assert list(parts) == list(PARTS)
    assert sorted(joint for joints in parts.values() for joint in joints) == list(range(len(skeleton.names)))
    assert [skeleton.names[j] for j in parts["Left arm"]] == ["LeftArm", "LeftForeArm", "LeftForeArm_end"]
    assert parts_of(prop().skeleton) == {"All joints": [0]}


def test_keys_stand_where_their_frames_are() -> None:
    reduction = reduced(walk(51, first_frame=200), keys=6)
    html = dopesheet_html(reduction.motion, reduction.animation)
    found = {int(key): float(x) for key, x in re.findall(r'data-key="(\d+)" x="([\d.]+)%"', html)}
    assert found == {200 + f: pytest.approx(2.0 * f, abs=1e-3) for f in reduction.selection.frames}
    diamonds = re.search(r'class="diamonds" d="([^"]*)"', html)
    assert diamonds is not None
    assert diamonds[1].count("M") == len(PARTS)


def test_breakdowns_are_told_from_keyposes_without_their_colour() -> None:
    reduction = reduced(walk(), wants_space=True)
    html = dopesheet_html(reduction.motion, reduction.animation)
    found = re.findall(r'class="key (\w+)".*?class="diamonds" d="M0 [\d.]+l([\d.]+) ', html)
    sizes = {key_class: float(size) for key_class, size in found}
    assert sizes["breakdown"] < 0.8 * sizes["keypose"]


def test_a_lane_says_what_leads() -> None:
    reduction = reduced(walk(51, first_frame=200), keys=6)
    leads = (LeadSpan(0, 19, "hips"), LeadSpan(20, 50, "right<foot"))
    html = dopesheet_html(reduction.motion, reduction.animation, leads)
    lanes = re.findall(r'class="lead (\w+)" data-part="([^"]*)" x="([\d.]+)%" y="\d+" width="([\d.]+)%"', html)
    assert lanes == [("middle", "hips", "0.000", "40.000"), ("right", "right&lt;foot", "40.000", "60.000")]
    assert "frames 200 to 219: hips" in html
    assert "<b>Leads</b> <span>2 parts</span>" in html
    assert "Leads" not in dopesheet_html(reduction.motion, reduction.animation)


def test_names_of_the_lane_stand_only_where_they_fit() -> None:
    """A name that is cut off reads as another one: right hips."""
    reduction = reduced(walk(101), keys=6)
    leads = (LeadSpan(0, 4, "right-hand"), LeadSpan(5, 19, "left-foot"), LeadSpan(20, 100, "hips"))
    html = dopesheet_html(reduction.motion, reduction.animation, leads)
    assert re.findall(r'<text( class="tight")? x="2"[^>]*>([^<]*)<', html) == [
        (' class="tight"', "left-foot"),  # a phone hides it
        ("", "hips"),
    ]
    assert re.search(r"frames \d+ to \d+: right-hand", html)


@pytest.mark.parametrize(("first", "last"), [(1, 1), (1, 2), (6, 420), (0, 9), (-5, 30), (1, 100_000), (99, 100)])
def test_ruler_is_round_and_not_crowded(first: int, last: int) -> None:
    ticks = ruler_frames(first, last)
    assert 1 <= len(ticks) <= 12
    assert first <= ticks[0] <= ticks[-1] <= last
    steps = {b - a for a, b in pairwise(ticks)}
    assert len(steps) <= 1
    if last - first > 20:
        assert len(ticks) >= 4
