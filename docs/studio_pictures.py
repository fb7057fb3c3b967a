"""Draw the README's pictures of the studio, from its own page in Chromium; built by `make web` before.

Run: python -m docs.studio_pictures
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.browser import Tab
from benchmarks.clips import DATA, real_clips
from benchmarks.studio import studio_tab
from docs.make_pictures import IMAGES

from unbake.annotations.exchange.csv_file import load_csv
from unbake.annotations.exchange.spans import take_spans
from unbake.composition.enrichment.enrich import EnrichOptions, enrich
from unbake.formats.registry import save
from unbake.library import Library, add_files
from unbake.motion.motion import Motion

PICTURES = {
    "studio": (
        "Walk",
        """() => {
          studio.setPreferences({ theme: "dark" });
          studio.playhead.set(studio.clip.get().first_frame + 196);
        }""",
    ),
    "studio-graph": (
        "Run & Turn",
        """() => {
          studio.setPreferences({ theme: "dark" });
          const roles = ["left-knee", "right-knee", "left-hip"];
          const { joints, channels, first_frame } = studio.clip.get();
          const wanted = joints.map((joint, index) => (roles.includes(joint.role) ? index : -1));
          const isShown = (index) => wanted.includes(channels[index].joint) && channels[index].name === "rx";
          const frames = studio.shownKeys().frames;
          studio.view.patch({
            tabs: { bottom: "graph" },
            selectedChannels: channels.map((_, index) => index).filter(isShown),
            selectedKeys: [frames[4], frames[5]],
          });
          studio.playhead.set(first_frame + 86);
        }""",
    ),
    "studio-light": (
        "packaged jump",
        """async () => {
          studio.setPreferences({ theme: "light" });
          studio.playhead.set(studio.clip.get().first_frame + 137);
          studio.dialog.set({ kind: "export" });
          do await new Promise((resolve) => setTimeout(resolve, 500));
          while (document.body.innerText.includes("looking at what each format"));
        }""",
    ),
    "studio-feet": (
        "Walk",
        """async () => {
          studio.setPreferences({ theme: "dark" });
          studio.view.patch({ tabs: { bottom: "feet" } });
          studio.playhead.set(studio.clip.get().first_frame + 105);
          for (const name of ["Guess", "Accept guess"]) {
            await new Promise((resolve) => setTimeout(resolve, 2500));
            [...document.querySelectorAll("button")].find((one) => one.textContent === name).click();
          }
        }""",
    ),
}
"""File name → the clip, and what is done in the page before the picture is taken."""

NAME_FILE = """
  // Where the clip happens to lie for the picture is nobody's business.
  const field = [...document.querySelectorAll("label")].find((one) => one.textContent === "File")?.control;
  if (field) {
    field.select();
    document.execCommand("insertText", false, "packaged_jump_keys.glb");
  }
"""


LIVE = """async () => {
  const until = async (isTrue) => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  studio.setPreferences({ theme: "dark" });
  const { id } = studio.library.state.get().listed.clips.find(({ name }) => name === "16_15");
  await studio.open({ source: "library", name: String(id) });
  studio.view.patch({ tabs: { bottom: "live" } });
  await until(() => studio.shownKeys());
  await studio.live.start();
  for (const [flag, direction_rad, frames] of [["Walk", 0, 200], ["Run", 1, 380], ["Walk", 2, 640]]) {
    studio.live.ask({ flag, direction_rad });
    await until(() => studio.live.frame.get()?.number > frames);
  }
}"""
"""A walk, a run, and a walk in another direction."""
SCORES = """async () => {
  studio.live.record();
  const { number } = studio.live.frame.get();
  studio.live.ask({ flag: "Jump", direction_rad: null });
  while (studio.live.frame.get().number < number + 400) {
    if (studio.live.frame.get().number > number + 150) studio.live.ask({ flag: "Walk", direction_rad: -1 });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  studio.live.record();
  const isOpen = () => studio.clip.get().name === "live" && studio.shownKeys();
  while (studio.live.isOn || !isOpen()) await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  studio.view.patch({ tabs: { bottom: "scores" } });
  await studio.scores.goToWorst();
}"""
"""What was recorded of it, and its worst moment."""


def live_pictures() -> None:
    """Write studio-live.png and studio-scores.png: a character of the CMU clips, and a recording of it."""
    with library_tab() as tab:
        for script, name in ((LIVE, "studio-live"), (SCORES, "studio-scores")):
            tab.evaluate(f"({script})()")
            time.sleep(0.5 if name == "studio-live" else 6.0)
            tab.picture(IMAGES / f"{name}.png")


LABELS = Path(__file__).parents[1] / "benchmarks" / "annotations" / "labels" / "pass_a.csv"


@contextmanager
def library_tab() -> Iterator[Tab]:
    """Open a library of the CMU clips with their labels by hand."""
    with tempfile.TemporaryDirectory(prefix="captures-") as folder:
        file = Path(folder) / "moves.unbakelib"
        with Library.create(file) as library:
            add_files(library, [DATA / "cmu"])
            take_spans(library, load_csv(LABELS))
        with studio_tab(file, "document.querySelectorAll('.clip-card').length > 20") as tab:
            yield tab


def library_picture() -> None:
    """Write studio-library.png: the CMU clips with their labels by hand."""
    with library_tab() as tab:
        tab.evaluate("studio.setPreferences({ theme: 'dark' })")
        time.sleep(6.0)
        tab.picture(IMAGES / "studio-library.png")


DEMAND = """(() => {
  studio.setPreferences({ theme: "dark" });
  const { demand } = studio;
  const span = (flag, start_s, stop_s) => ({ flag, start_s, stop_s, must: true });
  const places = [{ at_s: 7, place: { x: 3, z: 9 }, heading_deg: null }];
  demand.change({ flags: [span("Walk", 0, 3.5), span("Run", 4, 7)], places });
  demand.setLength(7);
  demand.state.patch({ seconds: 8, picked: null });
  demand.synthesize();
})()"""


def library_views() -> None:
    """Write studio-judging.png and studio-demand.png: a library of walks and runs, with transplants."""
    with tempfile.TemporaryDirectory(prefix="captures-") as folder:
        file = Path(folder) / "moves.unbakelib"
        with Library.create(file) as library:
            add_files(library, [DATA / "cmu" / "16", DATA / "cmu" / "02"])
            names = {clip.name for clip in library.clips()}
            take_spans(library, {name: spans for name, spans in load_csv(LABELS).items() if name in names})
        with studio_tab(file, "document.querySelectorAll('.clip-card').length > 8") as tab:
            tab.evaluate("studio.setPreferences({ panels: { bottom: 400 } })")
            tab.evaluate("studio.library.state.get().listed && studio.open({ source: 'library', name: '1' })")
            tab.wait_until("studio.clip.get() && studio.shownKeys()")
            tab.evaluate(DEMAND)
            tab.wait_until("studio.demand.state.get().found && !studio.demand.state.get().searching")
            time.sleep(8.0)
            tab.evaluate("studio.demand.goTo(4.6)")
            time.sleep(2.0)
            tab.picture(IMAGES / "studio-demand.png")
        with Library.open(file) as library:
            enrich(library, EnrichOptions(3.0, seed=3, rules=("halves", "angles"), jobs=1))
        with studio_tab(file, "document.querySelectorAll('.clip-card').length > 8") as tab:
            tab.evaluate("studio.setPreferences({ theme: 'dark' })")
            tab.evaluate("studio.judging.begin('transplants', 'first')")
            for number, word in enumerate((True, True, False, True)):
                tab.wait_until(f"studio.judging.state.get().at === {number} && studio.clip.get()")
                tab.evaluate(f"studio.judging.whole({str(word).lower()})")
            tab.wait_until("studio.judging.state.get().at === 4")
            tab.evaluate("studio.playback.stop()")
            tab.evaluate("studio.judging.run({ first: 60, last: 110 }, false)")
            time.sleep(8.0)
            tab.evaluate("studio.playhead.set(80)")
            time.sleep(2.0)
            tab.picture(IMAGES / "studio-judging.png")


POSE = """(async () => {
  studio.setPreferences({ theme: "light", panels: { bottom: 400 } });
  studio.view.patch({ tabs: { bottom: "pose" } });
  studio.playhead.set(studio.shownKeys().frames[5]);
  for (const name of ["Got it", "Ghosts"]) {
    [...document.querySelectorAll("button")].find((one) => one.textContent === name)?.click();
  }
})()"""
PROPAGATE = """(async () => {
  const until = async (isTrue) => {
    while (!isTrue(studio.propagating.state.get())) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const steps = [["Mark edited", ({ examples }) => examples.length], ["Propagate", ({ found }) => found]];
  for (const [name, isDone] of steps) {
    [...document.querySelectorAll("button")].find((one) => one.textContent === name).click();
    await until(isDone);
  }
  await studio.settle();
  for (const cross of document.querySelectorAll(".notice button")) cross.click();
})()"""


def drag(tab: Tab, role: str, right: float, up: float) -> None:
    """Drag a joint's handle by some pixels, in steps as a hand does, and wait for the new pose."""
    name = tab.evaluate(f"studio.clip.get().joints.find((one) => one.role === '{role}').name")
    circle = f"document.querySelector(`.pose-handles .joint[data-joint='{name}']`)"
    tab.wait_until(f"Boolean({circle})")
    x, y = (tab.evaluate(f"{circle}.getBoundingClientRect().{side} + 4") for side in ("left", "top"))
    done = tab.evaluate("studio.history.past.get().done.length")
    tab.mouse("Moved", x, y, is_down=False)
    tab.mouse("Pressed", x, y, is_down=True)
    for part in range(1, 21):
        tab.mouse("Moved", x + right * part / 20, y - up * part / 20, is_down=True)
        time.sleep(0.05)
    tab.mouse("Released", x + right, y - up, is_down=False)
    tab.wait_until(f"studio.history.past.get().done.length > {done}")


def pose_picture(clip: Motion) -> None:
    """Write studio-pose.png: a hand raised in one step of a walk, and carried to the others."""
    with tempfile.TemporaryDirectory(prefix="captures-") as folder:
        file = Path(folder) / "walk.bvh"
        save(clip, file)
        with studio_tab(file) as tab:
            tab.evaluate(POSE)
            time.sleep(4.0)
            drag(tab, "left-wrist", 30.0, 70.0)
            tab.evaluate(PROPAGATE)
            time.sleep(4.0)
            tab.picture(IMAGES / "studio-pose.png")


def main() -> None:
    """Write all pictures."""
    library_picture()
    live_pictures()
    library_views()
    clips = real_clips()
    pose_picture(clips["Walk"])
    for name, (clip, script) in PICTURES.items():
        with tempfile.TemporaryDirectory(prefix="captures-") as folder:
            file = Path(folder) / f"{clip.lower().replace(' & ', '_and_').replace(' ', '_')}.bvh"
            save(clips.get(clip, clips["packaged jump"]), file)
            with studio_tab(file) as tab:
                tab.evaluate(f"({script})()")
                time.sleep(4.0)
                tab.evaluate(NAME_FILE)
                tab.picture(IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
