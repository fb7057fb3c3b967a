"""The way in for the browser that is opened: an address that is good once, and leads to the one with the token.

Other people of this machine may see the command line of a browser that is started with an address.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

LASTS_S = 60.0
"""How long the browser may take to start."""


class Entrance:
    """An address for the first who comes.

    Parameters
    ----------
    token : what the page has to know.
    clock : the time in seconds.
    """

    def __init__(self, token: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.token = token
        self.clock = clock
        self._word: str | None = secrets.token_urlsafe(32)
        self._closes = clock() + LASTS_S
        self.path = f"/enter/{self._word}"

    def answer(self, request: Request) -> Response:
        """Let the first one in. A look at the head alone does not count."""
        word, is_open = request.path_params["word"], self.clock() < self._closes
        if self._word is None or not is_open or not secrets.compare_digest(word.encode(), self._word.encode()):
            return PlainTextResponse("This address was good once; open the one that the studio printed.", 404)
        if request.method == "GET":
            self._word = None
        # What stands behind the # is sent to no server.
        return RedirectResponse(f"/#{self.token}", 303)
