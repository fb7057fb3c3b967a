"""How long a step of the studio's slider takes to reach the picture, measured in a browser.

The mouse drags the slider; measured is from the slider's event to the end of the frame in which viewport and dopesheet
show the keys of that step. A step begins when the one before it is seen, as a hand that looks at what it does. Two ways
of moving: in one go, and with rests, after which the last step's better fit is under way and has to make room. On a
long take the keys and ghosts come first; the evaluated curves follow, which is measured by itself. The browser draws as
it does where there is no graphics card, and nobody listens to what it is sent.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.browser import BROWSER, Tab, open_tab
from benchmarks.clips import DATA, packaged_clip
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.formats.registry import load_motion, save
from unbake.motion.motion import Motion
from unbake.studio.server.link.app import BUILT

LENGTHS = (600, 5000)
STEPS = 120
WAYS = {"in one go": (0.0, False), "with rests of 0.4 s": (0.4, False), "in one go, network panel open": (0.0, True)}
"""Seconds between a step that is seen and the next, and whether the browser's own tools copy what the page is sent."""

EVERY = 10
"""After one step in so many, the curves through its keys are waited for."""

SLIDER = "input[type=range][aria-label='Number of keys']"

WATCH = """() => {
  const slider = document.querySelector("input[type=range][aria-label='Number of keys']");
  const dopesheet = document.querySelector("[data-area=dopesheet] canvas[data-keys]");
  const viewport = document.querySelector("[data-area=viewport] canvas[data-keys]");
  const frame = () => new Promise(requestAnimationFrame);
  let step = null;
  let [started, found] = [0, 0];
  slider.addEventListener("input", () => { started = performance.now(); }, { capture: true });
  studio.document.subscribe(() => {
    const { keys: count } = studio.document.get().choice;
    found = 0;
    step = (async () => {
      const isSeen = () => studio.results.get().chosen.keys.frames.length === count
        && Number(viewport.dataset.keys) === count && dopesheet.dataset.keys.split(" ").length === count;
      while (!isSeen()) await frame();
      // What follows a frame's callbacks in the same task is layout and paint; a message comes after those.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      const { chosen } = studio.results.get();
      const at = { count, seen: performance.now() - started, found: found - started, server: 1000 * chosen.seconds };
      return { ...at, drawn: Number(viewport.dataset.drawMs) };
    })();
  });
  studio.results.subscribe(() => {
    const { chosen } = studio.results.get();
    if (!found && chosen.keys.frames.length === studio.document.get().choice.keys) found = performance.now();
  });
  // Milliseconds from the last step's event until the curves through its keys are shown.
  window.evaluated = async () => {
    const isEvaluated = () => {
      const { chosen, evaluation, evaluated } = studio.results.get();
      const isOfKeys = evaluated === undefined ? evaluation === chosen.evaluation : evaluated === chosen.keys;
      return isOfKeys && chosen.keys.frames.length === studio.document.get().choice.keys;
    };
    while (!isEvaluated()) await frame();
    return performance.now() - started;
  };
  // What the step led to that the mouse made; null where it made none.
  window.afterStep = async () => {
    for (let n = 0; n < 3 && !step; n++) await frame();
    const result = await step;
    step = null;
    return result;
  };
}"""


def run() -> dict[str, dict[str, dict[str, float]]]:
    """Measure the slider on short and long takes; return milliseconds, and nothing where there is no browser."""
    reason = _missing()
    if reason:
        print(f"\nStudio: not measured, {reason}")
        return {}
    return {f"{frames} frames": slider_ms(frames) for frames in LENGTHS}


def slider_ms(frames: int) -> dict[str, dict[str, float]]:
    """Measure and print the slider on a take of so many frames."""
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "clip.bvh"
        motion = long_motion(frames)
        save(motion, clip)
        with studio_tab(clip) as tab:
            tab.evaluate(f"({WATCH})()")
            figures = {}
            for name, (rest_s, is_listening) in WAYS.items():
                tab.send("Network.enable" if is_listening else "Network.disable")
                figures[name] = _measured(tab, rest_s, motion.n_frames)
    rows = [(name, *(f"{found[part]:.1f}" for part in PARTS)) for name, found in figures.items()]
    print_table(
        f"Slider of the studio, {frames:,} frames, {STEPS} steps, ms until keys and ghosts are there (then medians)",
        ("moved", "median", "95 %", "largest", "answered", "server", "page", "of that viewport", "curves"),
        rows,
    )
    return figures


PARTS = ("median", "p95", "largest", "answered", "server", "page", "drawn", "evaluated")
"""Answered: when the page has the keys. Server: how long it worked on them. Page: from there to the picture, scripts
and painting, the viewport's own drawing given apart. Evaluated: when the curves follow."""


def long_motion(frames: int) -> Motion:
    """Return part of an everyday take, or the packaged clip swinging to and fro."""
    file = DATA / "cmu" / "14" / "14_02.amc"
    if file.exists():
        motion = load_motion(file)
        return motion.excerpt(motion.first_frame, motion.first_frame + frames - 1)
    motion = packaged_clip()
    there = np.arange(motion.n_frames)
    order = np.resize(np.concatenate([there, there[-2:0:-1]]), frames)
    return replace(
        motion, rotations_xyzw=motion.rotations_xyzw[order], translations_m=motion.translations_m[order], warnings=()
    )


def _missing() -> str | None:
    if BROWSER is None:
        return "it needs Chromium or Chrome on the path"
    return None if (BUILT / "index.html").is_file() else "it needs the studio's client (make web)"


FIRST_KEYS = "Boolean(window.studio?.results?.get().space && studio.results.get().chosen)"


@contextmanager
def studio_tab(clip: Path, ready: str = FIRST_KEYS) -> Iterator[Tab]:
    """A page with the clip open and its first keys found, or what else makes it ready, 1440 by 900 pixels."""
    server = subprocess.Popen(
        [sys.executable, "-c", "from unbake.cli.main import run; run()", "studio", "--no-browser", str(clip)],
        env={**os.environ, "UNBAKE_STATE": str(clip.parent / "state")},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address is not None
        with open_tab(address[0], 1440, 900) as tab:
            tab.wait_until(ready)
            tab.evaluate("studio.settle()")
            yield tab
    finally:
        server.kill()
        server.wait()


def _measured(tab: Tab, rest_s: float, frames: int) -> dict[str, float]:
    """Move the slider about and return what the steps took, in milliseconds."""
    place = tab.evaluate(f'document.querySelector("{SLIDER}").getBoundingClientRect().toJSON()')
    left, width, y = place["x"] + 0.03 * place["width"], 0.94 * place["width"], place["y"] + place["height"] / 2
    tab.mouse("Moved", left, y, is_down=False)
    tab.mouse("Pressed", left, y, is_down=True)
    # The slider's own way is logarithmic; places spread over it are small and large steps among all counts.
    steps, evaluated = [], []
    for part in np.random.default_rng(7).random(STEPS + 25):
        tab.mouse("Moved", left + width * part, y, is_down=True)
        steps.append(tab.evaluate("afterStep()"))
        time.sleep(rest_s)
        if len(steps) % EVERY == 0:
            evaluated.append(tab.evaluate("evaluated()"))
    tab.mouse("Released", left, y, is_down=False)
    # The first ones warm up the server and the browser.
    kept = [step for step in steps if step is not None][5 : STEPS + 5]
    if len(kept) < 100 or len({step["count"] for step in kept}) < 20 or max(s["count"] for s in kept) > frames:
        raise RuntimeError("the slider did not move")
    seen = np.array([step["seen"] for step in kept])
    return {
        "steps": float(len(kept)),
        "median": float(np.median(seen)),
        "p95": float(np.percentile(seen, 95)),
        "largest": float(seen.max()),
        "answered": float(np.median([step["found"] for step in kept])),
        "server": float(np.median([step["server"] for step in kept])),
        "page": float(np.median([step["seen"] - step["found"] for step in kept])),
        "drawn": float(np.median([step["drawn"] for step in kept])),
        "evaluated": float(np.median(evaluated)),
    }


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    run()
