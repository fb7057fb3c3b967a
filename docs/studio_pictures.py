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


def main() -> None:
    """Write studio.png, studio-graph.png, studio-light.png, studio-feet.png and studio-library.png."""
    library_picture()
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
