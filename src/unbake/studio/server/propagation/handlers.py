"""The request to carry edits over."""

from __future__ import annotations

from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.handler import handles, same_type
from unbake.studio.server.propagation.propagating import propagated


@handles(m.Propagate, lane="slow", supersedes=same_type)
def propagate(desk: Desk, message: m.Propagate, report: Report) -> m.Propagated:
    """Carry the edit of some stretches over to a take."""
    return propagated(desk.clip, message, report)
