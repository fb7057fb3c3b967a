"""The examples run as they stand, and the README shows them as they are."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from clips import packaged_bytes

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_example_runs(example, tmp_path):
    (tmp_path / "clip.bvh").write_bytes(packaged_bytes())
    run = subprocess.run(
        [sys.executable, str(example), "clip.bvh"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()


def test_the_readme_shows_the_ten_lines():
    lines = (ROOT / "examples" / "ten_lines.py").read_text().split("\n\n", 2)[2].splitlines()
    readme = (ROOT / "README.md").read_text()
    for line in lines[1:9]:
        call = line.split("sys.argv")[0]
        assert call.strip() in readme, line


def test_the_readme_shows_how_to_edit():
    lines = (ROOT / "examples" / "edit_keys.py").read_text().splitlines()
    readme = (ROOT / "README.md").read_text()
    for start in ("first, second", "detail =", "moved =", "lively ="):
        assert next(line for line in lines if line.startswith(start)) in readme


def test_no_command_of_the_readme_writes_over_what_it_reads():
    lines = re.findall(r"^unbake (.*?)(?: +#.*)?$", (ROOT / "README.md").read_text(), re.MULTILINE)
    written = {line: re.findall(r"(?<=-o )\S+", line) for line in lines}
    assert sum(map(len, written.values())) > 10
    for line, outputs in written.items():
        read = set(re.sub(r"-o \S+", "", line).split())
        assert not read & set(outputs), line


@pytest.mark.slow
def test_the_readmes_python_runs(tmp_path):
    (tmp_path / "clip.bvh").write_bytes(packaged_bytes())
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 3
    command = [sys.executable, "-c", "".join(blocks)]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert "by keys and handles alone" in run.stdout
