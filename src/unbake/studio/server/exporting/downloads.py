"""Files for the browser to download, each once, from an address that nobody can guess."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

WAITING = 8
"""Files that nobody fetched are kept until this many newer ones wait."""


class Downloads:
    """Files that wait to be fetched."""

    def __init__(self) -> None:
        self._files: OrderedDict[str, tuple[str, bytes]] = OrderedDict()

    def add(self, name: str, data: bytes) -> str:
        """Offer a file under a name, and return its address on the server."""
        number = secrets.token_urlsafe(32)
        self._files[number] = (name, data)
        while len(self._files) > WAITING:
            self._files.popitem(last=False)
        return f"/download/{number}"

    async def answer(self, request: Request) -> Response:
        """Answer a browser that fetches a file. A look at the head alone does not count."""
        number = request.path_params["number"]
        found = self._files.get(number) if request.method == "HEAD" else self._files.pop(number, None)
        if found is None:
            return PlainTextResponse("This download is gone; ask for it again in the studio.", status_code=404)
        name, data = found
        headers = {"Content-Disposition": disposition(name)}
        return Response(data, media_type="application/octet-stream", headers=headers)


def disposition(name: str) -> str:
    """Return the header that makes a browser save a file under a name, which may hold any characters."""
    plain = re.sub(r"[^A-Za-z0-9._ -]", "_", name) or "download"
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
