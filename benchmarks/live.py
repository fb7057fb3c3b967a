"""Engines of a live character side by side: ``python -m benchmarks.live [FOLDER]``.

Writes the tables of docs/measured/live.md that are about engines. Every engine gets the same requests: random flags,
directions and speeds, one every three seconds. Two libraries, with graph and transition table, are made in FOLDER
unless they are there already: walks, runs and jumps of one person, and the same of the performer.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np

from benchmarks.clips import DATA
from benchmarks.graphs import WALKS_RUNS_JUMPS, keep
from benchmarks.usage import command_line
from unbake.composition.live import library_engines
from unbake.composition.material import LibraryMaterial, library_material
from unbake.composition.motion_graph import build_motion_graph
from unbake.composition.table_engine import stretch_of
from unbake.composition.transition_table import build_transition_table
from unbake.composition.transitions import Transitions
from unbake.errors import UsageError
from unbake.feet.clean.holds import held_part
from unbake.feet.clean.options import CleanOptions
from unbake.feet.labels import FootLabels
from unbake.feet.skating import drifts_m, skating
from unbake.formats.registry import load_motion
from unbake.library.library import Library
from unbake.performer.perform import perform
from unbake.synthesis.graphs.candidates import GraphOptions
from unbake.synthesis.live.character import Character
from unbake.synthesis.live.engine import Engine
from unbake.synthesis.live.recording import Cue, Recording, record
from unbake.synthesis.live.request import Request
from unbake.synthesis.material.material import Material
from unbake.synthesis.naturalness.errors import zero_moment_errors_m
from unbake.synthesis.naturalness.scored import score_motion

FLAGS = ("Walk", "Run", "Jump")
JUMPS = (*range(1, 8), 9, 10)
RUNS = (8, *range(35, 47), *range(48, 58))
EVERY_S, SECONDS = 3.0, 120.0
THRESHOLDS_M = {"Run": 0.12}
"""The runs are a second long each: none leads into another below six centimetres."""
RATE = Fraction(60)
TURNING_DEG_S = (-90.0, -45.0, 0.0, 0.0, 45.0, 90.0)
TRANSITIONS = 300
NAMES = {"matching": "motion matching", "graph": "motion graph", "table": "transition table"}


def main(folder: Path) -> None:
    """Write the tables."""
    header = ["", "ms a frame, median", "99 of 100", "met", "after, median", "nine of ten", "planted points stray"]
    header += ["skating frames", "zero moment, median", "unnatural", "frames used", "jumps a minute"]
    quick: list[list[str]] = []
    for name, make in (("engines", cmu_library), ("engines-performer", performer_library)):
        rows = []
        with prepared(folder / f"{name}.unbakelib", make) as library:
            found = library_material(library)
            for engine, chosen in library_engines(library, found).items():
                for hold in (True, False):
                    made = played(found.material, engine, chosen, hold_feet=hold)
                    rows.append(row(f"{NAMES[engine]}{'' if hold else ', feet not held'}", found.material, made))
            rows.append(_clips(found.material))
            quick.append([name, *transition_ms(library, found)])
        keep(name, header, rows)
    quick = [[{"engines": "clips of one person"}.get(name, "performer"), *cells] for name, *cells in quick]
    keep(
        "transition-ms",
        ["of processor", "blend and feet, median", "99 of 100", "with lookup and steps, median", "99 of 100"],
        quick,
    )


def prepared(path: Path, make: Callable[[Library], None]) -> Library:
    """Return a library with graph and table."""
    if not path.exists():
        with Library.create(path, FLAGS) as library:
            make(library)
    library = Library.open(path)
    found = library_material(library)
    build_motion_graph(library, found, GraphOptions(thresholds_m=THRESHOLDS_M))
    build_transition_table(library, found)
    return library


def cmu_library(library: Library) -> None:
    """The clips of subject 16 with the flags that the archive's list of trials gives them."""
    for name in WALKS_RUNS_JUMPS:
        trial = int(name[3:])
        flag = "Jump" if trial in JUMPS else "Run" if trial in RUNS else "Walk"
        motion = load_motion(DATA / "cmu" / name[:2] / f"{name}.amc")
        number, _ = library.add(motion, name)
        library.annotate(number, flag, 0, motion.n_frames, True)


def performer_library(library: Library) -> None:
    """Walks and runs of the performer, straight and turning, and jumps, with plants that are known."""
    styles = [(action, {"turning_deg_s": turn}) for action in ("walk", "run") for turn in TURNING_DEG_S]
    for seed, (action, style) in enumerate([*styles, *[("jump", {})] * 4]):
        made = perform(action, seconds=8.0, fps=RATE, seed=seed, **style)
        labels = FootLabels.from_frames(made.contacts, RATE, made.motion.first_frame, "performer")
        number, _ = library.add(made.motion, f"{action} {seed}")
        library.set_foot_labels(number, labels)
        library.annotate(number, action.capitalize(), 0, made.motion.n_frames, True)


def transition_ms(library: Library, found: LibraryMaterial) -> list[str]:
    """How long a processor takes for single transitions between random frames: others share it, and the clock runs."""
    transitions, material = Transitions(library, found), found.material
    transitions.prepare()
    n, rng = transitions.table.n_frames, np.random.default_rng(0)
    starts, left = material.starts[material.clip_of], material.left
    sources = np.flatnonzero(left >= n)
    targets = np.flatnonzero(np.arange(material.n_frames) - starts >= n)
    took = []
    for _ in range(TRANSITIONS + 20):
        source, target = int(rng.choice(sources)), int(rng.choice(targets))
        begun = time.thread_time()
        made = transitions.make(material.place(source), material.place(target))
        blended = time.thread_time()
        stretch_of(made, np.array([source, *([0] * len(made.between)), target - n + 1]), target)
        took.append((1000.0 * (blended - begun), 1000.0 * (time.thread_time() - begun)))
    every = np.array(took[20:])
    return [f"{np.percentile(every[:, column], part):.2f} ms" for column in (0, 1) for part in (50, 99)]


def requests(engine: Engine) -> list[Cue]:
    """The same random requests for every engine; what an engine can never reach is left out, and counts as not met."""
    rng, out = np.random.default_rng(0), []
    for at in np.arange(0.0, SECONDS, EVERY_S):
        flag = str(rng.choice(["Walk", "Walk", "Run", "Jump"]))
        direction = None if flag == "Jump" else float(rng.uniform(-np.pi, np.pi))
        try:
            engine.check(Request(flag, direction))
        except UsageError:
            continue
        out.append(Cue(float(at), Request(flag, direction)))
    return out


def played(material: Material, name: str, engine: Engine, *, hold_feet: bool) -> Recording:
    """Return what an engine makes of the requests, once it has warmed up."""
    record(Character(material, {name: engine}, hold_feet=hold_feet), [], 3.0)
    return record(Character(material, {name: engine}, hold_feet=hold_feet), requests(engine), SECONDS)


def row(name: str, material: Material, made: Recording) -> list[str]:
    """The measures of a recording."""
    after = [met.after_s for met in made.met if met.after_s is not None]
    inside = held_part(made.labels, CleanOptions())
    strays = 1000.0 * drifts_m(material.legs.points_m(made.motion), inside)
    balance = zero_moment_errors_m(made.motion, made.labels, material.legs)
    return [
        name,
        f"{np.median(made.frame_ms):.2f}",
        f"{np.percentile(made.frame_ms, 99):.1f}",
        f"{len(after)} of {round(SECONDS / EVERY_S)}",
        f"{np.median(after):.2f} s",
        f"{np.percentile(after, 90):.2f} s",
        f"{np.median(strays):.1f} mm, at most {strays.max():.0f}",
        f"{skating(made.motion, made.labels, material.legs).skating_part:.1%}",
        f"{1000.0 * np.nanmedian(balance):.0f} mm",
        f"{score_motion(made.motion).unnatural_part:.0%}",
        f"{len(np.unique(made.rows)):,} of {material.n_frames:,}",
        f"{made.jumps.sum() / (SECONDS / 60.0):.0f}",
    ]


def _clips(material: Material) -> list[str]:
    """The same measures of the clips themselves, as far as they have them."""
    strays, parts, balance, unnatural = [], [], [], []
    for source in material.sources:
        inside = held_part(source.labels, CleanOptions())
        strays.append(1000.0 * drifts_m(material.legs.points_m(source.motion), inside))
        parts.append(skating(source.motion, source.labels, material.legs))
        balance.append(zero_moment_errors_m(source.motion, source.labels, material.legs))
        unnatural.append(score_motion(source.motion).unnatural_part * source.n_frames)
    every = np.concatenate(strays)
    skated = sum(part.skating_frames for part in parts) / sum(part.n_frames for part in parts)
    stray = f"{np.median(every):.1f} mm, at most {every.max():.0f}"
    median = f"{1000.0 * np.nanmedian(np.concatenate(balance)):.0f} mm"
    part = f"{sum(unnatural) / material.n_frames:.0%}"
    return ["the clips themselves", "", "", "", "", "", stray, f"{skated:.1%}", median, part, "", ""]


if __name__ == "__main__":
    parser = command_line(__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    given = parser.parse_args().folder
    assert DATA.is_dir(), f"needs the clips in {DATA}"
    if given:
        given.mkdir(parents=True, exist_ok=True)
        main(given)
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(Path(folder))
