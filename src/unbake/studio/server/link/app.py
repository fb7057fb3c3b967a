"""The web application: the page, its socket, uploads and downloads, on this machine only."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from unbake.errors import UnbakeError
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.entrance import Entrance
from unbake.studio.server.link.security import PROTOCOL, Guard
from unbake.studio.server.link.session import Session

BUILT = Path(os.environ.get("UNBAKE_STUDIO_BUILT", Path(__file__).parents[2] / "built"))
"""The built client; the setting is for people who change it."""


def check_built(built: Path) -> None:
    """Raise UnbakeError, with what to do about it, where the client was not built."""
    if not (built / "index.html").is_file():
        raise UnbakeError(
            "the studio's page is not part of this installation; 'make web' builds it in a clone, "
            "and installing again without UNBAKE_SKIP_WEB=1 brings it along"
        )


def make_app(desk: Desk, token: str, port: int, built: Path, entrance: Entrance | None = None) -> ASGIApp:
    """Return the application for one desk.

    Parameters
    ----------
    desk : what is open.
    token : only pages that know it may use the studio.
    port : that it listens on: it answers at no other address.
    built : folder of the built client.
    entrance : the way in for the browser that is opened.
    """
    entrance = entrance or Entrance(token)

    async def socket(web: WebSocket) -> None:
        await web.accept(subprotocol=PROTOCOL)
        await Session(web, desk).run()

    app = Starlette(
        routes=[
            WebSocketRoute("/socket", socket),
            Route("/enter/{word}", entrance.answer, methods=["GET"]),
            Route("/upload", desk.uploads.answer, methods=["PUT"]),
            Route("/download/{number}", desk.downloads.answer, methods=["GET"]),
            Mount("/", StaticFiles(directory=built, html=True)),
        ],
    )
    return Guard(app, token, port)
