"""Starting the studio: a free port of this machine, a fresh token, the browser."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from unbake.studio.server.app import make_app
from unbake.studio.server.desk import Desk

HOST = "127.0.0.1"


def run(file: Path | None, folder: Path, *, port: int = 0, opens: bool = True, say: Callable[[str], None]) -> None:
    """Serve the studio until it is interrupted.

    Parameters
    ----------
    file : what to open first.
    folder : where new files go.
    port : 0 for any free one.
    opens : whether to open the browser.
    say : is told the address.
    """
    listener = socket.create_server((HOST, port))
    token = secrets.token_urlsafe(32)
    address = f"http://{HOST}:{listener.getsockname()[1]}/#{token}"
    app = make_app(Desk(file, folder), token)
    config = uvicorn.Config(app, log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=2**29)
    say(address)
    if opens:
        webbrowser.open(address)
    uvicorn.Server(config).run(sockets=[listener])
