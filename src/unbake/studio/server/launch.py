"""Starting the studio: a free port of this machine, a fresh token, the browser; and its end."""

from __future__ import annotations

import secrets
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from unbake.errors import UnbakeError, UsageError
from unbake.formats.registry import ReadOptions
from unbake.ground.files.unfinished import removed_when_killed
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.app import BUILT, check_built, make_app
from unbake.studio.server.link.entrance import Entrance
from unbake.studio.server.messages.synthesis.judging import BeginPass
from unbake.studio.server.opening.sources import LIBRARY, check_startup

HOST = "127.0.0.1"
SWITCH_S = 0.0005
"""How long one thread may keep Python's lock while another wants it: a tenth of the usual, because what a hand waits
for takes the lock many times."""
LARGEST_MESSAGE = 2**28
"""In bytes. A project's history or the keys of a long take can be large; nothing sensible is larger than this."""

PATIENCE_S = 3
"""How long the end waits for pages to go and for files to be written."""


def run(
    file: Path | None,
    folder: Path,
    *,
    options: ReadOptions | None = None,
    port: int = 0,
    opens: bool = True,
    judging: tuple[str, str] | None = None,
    say: Callable[[str], None],
) -> None:
    """Serve the studio until it is interrupted.

    Parameters
    ----------
    file : what to open first: a clip, a project, a library.
    folder : where new files go.
    options : what is said about the file.
    port : 0 for any free one.
    opens : whether to open the browser.
    judging : what to judge at first, and the name of the pass.
    say : is told the address.

    Raises
    ------
    UsageError, FileError : a file that cannot be opened.
    UnbakeError : a port that is taken, a client that was not built.
    """
    check_built(BUILT)
    if file is not None:
        check_startup(file, options.skeleton_file if options else None)
    is_library = file is not None and file.suffix.lower() == LIBRARY
    first_pass = _first_pass(judging, is_library=is_library)
    listener = listen(port)
    token, port = secrets.token_urlsafe(32), listener.getsockname()[1]
    site, entrance = f"http://{HOST}:{port}", Entrance(token)
    desk = Desk(None if is_library else file, folder, options)
    desk.first_pass = first_pass
    if file is not None and is_library:
        desk.shelf.take(file)
        desk.recent.add(file)
    server = uvicorn.Server(settings(desk, token, port, BUILT, entrance))
    say(f"{site}/#{token}")
    desk.warming.begin()
    sys.setswitchinterval(SWITCH_S)
    if opens:
        webbrowser.open(f"{site}{entrance.path}")
    try:
        with removed_when_killed():  # pages' threads may be writing when the studio is ended
            server.run(sockets=[listener])
    except KeyboardInterrupt:
        return  # the usual end


def _first_pass(judging: tuple[str, str] | None, *, is_library: bool) -> BeginPass | None:
    if judging is None:
        return None
    from unbake.composition.judging.passes import kind_named, pass_file

    kind, name = kind_named(judging[0]), judging[1]
    if not is_library:
        raise UsageError("transplants and blends are judged in a library; name a .unbakelib file")
    pass_file(Path("library"), kind, name)
    return BeginPass(kind, name)


def listen(port: int) -> socket.socket:
    """Return a socket that listens on this machine only; UnbakeError where the port cannot be had."""
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise UnbakeError(
            f"port {port} cannot be listened on ({error.strerror or error})", code="port", port=port
        ) from error


def settings(desk: Desk, token: str, port: int, built: Path, entrance: Entrance | None = None) -> uvicorn.Config:
    """Return how the studio is served; for the parameters see `make_app`."""
    return uvicorn.Config(
        make_app(desk, token, port, built, entrance),
        log_level="critical",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=None,  # within one machine a connection that is gone shows
        ws_per_message_deflate=False,  # nothing is gained on one's own machine
        timeout_graceful_shutdown=PATIENCE_S,
        lifespan="off",
    )
