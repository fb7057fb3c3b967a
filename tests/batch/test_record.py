"""A clip is done by its content, the options and the version, as long as its results are there."""

from dataclasses import replace

import pytest

from batch.performing import journal, tasks_of
from unbake.batch import task as tasks
from unbake.batch.clips.archive import content_hash
from unbake.batch.record import Outcome, Records
from unbake.batch.task import key_of, run, run_with_files
from unbake.errors import UsageError


def test_what_is_done_is_left_alone(tmp_path):
    [task] = tasks_of(tmp_path, {"walk.bvh": "steps"})
    first = run(task)
    assert (first.state, first.outputs, first.figures) == ("done", ("walk.txt",), {"frames": 5})
    assert run(task) == first
    assert task.records.done("walk.bvh", task.key) == first
    assert task.records.done("walk.bvh", key_of("changed", "")) is None
    assert journal(task.records) == [("start", "walk.bvh"), ("done", "walk.bvh")]
    (task.records.results / "walk.txt").unlink()
    assert run(task).state == "done"
    assert len(journal(task.records)) == 4


def test_other_content_options_or_version_are_done_anew(monkeypatch):
    keys = {key_of("content", "options"), key_of("content", "others"), key_of("other", "options")}
    monkeypatch.setattr(tasks, "__version__", "99")
    assert len(keys | {key_of("content", "options")}) == 4


def test_a_name_that_is_no_text_is_recorded(tmp_path):
    name = "walk\udcff.bvh"
    records = Records(tmp_path, "reduce")
    records.make_folder()
    key = key_of(content_hash({name: b"steps"}), f"--skeleton {name}")
    records.keep(Outcome(name, key, "done", stem="walk\udcff"))
    assert records.done(name, key) == records.of(name)
    assert records.of(name).stem == "walk\udcff"
    assert key != key_of(content_hash({"walk\udcfe.bvh": b"steps"}), f"--skeleton {name}")


def test_a_failure_is_recorded_and_tried_again(tmp_path):
    [task] = tasks_of(tmp_path, {"walk.bvh": "fail"})
    outcome = run(task)
    assert (outcome.state, outcome.code) == ("failed", "file")
    assert outcome.reason == f"{tmp_path / 'in' / 'walk.bvh'}: is not right"
    assert task.records.done("walk.bvh", task.key) is None
    run(task)
    assert [what for what, _ in journal(task.records)] == ["start", "failed", "start", "failed"]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"clip": 3}', b"\xff\xfe"])
def test_a_damaged_record_is_none(tmp_path, damage):
    [task] = tasks_of(tmp_path, {"walk.bvh": "steps"})
    run(task)
    [file] = task.records.folder.glob("*.json")
    file.write_bytes(damage)
    assert task.records.of("walk.bvh") is None
    assert run(task).state == "done"


def test_two_runs_at_once_are_refused(tmp_path):
    records = Records(tmp_path, "reduce")
    with (
        records.one_run(),
        pytest.raises(UsageError, match=r"another batch is at work there \(reduce\)"),
        records.one_run(),
    ):
        pass
    with records.one_run(), Records(tmp_path, "clean").one_run():
        assert records.folder.is_dir()


def test_a_clip_goes_as_bytes(tmp_path):
    [task] = tasks_of(tmp_path, {"sub/walk.bvh": "steps"}, (".txt", ".html"))
    outcome, files = run_with_files(task, task.archive.files_of(task.clip), tasks.__version__)
    assert files == {"sub/walk.txt": b"steps", "sub/walk.html": b"steps"}
    assert outcome.state == "done"
    assert not (task.records.results / "sub").exists()


def test_a_worker_of_another_version_is_told_so(tmp_path):
    [task] = tasks_of(tmp_path, {"walk.bvh": "steps"})
    outcome, files = run_with_files(task, {"walk.bvh": b"steps"}, "0.0")
    assert files == {}
    assert "runs Unbake" in outcome.reason


def test_a_folder_that_cannot_be_made_is_a_failure(tmp_path):
    [task] = tasks_of(tmp_path, {"sub/walk.bvh": "steps"})
    (task.records.results / "sub").write_text("in the way")
    assert run(task).state == "failed"
    assert run(replace(task, outputs=("walk.txt",))).state == "done"
