"""What tests of USD need: the extra, and a way to read that costs no process."""

import json
from pathlib import Path

import pytest

pytest.importorskip("pxr", reason="needs the extra usd (usd-core)")

from unbake.errors import FileError
from unbake.formats.isolated.process import NativeReader
from unbake.formats.usd import child


@pytest.fixture
def in_process(monkeypatch, capfd):
    """Read in this very process what the reading process would read: half a second quicker a file."""
    monkeypatch.setattr(child, "limit_memory", lambda *_: None)
    monkeypatch.setenv("PXR_WORK_THREAD_LIMIT", "1")  # as the reading process has it; here it is taken back

    def run(self, path, module, arguments, seconds):
        file, folder, options = arguments
        if code := child.main(Path(file), Path(folder), json.loads(options)):
            raise FileError(path, f"cannot be read (usd-core: {capfd.readouterr().err or code})")

    monkeypatch.setattr(NativeReader, "run", run)
