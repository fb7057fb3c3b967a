"""What a person sees while a command works: kernels that are compiled are said once and counted."""

import io

import pytest
from rich.console import Console

from unbake.cli.shared import output
from unbake.cli.shared.output import Steps
from unbake.compiling import progress


@pytest.fixture
def terminal(monkeypatch):
    """Standard error as a terminal, and what was written to it."""
    written = io.StringIO()
    monkeypatch.setattr(output, "notes", Console(file=written, force_terminal=True, width=200))
    monkeypatch.setattr(progress._State, "compiled", 40)
    return written


def test_compiling_is_said_once_and_counted(terminal):
    with Steps() as steps:
        for _ in range(3):
            progress.begin()
            progress.end()
        assert steps._progress.tasks[0].description == "compiled 3"
    assert terminal.getvalue().count("this happens once") == 1


def test_nothing_is_said_where_nothing_is_compiled_or_nobody_looks(terminal, monkeypatch):
    with Steps():
        pass
    assert terminal.getvalue() == ""
    with Steps(shown=False):
        progress.begin()
        progress.end()
    assert terminal.getvalue() == ""
    monkeypatch.setattr(output, "notes", Console(file=terminal, force_terminal=False))
    with Steps():
        progress.begin()
        progress.end()
    assert terminal.getvalue() == ""


def test_a_command_that_ended_hears_no_more(terminal):
    with Steps():
        pass
    progress.begin()
    assert terminal.getvalue() == ""
