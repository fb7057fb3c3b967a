"""Whole archives: ``python -m benchmarks.batch [CLIPS] [REPEATS]``.

Hours of capture that two workers get through in an hour, how much of two workers' time is not lost against one, and
what a clip costs beside the work on it: in a worker process, and by way of a Dask scheduler. Clips are the first 200
frames of real ones where they are present, of the packaged one otherwise. All runs of a figure take turns, and their
medians are compared; the load of the machine is printed, and processor time beside wall time, which does not depend on
what else runs.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.clips import DATA, packaged_clip
from benchmarks.timing import print_table
from benchmarks.usage import command_line
from unbake.batch.clips.folder import FolderArchive
from unbake.batch.record import Records
from unbake.batch.running.cluster import run_on_cluster
from unbake.batch.running.limits import memory_shares
from unbake.batch.running.local import run_here
from unbake.batch.task import Perform, Performed, Task, run
from unbake.cli.batch.perform import ClipCommand
from unbake.formats.registry import load_motion, save

FRAMES, CLIPS, REPEATS = 200, 8, 3
SMALL = 100
"""Clips without work, by which the cost of a clip itself is measured."""
COMMANDS = {
    "reduce --error 2cm, to .glb": ("reduce", ("--error=2cm",), ".glb"),
    "convert, to .glb": ("convert", (), ".glb"),
    "label": ("label", (), ".feet.json"),
}


@dataclass(frozen=True)
class Copy:
    """Does as good as nothing."""

    def __call__(self, clip: Path, outputs: Sequence[Path], names: Mapping[str, str]) -> Performed:
        """Copy the clip."""
        outputs[0].write_bytes(clip.read_bytes())
        return Performed()


def make_clips(folder: Path, count: int) -> float:
    """Fill a folder with clips, and return how many seconds of capture they are."""
    files = sorted((DATA / "cmu").rglob("*.amc"))
    motions = (load_motion(file) for file in files[:: max(len(files) // count, 1)][:count])
    seconds = 0.0
    for number, motion in enumerate(motions if files else [packaged_clip()] * count):
        clip = motion.excerpt(motion.first_frame, min(motion.last_frame, motion.first_frame + FRAMES - 1))
        save(clip, folder / f"{number:03}.bvh")
        seconds += clip.n_frames / float(clip.fps)
    return seconds


def tasks_in(clips: Path, results: Path, perform: Perform, suffix: str) -> list[Task]:
    """Return tasks for all clips, none of which is done."""
    shutil.rmtree(results, ignore_errors=True)
    records, archive = Records(results, "reduce"), FolderArchive(clips)
    records.make_folder()
    stems = [(clip, clip.name.removesuffix(".bvh")) for clip in archive.clips()]
    return [Task(archive, clip, records, stem, (stem + suffix,), "key", perform) for clip, stem in stems]


def span_s(results: Path) -> float:
    """Return the seconds from the beginning of the first clip to the end of the last: without starting workers."""
    lines = (Records(results, "reduce").folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    times = [json.loads(line)["time"] for line in lines]
    return float(max(times) - min(times))


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Return wall seconds, and processor seconds of the processes that were started and have ended."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    work()
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def throughput(folder: Path, count: int, repeats: int) -> None:
    """Print hours an hour, and the efficiency of two workers."""
    clips = folder / "in"
    clips.mkdir()
    capture, share, rows = make_clips(clips, count), memory_shares(2, None), []
    for title, (name, options, suffix) in COMMANDS.items():
        times: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
        for turn in range(repeats + 1):
            for jobs in (1, 2):
                tasks = tasks_in(clips, folder / "out", ClipCommand(name, options), suffix)
                found: list[str] = []
                once = measured(lambda t=tasks, j=jobs, f=found: f.extend(o.reason for o in run_here(t, j, share)))  # type: ignore[misc]
                assert found == [""] * len(tasks), found
                times[jobs] += [(span_s(folder / "out"), once[1])] if turn else []  # the first run of each compiles
        wall = {jobs: statistics.median(w for w, _ in times[jobs]) for jobs in times}
        cpu = {jobs: statistics.median(c for _, c in times[jobs]) for jobs in times}
        ratios = [one / two / 2.0 for (one, _), (two, _) in zip(times[1], times[2], strict=True)]
        rows.append(
            (
                title,
                f"{capture / wall[2]:.1f}",
                f"{2.0 * capture / cpu[2]:.1f}",
                f"{100.0 * statistics.median(ratios):.0f} ({100.0 * min(ratios):.0f}–{100.0 * max(ratios):.0f})",
                f"{100.0 * cpu[1] / cpu[2]:.0f}",
            )
        )
        print(f"  {title}: load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    header = ("command", "hours/hour, wall", "of two free cores", "efficiency %, wall", "processor %")
    print_table(f"{count} clips, {capture:.0f} s of capture, two workers; load {os.getloadavg()[0]:.1f}", header, rows)


def overhead(folder: Path, repeats: int) -> None:
    """Print what a clip costs beside the work on it."""
    from distributed import LocalCluster

    clips = folder / "small"
    clips.mkdir()
    for number in range(SMALL):
        (clips / f"{number:03}.bvh").write_text(str(number))
    share = memory_shares(1, None)
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:  # type: ignore[no-untyped-call]
        address = cluster.scheduler_address
        ways: dict[str, Callable[[list[Task]], object]] = {
            "in this process": lambda tasks: [run(task) for task in tasks],
            "in a worker process": lambda tasks: list(run_here(tasks, 1, share)),
            "by a scheduler, shared folders": lambda tasks: list(run_on_cluster(tasks, address, False)),
            "by a scheduler, through it": lambda tasks: list(run_on_cluster(tasks, address, True)),
        }
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(repeats):
            for name, way in ways.items():
                tasks = tasks_in(clips, folder / "copies", Copy(), ".txt")
                times[name].append(measured(lambda w=way, t=tasks: w(t))[0])  # type: ignore[misc]
    rows = [
        (name, f"{1000 * statistics.median(seconds) / SMALL:.1f}", f"{1000 * min(seconds) / SMALL:.1f}")
        for name, seconds in times.items()
    ]
    title = f"{SMALL} clips without work, starting of workers included; load {os.getloadavg()[0]:.1f}"
    print_table(title, ("way", "ms a clip", "least"), rows)


def main(count: int, repeats: int) -> None:
    """Print both tables."""
    with tempfile.TemporaryDirectory() as folder:
        overhead(Path(folder), repeats)
        throughput(Path(folder), count, repeats)


if __name__ == "__main__":
    parser = command_line(__doc__)
    parser.add_argument("clips", nargs="?", type=int, default=CLIPS)
    parser.add_argument("repeats", nargs="?", type=int, default=REPEATS)
    given = parser.parse_args()
    main(given.clips, given.repeats)
