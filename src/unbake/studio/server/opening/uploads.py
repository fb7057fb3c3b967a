"""Files that the page sends before it opens them.

    PUT /upload?name=02_01.amc&group=GROUP    → {"id": GROUP}
    PUT /upload?name=02.asf&group=GROUP       adds a file that belongs to the same clip

with the header ``Authorization: Bearer TOKEN`` and the file as the body; then ``Open {source: "upload", name: GROUP}``.
The page makes up the name of a group. What is refused is answered by a sentence for people.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from secrets import token_urlsafe

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from unbake.errors import UsageError
from unbake.studio.server.opening.sources import plain_name

UPLOAD_LIMIT = 512 * 1024 * 1024
"""Most bytes of the files of one clip together."""

WAITING = 4
"""Uploads are kept, so that they can be opened once more in another way, until this many newer ones came."""

MOST_FILES = 64


class Uploads:
    """Files that came from the page and wait to be opened.

    Parameters
    ----------
    limit : most bytes of the files of one clip together.
    """

    def __init__(self, limit: int = UPLOAD_LIMIT) -> None:
        self.limit = limit
        self._clips: OrderedDict[str, dict[str, bytes]] = OrderedDict()

    def files(self, number: str) -> Mapping[str, bytes]:
        """Return the files of one clip by name; UsageError where there are none."""
        if number not in self._clips:
            raise UsageError("this upload is gone; drop the file again")
        return dict(self._clips[number])

    def drop(self, number: str) -> None:
        """Forget the files of one clip, which nobody will open again."""
        self._clips.pop(number, None)

    def take(self, group: str, name: str, data: bytes) -> None:
        """Let a file wait as one of a group, and forget the oldest group."""
        self._clips.setdefault(group, {})[name] = data
        self._clips.move_to_end(group)
        while len(self._clips) > WAITING:
            self._clips.popitem(last=False)

    def keep(self, name: str, data: bytes) -> str:
        """Let a file that the server made wait alone; returns the name of its group."""
        group = token_urlsafe(16)
        self.take(group, name, data)
        return group

    async def answer(self, request: Request) -> Response:
        """Answer a page that sends a file."""
        group, name = request.query_params.get("group", ""), plain_name(request.query_params.get("name", ""))
        if not re.fullmatch(r"[A-Za-z0-9_-]{16,64}", group):
            return PlainTextResponse("an upload without a group", status_code=400)
        known = self._clips.get(group, {})
        if len(known) >= MOST_FILES:
            return PlainTextResponse(f"one clip has at most {MOST_FILES} files", status_code=413)
        room = self.limit - sum(len(data) for other, data in known.items() if other != name)
        try:
            data = await _body(request, room)
        except ClientDisconnect:
            return PlainTextResponse("the upload broke off", status_code=400)
        if data is None:
            limit = f"{self.limit / 2**20:g} MB"
            return PlainTextResponse(f"{name} is too large: at most {limit} can be uploaded", status_code=413)
        self.take(group, name, data)
        return JSONResponse({"id": group})


async def _body(request: Request, room: int) -> bytes | None:
    """Return what was sent; None, without reading on, where that is more than there is room for."""
    said = request.headers.get("content-length", "0")
    if said.isdecimal() and int(said) > room:
        return None
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > room:
            return None
    return bytes(data)
