"""``--help`` of a benchmark starts none."""

import sys
from pathlib import Path

import pytest
from benchmarks.usage import takes_no_arguments

import benchmarks


def test_help_says_what_is_measured_and_ends(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["", "--help"])
    with pytest.raises(SystemExit) as ended:
        takes_no_arguments("How long it takes.\n\nTwo lines.")
    assert ended.value.code == 0
    assert "How long it takes.\n\nTwo lines." in capsys.readouterr().out


def test_arguments_that_nobody_reads_are_refused(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["", "foo"])
    with pytest.raises(SystemExit) as ended:
        takes_no_arguments(None)
    assert ended.value.code == 2
    assert "unrecognized arguments: foo" in capsys.readouterr().err


def test_every_benchmark_looks_at_its_arguments():
    texts = {file: file.read_text() for file in Path(benchmarks.__file__).parent.rglob("*.py")}
    run = {file: text for file, text in texts.items() if 'if __name__ == "__main__":' in text}
    ways = ("takes_no_arguments(", "command_line(", "argparse.ArgumentParser(")
    assert len(run) > 30
    assert [file for file, text in run.items() if not any(way in text for way in ways)] == []
