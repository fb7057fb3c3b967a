"""The Naturalness view: the score of the open clip over time, as the library gives it, and its worst moment."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from clips import packaged_clip
from studio.browser.desk import Studio
from studio.browser.seeing import cut, squeezed, unreachable
from unbake.synthesis import ScoredMotion, score_motion

pytestmark = pytest.mark.slow(5)


@cache
def scored() -> ScoredMotion:
    """What the library says of the clip."""
    return score_motion(packaged_clip())


@pytest.fixture
def scores(studio: Studio) -> Studio:
    studio.open_packaged()
    studio.page.get_by_role("tab", name="Naturalness", exact=True).click()
    studio.wait_until("studio.scores.known")
    return studio


def test_the_lane_has_the_library_s_numbers(scores: Studio, tmp_path: Path) -> None:
    numbers = scores.numbers("studio.scores.known.probabilities")
    assert np.allclose(numbers, scored().probabilities, atol=1e-6)
    parts = np.array(scores.numbers("studio.scores.known.parts")).reshape(8, -1)
    offset = scored().verdict.per_frame - parts.sum(axis=0)
    assert np.ptp(offset) < 1e-4
    lane = scores.page.get_by_label("How likely each second is unnatural")
    assert lane.get_attribute("data-frames") == str(packaged_clip().n_frames)
    assert not unreachable(scores.page)
    assert not squeezed(scores.page)
    assert not cut(scores.page)
    scores.picture(tmp_path / "scores.png")


def test_the_worst_moment_is_a_click_away(scores: Studio) -> None:
    said = scores.page.locator(".scores-toolbar .sentence").inner_text()
    assert f"at frame {scored().worst_number}" in said
    assert scored().reasons()[0].term.name in said
    scores.js(f"studio.playhead.set({scored().motion.first_frame})")
    scores.button("Worst moment").click()
    scores.wait_until(f"studio.playhead.get() === {scored().worst_number}")


def test_a_click_in_the_lane_goes_there(scores: Studio) -> None:
    lane = scores.page.get_by_label("How likely each second is unnatural")
    box = lane.bounding_box()
    assert box
    lane.click(position={"x": box["width"] / 2, "y": 20})
    middle = scores.js("(studio.clip.get().first_frame + studio.clip.get().last_frame) / 2")
    assert abs(scores.js("studio.playhead.get()") - middle) < 0.2 * packaged_clip().n_frames


def test_a_clip_without_a_body_is_one_line(start_screen: Studio) -> None:
    """What has no legs cannot be scored, and the view says so."""
    text = (
        "HIERARCHY\nROOT ball\n{\nOFFSET 0 0 0\n"
        "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        "End Site\n{\nOFFSET 0 10 0\n}\n}\nMOTION\nFrames: 40\nFrame Time: 0.0333333\n"
    )
    text += "".join(f"{n} 0 0 {3 * n} 0 0\n" for n in range(40))
    file = {"name": "ball.bvh", "mimeType": "text/plain", "buffer": text.encode()}
    studio = start_screen
    studio.page.get_by_label("Files to open").set_input_files(file)
    studio.wait_until("studio.clip.get()?.name === 'ball.bvh'")
    studio.page.get_by_role("tab", name="Naturalness", exact=True).click()
    line = studio.page.locator(".scores-view [role=alert]")
    line.wait_for()
    assert line.inner_text().startswith("ball.bvh: ")
    assert "\n" not in line.inner_text()
