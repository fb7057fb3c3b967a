"""Commands run wherever they may write, and wherever they may not: the cache of kernels never ends a run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from unbake.compiling import folder as deciding
from unbake.compiling.folder import cache_folder

KERNEL = """
import os, tempfile
tempfile.tempdir = os.environ.get("TMPDIR")  # and no other
import numpy as np
from unbake.compiling.progress import cache_note, n_compiled
from unbake.compiling.folder import cache_folder
from unbake.motion.forward import by_kernel
by_kernel(np.array([-1]), np.ones((1, 1, 4)), np.ones((1, 1, 3)))
print(cache_folder().kind, n_compiled())
print(cache_note())
"""


def run_kernel(limit=None, **settings):
    code = KERNEL
    if limit is not None:
        code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))\n{code}"
    changed = {name: str(value) for name, value in settings.items()}
    run = subprocess.run(
        [sys.executable, "-B", "-c", code], capture_output=True, text=True, env={**os.environ, **changed}, timeout=300
    )
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.splitlines()


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """What is decided anew: nothing given, a package that is read-only, a home and a folder for temporary files."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(deciding, "_folders_of_modules", lambda: [no_folder(tmp_path, "package")])
    monkeypatch.setattr(deciding, "_users_folder", lambda: tmp_path / "home" / "kernels")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    cache_folder.cache_clear()
    yield tmp_path
    cache_folder.cache_clear()


def no_folder(place, name):
    """A path at which no folder can be made, not even by root."""
    (place / name).write_text("a file")
    return place / name


def test_the_users_folder_comes_after_the_package(fresh):
    assert cache_folder() == deciding.CacheFolder("user", fresh / "home" / "kernels")


def test_a_folder_that_is_given_comes_first(fresh, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(fresh / "given"))
    assert cache_folder() == deciding.CacheFolder("given", fresh / "given")


def test_a_given_folder_that_cannot_be_written_to_is_passed_over(fresh, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(no_folder(fresh, "given")))
    assert cache_folder().kind == "user"


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_without_a_home_a_private_temporary_folder_is_taken(fresh, monkeypatch):
    no_folder(fresh, "home")
    found = cache_folder()
    assert found.kind == "temporary"
    assert found.folder.stat().st_mode & 0o777 == 0o700
    cache_folder.cache_clear()
    assert cache_folder() == found


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
@pytest.mark.parametrize("trick", ["open to all", "a link"])
def test_a_temporary_folder_that_others_could_write_to_is_not_trusted(fresh, trick):
    no_folder(fresh, "home")
    place = fresh / "temporary" / f"unbake-kernels-{os.geteuid()}"
    if trick == "a link":
        (fresh / "elsewhere").mkdir(mode=0o700)
        place.symlink_to(fresh / "elsewhere")
    else:
        place.mkdir()
        place.chmod(0o777)
    assert cache_folder() == deciding.CacheFolder("none")


@pytest.mark.slow
def test_kernels_run_where_nothing_can_be_kept(tmp_path):
    nowhere = no_folder(tmp_path, "nowhere") / "x"
    lines = run_kernel(NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere, HOME=nowhere, TMPDIR=nowhere)
    assert lines[0] == "none 1"
    assert lines[1].startswith("compiled kernels cannot be kept, so that every run compiles them again")


@pytest.mark.slow
def test_a_temporary_cache_is_said_once_and_serves_the_next_run(tmp_path):
    nowhere = no_folder(tmp_path, "nowhere") / "x"
    (tmp_path / "temporary").mkdir()
    places = {"NUMBA_CACHE_DIR": nowhere, "XDG_CACHE_HOME": nowhere, "HOME": nowhere, "TMPDIR": tmp_path / "temporary"}
    kind, note = run_kernel(**places)
    assert kind == "temporary 1"
    assert note.startswith(f"compiled kernels are kept in {tmp_path}/temporary/unbake-kernels-")
    assert run_kernel(**places) == ["temporary 0", "None"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the limit is POSIX's")
def test_a_full_cache_disk_does_not_end_the_run(tmp_path):
    kind, note = run_kernel(limit=100, NUMBA_CACHE_DIR=tmp_path)
    assert kind == "given 1"
    assert note.startswith("compiled kernels could not be kept (File too large)")
    assert [path for path in tmp_path.rglob("*") if path.suffix not in (".nbi",) and path.is_file()] == []


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A cache that serves the next run."""
    folder = tmp_path_factory.mktemp("kept")
    assert run_kernel(NUMBA_CACHE_DIR=folder) == ["given 1", "None"]
    assert run_kernel(NUMBA_CACHE_DIR=folder) == ["given 0", "None"]
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["cut", "garbage"])
def test_a_damaged_cache_is_compiled_again(kept, tmp_path, damage):
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    for suffix in (".nbi", ".nbc"):
        (file,) = tmp_path.rglob(f"*{suffix}")
        whole = file.read_bytes()
        file.write_bytes({"cut": whole[: len(whole) // 2], "garbage": b"\x80\x05garbage"}[damage])
        assert run_kernel(NUMBA_CACHE_DIR=tmp_path) == ["given 1", "None"]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can become somebody without any rights")
def test_every_command_starts_for_a_user_who_may_write_nowhere():
    """As in a container that is run by an unknown user: a package that is read-only, no home, an unwritable cache."""
    command = ["setpriv", "--reuid", "65534", "--clear-groups", sys.executable, "-B", "-m", "unbake"]
    settings = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "NUMBA_CACHE_DIR": "/proc/nowhere"}
    probe = subprocess.run([*command[:-2], "-c", "import unbake"], env=settings, capture_output=True, cwd="/")
    if probe.returncode:
        pytest.skip("another user may not run this interpreter, or not read the package")
    for arguments in (["--version"], ["--help"], ["info", "--help"]):
        run = subprocess.run([*command, *arguments], env=settings, capture_output=True, text=True, cwd="/")
        assert (run.returncode, run.stderr) == (0, ""), arguments


def test_the_decision_is_in_one_place():
    root = Path(deciding.__file__).parents[1]
    users = [
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if any(line.startswith(("from numba import", "import numba")) for line in path.read_text().splitlines())
    ]
    own = {"compiling/cache.py", "keyframes/kernels/own_rows.py", "studio/server/link/work.py"}
    assert set(users) <= own


@pytest.mark.slow
def test_loading_a_kernel_does_not_import_linear_algebra():
    """It would take longer than all the rest."""
    code = (
        "import sys, numpy as np\n"
        "from unbake.compiling.progress import n_compiled\n"
        "from unbake.keyframes.error_table import error_table\n"
        "error_table(np.random.default_rng(1).random((40, 6)), 'line-max', metric='pose')\n"
        "print(n_compiled(), 'numba.np.arraymath' in sys.modules, 'scipy.linalg' in sys.modules)\n"
    )
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert run.stdout == "0 True False\n"
