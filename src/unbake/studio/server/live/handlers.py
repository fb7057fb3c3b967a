"""Requests about live characters."""

from __future__ import annotations

from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.handler import handles
from unbake.studio.server.opening.made_clips import keep_made


@handles(m.StartLive, lane="slow")
def start_live(desk: Desk, message: m.StartLive, report: Report) -> m.LiveStarted:
    """Let a character stand up."""
    with desk.shelf.library() as library:
        return desk.live.start(library, report).started()


@handles(m.StepLive, lane="quick")
def step_live(desk: Desk, message: m.StepLive, report: Report) -> m.LiveFrames:
    """Play the next frames."""
    return desk.live.performance(message.id).step(message)


@handles(m.BuildLive, lane="slow")
def build_live(desk: Desk, message: m.BuildLive, report: Report) -> m.LiveBuilt:
    """Build what an engine lacks."""
    performance = desk.live.performance(message.id)
    with desk.shelf.library() as library:
        performance.build(library, message.engine, report)
    return m.LiveBuilt(performance.engines)


@handles(m.KeepLive, lane="files")
def keep_live(desk: Desk, message: m.KeepLive, report: Report) -> m.LiveKept:
    """Make a clip of what was played."""
    motion, labels = desk.live.performance(message.id).recorded(message.first, message.last)
    return m.LiveKept(keep_made(desk.uploads, motion, "live", labels, source="a live character"))


@handles(m.StopLive, lane="files", keeps=True)
def stop_live(desk: Desk, message: m.StopLive, report: Report) -> m.Done:
    """Forget a character."""
    desk.live.stop(message.id)
    return m.Done()
