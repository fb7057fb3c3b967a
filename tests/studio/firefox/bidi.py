"""Firefox without a window, spoken to by WebDriver BiDi: as much of it as the tests need."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE_S = 90.0
PREFERENCES = """
user_pref("app.normandy.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""
KEYS = {"Tab": "\ue004", "Shift": "\ue008"}


@contextmanager
def opened(command: str, folder: Path) -> Iterator[Firefox]:
    """Run a Firefox of its own, with its profile in a folder."""
    folder.mkdir(parents=True)
    (folder / "user.js").write_text(PREFERENCES)
    arguments = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0", "about:blank"]
    log = folder / "log.txt"
    with log.open("w") as written:
        process = subprocess.Popen([command, *arguments], stdout=subprocess.DEVNULL, stderr=written)
    try:
        with connect(f"{_address(process, log)}/session", max_size=None, open_timeout=PATIENCE_S) as socket:
            firefox = Firefox(socket)
            yield firefox
            firefox.call("browser.close")
        process.wait(10)
    finally:
        process.kill()
        process.wait()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Return where it listens, once it says so."""
    deadline = time.monotonic() + PATIENCE_S
    while process.poll() is None and time.monotonic() < deadline:
        listening = re.search(r"WebDriver BiDi listening on (ws://\S+)\n", log.read_text())
        if listening:
            return listening[1]
        time.sleep(0.05)
    raise AssertionError(f"Firefox did not start:\n{log.read_text()}")


class Firefox:
    """One page of a Firefox.

    Parameters
    ----------
    socket : to the one that runs.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.errors: list[str] = []
        self._number = 0
        self._socket = socket
        self.call("session.new", capabilities={})
        self._page = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method: str, **params: Any) -> Any:
        """Do one thing; an AssertionError where Firefox cannot."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE_S))
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] == "error":
                    self.errors.append(str(entry["text"]))
            elif message.get("id") == self._number:
                assert message["type"] == "success", message
                return message["result"]

    def go(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""
        self.call("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def js(self, expression: str) -> Any:
        """Return what an expression comes to, waited for where it is a promise."""
        found = self.call(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then((found) => JSON.stringify(found ?? null))",
            target={"context": self._page},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def wait_until(self, expression: str) -> None:
        """Wait until an expression about the page is true."""
        deadline = time.monotonic() + PATIENCE_S
        while not self.js(f"Boolean({expression})"):
            assert time.monotonic() < deadline, f"not within {PATIENCE_S:g} s: {expression}; {self.errors}"
            time.sleep(0.05)

    def press(self, *names: str) -> None:
        """Press keys together, wherever the focus is."""
        keys = [KEYS.get(name, name) for name in names]
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        hands = [{"type": "key", "id": "keys", "actions": actions}]
        self.call("input.performActions", context=self._page, actions=hands)
