"""What must never happen in the studio's page, whatever a test does with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page, Request

VIOLATIONS = """
window.violations = [];
addEventListener("securitypolicyviolation",
  (event) => window.violations.push(`${event.violatedDirective}: ${event.blockedURI || event.sourceFile}`));
"""


class Watch:
    """Listens to a page from its beginning.

    Parameters
    ----------
    page : before it goes anywhere.
    origin : the only one that may be asked for anything.
    """

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.host = urlsplit(origin).netloc
        self.allowed: list[str] = []
        self.errors: list[str] = []
        self._faults: list[str] = []
        page.add_init_script(VIOLATIONS)
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(f"error: {error.stack or error}"))
        page.on("request", self._on_request)

    # `errors`: those of scripts, after which nothing can be relied on.

    def allow(self, pattern: str) -> None:
        """Expect faults that look like this, such as those of a server that was killed on purpose."""
        self.allowed.append(pattern)

    def faults(self) -> list[str]:
        """Return everything that went wrong so far."""
        found = [*self.errors, *self._faults, *self._violations()]
        return [fault for fault in found if not any(re.search(pattern, fault) for pattern in self.allowed)]

    def _violations(self) -> Iterator[str]:
        if not self.page.is_closed():
            yield from (f"policy: {text}" for text in self.page.evaluate("window.violations ?? []"))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            self._faults.append(f"console: {message.text}")

    def _on_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != self.host:
            self._faults.append(f"request elsewhere: {request.url}")
