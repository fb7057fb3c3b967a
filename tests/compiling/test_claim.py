"""One process compiles a kernel; others wait, and load what it has kept."""

import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from numba import TypingError

from unbake.compiling import claim as claim_module
from unbake.compiling.claim import Claim

MODULE = """
from unbake.compiling import njit

@njit(cache=True)
def twice(number):
    return 2.0 * number
"""
CODE = "from unbake.compiling.progress import n_compiled; from claimed import twice; print(twice(4.0), n_compiled())"
TWICE_AT_ONCE = """
from unbake.compiling.meanwhile import meanwhile
from unbake.compiling.progress import n_compiled
from claimed import twice
with meanwhile(lambda: twice(2.0)):
    print(twice(4.0), n_compiled())
"""


def started(folder: Path, kernels: Path, code: str = CODE) -> subprocess.Popen[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(kernels), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code]
    return subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.PIPE, text=True)


def claim_seen(process: subprocess.Popen[str], kernels: Path) -> Path:
    """Return the claim that a process makes, in its folder."""
    while process.poll() is None:
        if found := list(kernels.rglob("*.claim")):
            return found[0]
        time.sleep(0.001)
    raise AssertionError("nothing was claimed")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="elsewhere each process compiles for itself")
@pytest.mark.parametrize("code", [CODE, TWICE_AT_ONCE], ids=["waiting", "needing it once more meanwhile"])
def test_a_process_waits_for_the_kernel_that_another_compiles(tmp_path: Path, code: str) -> None:
    (tmp_path / "claimed.py").write_text(MODULE, encoding="utf-8")
    first, second = tmp_path / "first", tmp_path / "second"
    compiling = started(tmp_path, first)
    made = (seen := claim_seen(compiling, first)).parent
    assert compiling.communicate()[0].split() == ["8.0", "1"]
    assert not seen.exists()
    (second / made.name).mkdir(parents=True)
    claim = Claim(second / made.name / seen.name)
    assert not claim.taken()
    waiting = started(tmp_path, second, code)
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(3.0)
    shutil.copytree(made, second / made.name, dirs_exist_ok=True)
    claim.release()
    assert waiting.communicate()[0].split() == ["8.0", "0"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="elsewhere each process compiles for itself")
def test_who_waited_is_told_so_and_nobody_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Claim(tmp_path / "a.claim"), Claim(tmp_path / "a.claim")
    assert not first.taken()
    timer = threading.Timer(0.2, first.release)
    timer.start()
    started_at = time.monotonic()
    assert second.taken()
    assert time.monotonic() - started_at >= 0.15
    monkeypatch.setattr(claim_module, "PATIENCE_S", 0.1)
    second.release()
    second.release()
    stopped, other = Claim(tmp_path / "b.claim"), Claim(tmp_path / "b.claim")
    assert not stopped.taken()
    assert other.taken()
    other.release()
    stopped.release()


ANOTHER_SIGNATURE = """
from unbake.compiling.meanwhile import meanwhile
from claimed import twice

with meanwhile(lambda: twice(4)):
    print(twice(4.0), len(twice.signatures))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="elsewhere each process compiles for itself")
def test_who_waits_may_compile_the_same_kernel_for_other_arguments(tmp_path: Path) -> None:
    (tmp_path / "claimed.py").write_text(MODULE, encoding="utf-8")
    first, second = tmp_path / "first", tmp_path / "second"
    compiling = started(tmp_path, first)
    made = (seen := claim_seen(compiling, first)).parent
    compiling.communicate()
    (second / made.name).mkdir(parents=True)
    claim = Claim(second / made.name / seen.name)
    assert not claim.taken()
    waiting = started(tmp_path, second, ANOTHER_SIGNATURE)
    deadline = time.monotonic() + 60.0
    while not list(second.rglob("*.nbi")) and waiting.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)  # until it has compiled the other
    claim.release()
    assert waiting.communicate()[0].split() == ["8.0", "2"]


def test_where_no_file_can_be_made_nobody_waits(tmp_path: Path) -> None:
    claim = Claim(tmp_path / "missing" / "a.claim")
    assert not claim.taken()
    claim.release()


def test_what_cannot_be_compiled_is_given_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "impossible.py").write_text(
        "from unbake.compiling import njit\n\n@njit(cache=True)\ndef impossible(number):\n    return number.no_such\n"
    )
    spec = importlib.util.spec_from_file_location("impossible", tmp_path / "impossible.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    said: list[str] = []
    taken, release = Claim.taken, Claim.release
    monkeypatch.setattr(Claim, "taken", lambda claim: said.append("taken") or taken(claim))
    monkeypatch.setattr(Claim, "release", lambda claim: said.append("given back") or release(claim))
    with pytest.raises(TypingError, match="no_such"):
        module.impossible(1.0)
    assert said == ["taken", "given back"]
