"""A run over an archive: what is to do, who does it, and what is said of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from unbake.cli.batch.options import WorkersGroup, options_key
from unbake.cli.batch.perform import ClipCommand
from unbake.cli.batch.progress import ClipsDone
from unbake.cli.shared.ending import ended_like_ctrl_c
from unbake.cli.shared.output import print_json, print_note
from unbake.errors import FileError, UnbakeError, one_line
from unbake.ground.wording import shell_line

if TYPE_CHECKING:
    from unbake.batch.clips.archive import Archive
    from unbake.batch.record import Outcome, Records
    from unbake.batch.task import Task


@dataclass(frozen=True)
class Request:
    """What is asked for.

    Parameters
    ----------
    archive, results : where clips come from, and the folder where results go.
    suffixes : of the results of each clip.
    command : what is done to a clip.
    workers : who does it.
    as_json : whether programs read what is said.
    """

    archive: Path
    results: Path
    suffixes: tuple[str, ...]
    command: ClipCommand
    workers: WorkersGroup
    as_json: bool


@contextmanager
def results_folder(results: Path) -> Iterator[Path]:
    """Give the folder of results, made where it is missing; where what follows fails and it is empty, it goes again.

    Raises
    ------
    FileError : it cannot be made.
    """
    missing = [place for place in (results, *results.parents) if not place.exists()]
    try:
        results.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError.of_system(results, "cannot be made a folder", error) from error
    try:
        yield results
    except BaseException:
        for place in missing:
            with suppress(OSError):
                place.rmdir()
        raise


def run_batch(request: Request) -> None:
    """Do what is not done yet, and say what all came to; exit code 1 where a clip failed."""
    from unbake.batch.clips.open import open_archive
    from unbake.batch.record import Records

    command, workers = request.command, request.workers
    workers.check(command.options)
    results = request.results.absolute()
    archive = open_archive(request.archive, results, with_labels=command.name != "label")
    records = Records(results, command.name)
    started = time.perf_counter()
    with ended_like_ctrl_c(), records.one_run(), ClipsDone() as progress:
        outcomes, tasks = _plan(request, archive, records, progress)
        n_kept, n_clips = sum(one.state == "done" for one in outcomes), len(outcomes) + len(tasks)
        try:
            for outcome in _worked(tasks, workers, progress):
                outcomes.append(outcome)
                progress.add(outcome)
        except KeyboardInterrupt:
            progress.__exit__(None, None, None)
            n_done = sum(one.state == "done" for one in outcomes)
            print_note(f"{n_done:,} of {n_clips:,} clips are done; to go on: {_command_line()}")
            raise
    seconds = time.perf_counter() - started
    titled = [replace(outcome, clip=archive.titled(outcome.clip)) for outcome in outcomes]
    _conclude(request, results, titled, n_kept, seconds)


def _command_line() -> str:
    return shell_line(["unbake", *sys.argv[1:]])


def _plan(
    request: Request, archive: Archive, records: Records, progress: ClipsDone
) -> tuple[list[Outcome], list[Task]]:
    """Return what is known already, done or past help, and what is to do, the largest first."""
    from unbake.batch.names import output_stems
    from unbake.batch.task import Task, key_of

    clips = archive.clips()
    known = {clip.name: records.of(clip.name) for clip in clips}
    stems = output_stems([clip.name for clip in clips], {name: one.stem for name, one in known.items() if one})
    options = options_key(request.command.name, (*request.suffixes, *request.command.options))
    outcomes, tasks = [], []
    for number, clip in enumerate(clips, start=1):
        outputs = tuple(f"{stems[clip.name]}{suffix}" for suffix in request.suffixes)
        task = Task(archive, clip, records, stems[clip.name], outputs, "", request.command)
        try:
            task = Task(**vars(task) | {"key": key_of(archive.fingerprint(clip), options)})
        except UnbakeError as error:
            outcomes.append(task.failed(one_line(str(error)), error.code))
            continue
        done = records.done(clip.name, task.key)
        outcomes += [done] if done else []
        tasks += [] if done else [task]
        progress.looked(number / len(clips))
    return outcomes, sorted(tasks, key=lambda task: (-task.clip.size, task.clip.name))


def _worked(tasks: Sequence[Task], workers: WorkersGroup, progress: ClipsDone) -> Iterator[Outcome]:
    """Yield outcomes as they come, from this machine's workers or from a cluster's."""
    progress.begin({task.clip.name: task.clip.size for task in tasks})
    if not tasks:
        return iter(())
    if workers.scheduler is not None:
        from unbake.batch.running.cluster import run_on_cluster

        return run_on_cluster(tasks, workers.scheduler, workers.through_scheduler)
    from unbake.batch.running.limits import memory_shares
    from unbake.batch.running.local import run_here
    from unbake.compiling.threads import cores
    from unbake.ground.memory import gigabytes

    jobs = min(workers.jobs or cores(), len(tasks))
    share = memory_shares(jobs, workers.memory_bytes)
    who = "1 worker" if jobs == 1 else f"{jobs} workers"
    progress.say(f"{who}, each with one core and at most {gigabytes(share)} of memory.")
    return run_here(tasks, jobs, share)


def _conclude(request: Request, results: Path, outcomes: Sequence[Outcome], n_kept: int, seconds: float) -> None:
    """Write the summary, and say it."""
    from unbake.batch.page.page import write_page
    from unbake.batch.summary import Summary
    from unbake.batch.table import write_csv
    from unbake.cli.batch.results import print_summary, summary_fields

    summary = Summary.of(request.command.name, str(request.archive), _command_line(), outcomes)
    page, table = (results / f"batch-{request.command.name}{suffix}" for suffix in (".html", ".csv"))
    write_page(summary, page)
    write_csv(summary, table)
    if request.as_json:
        print_json(summary_fields(summary, n_kept, seconds, (page, table)))
    else:
        print_summary(summary, n_kept, seconds, (page, table))
    if summary.failed:
        raise typer.Exit(1)
