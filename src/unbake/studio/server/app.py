"""The web application: the page, its socket, uploads and downloads, on this machine only."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from unbake.studio.server.desk import Desk
from unbake.studio.server.session import Session
from unbake.studio.server.work import Lanes

BUILT = Path(os.environ.get("UNBAKE_STUDIO_BUILT", Path(__file__).parents[1] / "built"))
"""The built client; the setting is for people who change it."""


def make_app(desk: Desk, token: str) -> Starlette:
    """Return the application for one desk; only pages that know the token may use it."""
    lanes = Lanes()

    async def socket(web: WebSocket) -> None:
        if web.scope["subprotocols"] != ["unbake", token]:
            await web.close()
            return
        await web.accept(subprotocol="unbake")
        await Session(web, desk, lanes).run()

    return Starlette(
        routes=[WebSocketRoute("/socket", socket), Mount("/", StaticFiles(directory=BUILT, html=True))],
    )
