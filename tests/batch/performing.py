"""What tests do to clips in place of a command: quick, and as troublesome as its clip says."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from unbake.batch.clips.folder import FolderArchive
from unbake.batch.record import Records
from unbake.batch.task import Performed, Task, key_of

TESTS = str(Path(__file__).resolve().parents[1])
"""Workers import this module from here: ``PYTHONPATH``."""


@dataclass(frozen=True)
class Copy:
    """Copies a clip to its outputs; a clip's text may ask for trouble."""

    def __call__(self, clip, outputs, names):
        text = clip.read_text()
        figures = {"frames": len(text)}
        if "kill" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "memory" in text:
            import numpy as np

            try:
                figures["sum"] = float(np.ones(90_000_000).sum())  # 720 MB
            except MemoryError:
                return Performed(reason="too long", code="memory")
        if "threads" in text:
            figures["threads"] = threads()
        if "mask" in text:
            time.sleep(0.3)  # so that both workers come to one
            figures["masked"] = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        if "fail" in text:
            return Performed(reason=f"{names[str(clip)]}: is not right", code="file")
        if "slow" in text:
            time.sleep(0.3)
        for output in outputs:
            output.write_text(text)
        return Performed(figures)


def threads():
    """How many threads anything in this process would use."""
    import numpy as np
    from threadpoolctl import threadpool_info

    from unbake.compiling.threads import num_threads

    np.ones((2, 2)) @ np.ones((2, 2))
    return sorted({num_threads(), *(pool["num_threads"] for pool in threadpool_info())})


def tasks_of(folder, texts, outputs=(".txt",)):
    """Tasks for clips with these texts, by name."""
    source, results = folder / "in", folder / "out"
    records = Records(results, "reduce")
    records.make_folder()
    archive = FolderArchive(source)
    for name, text in texts.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    return [
        Task(
            archive,
            clip,
            records,
            stem,
            tuple(stem + o for o in outputs),
            key_of(archive.fingerprint(clip), ""),
            Copy(),
        )
        for clip in archive.clips()
        for stem in [clip.name.removesuffix(".bvh")]
    ]


def journal(records):
    """What happened, in order: (what, clip)."""
    import json

    lines = (records.folder / "journal.jsonl").read_text().splitlines()
    return [(entry["what"], entry["clip"]) for entry in map(json.loads, lines)]


def check_once(events, clips, lost=0):
    """Every clip was done once, and was not begun again after that.

    A worker that is ended between a clip's record and the journal's line loses the line: that of `lost` clips at most.
    """
    of = {clip: [what for what, name in events if name == clip] for clip in clips}
    without_end = [clip for clip in clips if of[clip] == ["start"]]
    assert len(without_end) <= lost, without_end
    for clip in set(clips) - set(without_end):
        assert of[clip].count("done") == 1, of[clip]
        assert of[clip][-1] == "done", of[clip]
    assert {clip for _, clip in events} == set(clips)
