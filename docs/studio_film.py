"""Film the README's moving picture in the studio's own page in Chromium; built by `make web` before.

The clip that comes with the package, with a key on every frame; the slider is dragged to a few keys; the result plays.
Each picture is taken when the page has come to rest, and shown for as long as the film says, however slow the machine.

Run: python -m docs.studio_film
"""

from __future__ import annotations

import base64
import io
import tempfile
import time
from pathlib import Path

import numpy as np
from benchmarks.browser import Tab
from benchmarks.clips import packaged_clip
from benchmarks.studio import SLIDER, studio_tab
from docs.make_pictures import IMAGES
from PIL import Image

from unbake.formats.registry import save

WIDTH, HEIGHT = 960, 640
FEW_KEYS = 0.26
"""Part of the slider's way where it is released."""
THUMB = 14.0
"""Pixels of the slider's handle, as in controls.css."""
MIDDLE_OF_A_JUMP = 100
"""From 0: where the playhead stands while the slider is dragged, and where playing begins and ends."""
DRAG_STEPS = 32
STEP_FRAMES = 5
"""The clip has 120 frames a second, the film 24."""
STEP_MS = 42
QUALITY = 84
REST_S = 0.3
"""The viewport's edges become smooth when nothing has moved for a moment."""

POINTER = """
  const pointer = document.createElement("div");
  pointer.id = "pointer";
  pointer.style.cssText = "position: fixed; left: 0; top: 0; z-index: 9999; pointer-events: none";
  pointer.innerHTML = `<svg width="22" height="28" viewBox="0 0 22 28"><path fill="white" stroke="black"
    stroke-width="1.5" stroke-linejoin="round" d="M2 2v20l5-4.6 3.4 8 3.8-1.6-3.4-7.8h7z"/></svg>`;
  document.body.append(pointer);
"""
"""A browser without a window draws no pointer."""

CALM = """
  const calm = new CSSStyleSheet();
  calm.replaceSync(".status .work, .status .hints, .activity { visibility: hidden }");
  document.adoptedStyleSheets.push(calm);
"""
"""What moves by itself while the page works says nothing in a film whose pictures wait for it."""

PLAY = "[aria-label=Transport] button.play"

ARRANGE = f"""async () => {{
  {POINTER}
  {CALM}
  studio.setPreferences({{ theme: "dark", knowsSlider: true, panels: {{ left: -220, right: 290, bottom: 250 }} }});
  const camera = {{ target: [0.52, 0.92, -0.2], yaw: -1.38, pitch: 0.1, distance: 4.1, isOrthographic: false }};
  studio.view.patch({{ viewport: {{ ...studio.view.get().viewport, follows: false, camera }} }});
  studio.playhead.set(studio.clip.get().first_frame + {MIDDLE_OF_A_JUMP});
  const keys = studio.clip.get().last_frame - studio.clip.get().first_frame + 1;
  studio.change("Choose all", ({{ choice }}) => ({{ choice: {{ ...choice, by: "count", keys }} }}));
  await studio.settle();
}}"""

SEEN = """async () => {
  const dopesheet = document.querySelector("[data-area=dopesheet] canvas[data-keys]");
  const frame = () => new Promise(requestAnimationFrame);
  while (dopesheet.dataset.keys.split(" ").length !== studio.document.get().choice.keys) await frame();
  await frame();
  await frame();
}"""


class Film:
    """Pictures of a page and how long each is shown."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.pictures: list[Image.Image] = []
        self.times_ms: list[int] = []
        self.pointed = (0.0, 0.0)

    def take(self, shown_ms: int) -> None:
        """Take a picture once the page has come to rest."""
        self.tab.evaluate(f"({SEEN})()")
        time.sleep(REST_S)
        png = base64.b64decode(self.tab.send("Page.captureScreenshot")["data"])
        self.pictures.append(Image.open(io.BytesIO(png)).convert("RGB"))
        self.times_ms.append(shown_ms)

    def point(self, x: float, y: float, *, is_down: bool = False) -> None:
        """Move the mouse, and the pointer that stands for it."""
        self.pointed = (x, y)
        self.tab.mouse("Moved", x, y, is_down=is_down)
        self.tab.evaluate(f"pointer.style.translate = '{x - 2}px {y - 2}px'")

    def save(self, file: Path) -> None:
        """Write an animated WebP that starts again when it ends."""
        first, *others = self.pictures
        first.save(
            file, save_all=True, append_images=others, duration=self.times_ms, loop=0, quality=QUALITY, method=4,
            minimize_size=True,
        )  # fmt: skip


def drag_slider(film: Film) -> None:
    """Drag the slider's handle from all keys to a few, slowly at both ends."""
    place = film.tab.evaluate(f'document.querySelector("{SLIDER}").getBoundingClientRect().toJSON()')
    y = place["y"] + place["height"] / 2
    xs = place["x"] + THUMB / 2 + (place["width"] - THUMB) * np.array([1.0, FEW_KEYS])
    film.point(xs[0], y)
    film.take(1400)
    film.tab.mouse("Pressed", xs[0], y, is_down=True)
    for part in np.linspace(0.0, 1.0, DRAG_STEPS + 1)[1:]:
        film.point(xs[0] + (xs[1] - xs[0]) * smooth(part), y, is_down=True)
        film.take(70)
    film.tab.mouse("Released", xs[1], y, is_down=False)
    film.tab.evaluate("studio.settle()")
    film.tab.wait_until("!document.querySelector('[data-area=result]')?.innerText.includes('…')")
    film.take(1500)


def play(film: Film) -> None:
    """Press play, and show every fifth frame of one time round until the playhead is where it was."""
    start = np.array(film.pointed)
    place = film.tab.evaluate(f"document.querySelector('{PLAY}').getBoundingClientRect().toJSON()")
    button = np.array([place["x"] + place["width"] / 2, place["y"] + place["height"] / 2])
    for part in np.linspace(0.0, 1.0, 9)[1:]:
        film.point(*(start + (button - start) * smooth(part)))
        film.take(STEP_MS)
    film.take(250)
    film.tab.evaluate("pointer.remove(), studio.isPlaying.set(true)")
    frames = film.tab.evaluate("studio.clip.get().last_frame - studio.clip.get().first_frame + 1")
    for step in range(0, frames, STEP_FRAMES):
        frame = (MIDDLE_OF_A_JUMP + step) % frames
        film.tab.evaluate(f"studio.playhead.set(studio.clip.get().first_frame + {frame})")
        film.take(STEP_MS)
    film.tab.evaluate(f"studio.playhead.set(studio.clip.get().first_frame + {MIDDLE_OF_A_JUMP})")
    film.tab.evaluate("studio.isPlaying.set(false)")
    film.take(1000)


def smooth(part: float) -> float:
    """Return a part of a way that begins and ends slowly."""
    return part * part * (3.0 - 2.0 * part)


def main() -> None:
    """Write studio-film.webp."""
    with tempfile.TemporaryDirectory(prefix="captures-") as folder:
        file = Path(folder) / "two_jumps.bvh"
        save(packaged_clip(), file)
        with studio_tab(file) as tab:
            tab.send(
                "Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False
            )
            tab.evaluate(f"({ARRANGE})()")
            film = Film(tab)
            drag_slider(film)
            play(film)
    film.save(IMAGES / "studio-film.webp")


if __name__ == "__main__":
    main()
