"""The handlers of all requests: every module that declares some is imported here."""
# ruff: noqa: F401 – imported for what they declare

from __future__ import annotations

import unbake.studio.server.choosing.handlers
import unbake.studio.server.demands.handlers
import unbake.studio.server.exporting.handlers
import unbake.studio.server.feet.handlers
import unbake.studio.server.judging.handlers
import unbake.studio.server.keeping.handlers
import unbake.studio.server.keys.handlers
import unbake.studio.server.layers.handlers
import unbake.studio.server.library.changing
import unbake.studio.server.library.handlers
import unbake.studio.server.live.handlers
import unbake.studio.server.opening.handlers
import unbake.studio.server.posing.handlers
import unbake.studio.server.propagation.handlers
import unbake.studio.server.scores.handlers
from unbake.studio.server.link.handler import HANDLERS, Handler


def handler_of(message: object) -> Handler:
    """Return the handler of a request."""
    return HANDLERS[type(message)]
