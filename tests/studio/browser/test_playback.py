"""Time in the viewport: poses that hold from key to key."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

pytestmark = pytest.mark.pictures

PLAIN = "studio.view.patch({ viewport: { ...studio.view.get().viewport, figures: 'result', hasGhosts: false } })"
SEEN = """async () => {
  const seen = new Set();
  studio.playback.start();
  const canvas = document.querySelector(".viewport-canvas");
  for (let n = 0; n < 40; n++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    seen.add(Number(canvas.dataset.pose));
  }
  studio.playback.stop();
  return [...seen];
}"""


@pytest.fixture
def clip(studio: Any) -> Any:
    studio.open_jump()
    studio.js("studio.view.patch({ isStepped: false })")
    return studio


def pose(studio: Any) -> int:
    return int(studio.drawn("viewport", "pose")[0])


def picture_at(studio: Any, frame: int) -> bytes:
    """Return what the viewport shows at a frame, once it is drawn finely."""
    studio.js(f"studio.playhead.set({frame})")
    shown, before = b"", None
    while shown != before:
        studio.page.wait_for_timeout(600)
        shown, before = bytes(studio.page.locator(".viewport-canvas").screenshot()), shown
    return shown


def test_poses_hold_from_key_to_key(clip: Any) -> None:
    clip.js(PLAIN)
    keys = clip.key_frames()
    before = clip.js("JSON.stringify([studio.document.get().edited, studio.history.past.get().done.length])")
    start, end = max(pairwise(keys), key=lambda pair: pair[1] - pair[0])
    assert picture_at(clip, start + 3) != picture_at(clip, end - 1)
    clip.page.get_by_role("button", name="Stepped preview").click()
    assert clip.page.get_by_role("button", name="Stepped preview").get_attribute("aria-pressed") == "true"
    assert "Curves and exports stay as they are" in " ".join(clip.notices())
    # It lies over the picture, for as long as it is there.
    clip.js("studio.notices.set([])")
    assert picture_at(clip, start + 3) == picture_at(clip, end - 1)
    assert pose(clip) == start
    assert picture_at(clip, end) != picture_at(clip, end - 1)
    after = clip.js("JSON.stringify([studio.document.get().edited, studio.history.past.get().done.length])")
    assert after == before


def test_playing_shows_the_poses_of_keys_alone(clip: Any) -> None:
    clip.js("studio.playhead.set(studio.document.get().settings.first)")
    assert not set(clip.page.evaluate(SEEN)) <= set(clip.key_frames())
    clip.press("Shift+T")
    assert clip.js("studio.view.get().isStepped")
    clip.js("studio.playhead.set(studio.document.get().settings.first)")
    clip.page.wait_for_timeout(100)
    assert set(clip.page.evaluate(SEEN)) <= set(clip.key_frames())


def test_ghosts_are_those_around_the_pose_that_is_held(clip: Any) -> None:
    keys = clip.key_frames()
    clip.js("studio.view.patch({ isStepped: true })")
    clip.js(f"studio.playhead.set({keys[6] - 1})")
    assert pose(clip) == keys[5]
    ghosts = [int(frame) for frame in clip.drawn("viewport", "ghost-frames")]
    assert keys[5] not in ghosts
    assert {keys[4], keys[6]} <= set(ghosts)


def test_the_capture_moves_on_beside_it(clip: Any) -> None:
    keys = clip.key_frames()
    clip.js("studio.view.patch({ isStepped: true })")
    clip.js("studio.view.patch({ viewport: { ...studio.view.get().viewport, figures: 'capture' } })")
    clip.js(f"studio.playhead.set({keys[6] - 1})")
    assert pose(clip) == keys[6] - 1
