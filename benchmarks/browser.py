"""Chromium as a person has it, without a window, moved and asked through its DevTools.

What drives browsers for tests also listens to their network: every answer of a server is then copied as text through
three processes, which takes this machine longer than the page takes to show it.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from websockets.sync.client import ClientConnection, connect

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
START_S = 240.0


class Tab:
    """A page; `DevTools protocol <https://chromedevtools.github.io/devtools-protocol/>`_."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._sent = 0

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; RuntimeError with the browser's own words where it failed."""
        self._sent += 1
        self._line.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._line.recv())
            if answer.get("id") == self._sent:
                break
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return dict(answer["result"])

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression, waiting where it is a promise; RuntimeError where it throws."""
        result = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["result"].get("description")))
        return result["result"].get("value")

    def wait_until(self, expression: str) -> None:
        """Wait until an expression is true; TimeoutError after `START_S`."""
        end = time.monotonic() + START_S
        while not self.evaluate(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.05)

    def mouse(self, kind: Literal["Moved", "Pressed", "Released"], x: float, y: float, *, is_down: bool) -> None:
        """Move the mouse, or press or release its left button; `is_down` says whether it is down after that."""
        button = "left" if is_down or kind == "Released" else "none"
        self.send("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, button=button, clickCount=1)

    def picture(self, file: Path) -> None:
        """Write what is seen as a PNG file."""
        file.write_bytes(base64.b64decode(self.send("Page.captureScreenshot")["data"]))


@contextmanager
def open_tab(address: str, width: int, height: int) -> Iterator[Tab]:
    """An address in a new browser with a profile of its own, drawn without a graphics card; sizes in pixels."""
    assert BROWSER is not None
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        arguments = [
            "--headless",
            "--no-first-run",
            "--disable-background-networking",
            "--enable-unsafe-swiftshader",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            *(["--no-sandbox"] if is_root else []),
            "about:blank",
        ]
        browser = subprocess.Popen([BROWSER, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with connect(_first_page(Path(profile)), max_size=None, compression=None) as line:
                tab = Tab(line)
                size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
                tab.send("Emulation.setDeviceMetricsOverride", **size)
                tab.send("Page.navigate", url=address)
                yield tab
        finally:
            browser.kill()
            browser.wait()


def _first_page(profile: Path) -> str:
    """The address at which the browser's first page listens."""
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        try:
            port = int((profile / "DevToolsActivePort").read_text().split()[0])
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
                return str(next(one for one in json.load(answer) if one["type"] == "page")["webSocketDebuggerUrl"])
        except (OSError, IndexError, ValueError, StopIteration):
            time.sleep(0.05)
    raise TimeoutError("the browser did not start")
