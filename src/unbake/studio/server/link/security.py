"""Who may use the studio: only its own page, on this machine, with the token of this start.

Other pages in the same browser can send requests to 127.0.0.1 too. They do not know the token; their name gives them
away in `Origin`; and where a name of theirs was made to lead here, it stands in `Host`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PROTOCOL = "unbake"
READING = ("GET", "HEAD")
OWN_SITES = (None, "same-origin", "none")
"""What browsers say in `Sec-Fetch-Site` of a request that comes from the studio's page, or from a person."""


class Guard:
    """Lets through what comes from the studio's own page, and says in every answer what that page may do.

    Parameters
    ----------
    app : the application.
    token : what the page has to know.
    port : that the studio listens on.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app = app
        self.token = token
        self.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self.headers = {**ANSWER_HEADERS, "Content-Security-Policy": content_policy(self.hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        # Older versions of uvicorn give what was offered as one line.
        offered = [word.strip() for line in scope.get("subprotocols", []) for word in line.split(",")]
        knows = len(offered) == 2 and offered[0] == PROTOCOL and self._is_token(offered[1])
        if self._has_own_host(headers) and self._has_own_origin(headers) and knows:
            await self.app(scope, receive, send)
        else:
            # Before the socket is accepted this is answered by 403.
            await send({"type": "websocket.close", "code": 1008})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        refusal = self._refusal(scope["method"], Headers(scope=scope))
        answer = PlainTextResponse(refusal, status_code=403) if refusal else self.app
        await answer(scope, receive, with_headers)

    def _refusal(self, method: str, headers: Headers) -> str | None:
        """Why a request is not answered."""
        if not self._has_own_host(headers):
            return "The studio answers at the address that it printed, and at no other."
        if method in READING:
            is_own = headers.get("sec-fetch-site") in OWN_SITES or headers.get("sec-fetch-mode") == "navigate"
            return None if is_own else "The studio answers its own page only."
        bearer, _, token = headers.get("authorization", "").partition(" ")
        if not self._has_own_origin(headers) or bearer != "Bearer" or not self._is_token(token):
            return "The studio answers its own page only."
        return None

    def _has_own_host(self, headers: Headers) -> bool:
        return headers.getlist("host") in ([host] for host in self.hosts)

    def _has_own_origin(self, headers: Headers) -> bool:
        return headers.getlist("origin") == [f"http://{headers.get('host')}"]

    def _is_token(self, text: str) -> bool:
        # Compared as bytes: the time that it takes tells nothing, and no text can make it fail.
        return secrets.compare_digest(text.encode(errors="replace"), self.token.encode())


ANSWER_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def content_policy(hosts: Iterable[str]) -> str:
    """Return the content-security policy: the page's own files, its own socket, and nothing from anywhere else."""
    sockets = " ".join(f"ws://{host}" for host in hosts)
    parts = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "font-src": "'self'",
        "img-src": "'self' data: blob:",
        "connect-src": f"'self' {sockets}",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in parts.items())
