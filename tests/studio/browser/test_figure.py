"""The figure in the viewport: one skin in the colours of its sides, and ghosts that can be told from each other."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image
from scipy.ndimage import label

from studio.browser.desk import PAINTED

pytestmark = pytest.mark.pictures

SEEN = "(part) => studio.view.patch({ viewport: { ...studio.view.get().viewport, ...part } })"
ALONE = {"figures": "result", "hasGhosts": False, "hasFloor": False, "hasTrails": False, "isTinted": False}
COLOURS = """() => ['viewport', 'left', 'right', 'middle'].map((name) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
})"""


def seen(studio: Any) -> Any:
    """The picture below the toolbar (H, W, 3), as it stays."""
    studio.page.evaluate(PAINTED)
    studio.page.wait_for_timeout(600)
    canvas = studio.page.locator("[data-area=viewport] canvas").first
    picture = np.asarray(Image.open(io.BytesIO(canvas.screenshot())).convert("RGB")).astype(float)
    return picture[80:-40, :-90]


def hue(colours: Any) -> Any:
    """Colours without their brightness."""
    return colours - colours.mean(axis=-1, keepdims=True)


def test_the_figure_is_one_skin_that_shows_its_sides(studio: Any) -> None:
    studio.js("studio.setPreferences({ theme: 'dark' })")
    studio.open_packaged()
    studio.page.evaluate(SEEN, ALONE)
    ground, *sides = (np.array(colour, float) for colour in studio.page.evaluate(COLOURS))
    for frame in (30, 120, 170, 260):
        studio.page.evaluate(f"studio.playhead.set({frame})")
        picture = seen(studio)
        # Shadows are darker than the ground; the figure is brighter, or has a colour.
        bright = np.abs(picture - ground).max(axis=-1) > 24
        coloured = bright & ((picture - ground).max(axis=-1) > 16)
        pieces, _ = label(coloured)
        sizes = np.bincount(pieces.ravel())[1:]
        assert sizes.max() > 3000
        # A far arm may be seen beyond the trunk on its own; plates or loose parts would be many.
        assert sizes.max() > 0.85 * sizes.sum(), sizes
        assert len(sizes[sizes > 60]) <= 3, sizes
        nearest = np.argmin([np.linalg.norm(hue(picture) - hue(side), axis=-1) for side in sides], axis=0)
        parts = np.bincount(nearest[coloured], minlength=3) / coloured.sum()
        assert parts.min() > 0.1, parts


def test_ghosts_are_left_out_and_the_viewport_says_so(studio: Any) -> None:
    studio.open_packaged()
    studio.choose_by("Count")
    studio.fill("How many keys", "40")
    studio.page.evaluate(SEEN, {"figures": "result", "hasGhosts": True})
    studio.page.evaluate("studio.playhead.set(150)")
    studio.settle()
    count = int(studio.drawn("viewport", "ghosts")[0])
    assert 2 <= count < 20
    told = studio.page.locator(".viewport-ghosts").inner_text()
    assert re.match(rf"^{count} of 40 ", told), told
    studio.page.evaluate(SEEN, {"hasGhosts": False})
    studio.page.evaluate(PAINTED)
    assert studio.page.locator(".viewport-ghosts").is_hidden()
