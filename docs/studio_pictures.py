"""Draw the README's pictures of the studio, from its own page in Chromium; built by `make web` before.

Run: python -m docs.studio_pictures
"""

import tempfile
import time
from pathlib import Path

from benchmarks.clips import DATA, real_clips
from benchmarks.studio import studio_tab
from docs.make_pictures import IMAGES

from unbake.annotations.exchange.csv_file import load_csv
from unbake.annotations.exchange.spans import take_spans
from unbake.composition.enrichment.enrich import EnrichOptions, enrich
from unbake.formats.registry import save
from unbake.library import Library, add_files

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


LABELS = Path(__file__).parents[1] / "benchmarks" / "annotations" / "labels" / "pass_a.csv"


def library_picture() -> None:
    """Write studio-library.png: the CMU clips with their labels by hand."""
    with tempfile.TemporaryDirectory(prefix="captures-") as folder:
        file = Path(folder) / "moves.unbakelib"
        with Library.create(file) as library:
            add_files(library, [DATA / "cmu"])
            take_spans(library, load_csv(LABELS))
        with studio_tab(file, "document.querySelectorAll('.clip-card').length > 20") as tab:
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


def main() -> None:
    """Write studio.png, studio-graph.png, studio-light.png, studio-feet.png and those of libraries."""
    library_picture()
    library_views()
    clips = real_clips()
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
