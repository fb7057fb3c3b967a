"""Requests about judging."""

from __future__ import annotations

from unbake.errors import UsageError
from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.judging.bench import in_order
from unbake.studio.server.link.handler import handles, same_type
from unbake.studio.server.opening.made_clips import keep_made


@handles(m.BeginPass, lane="slow", supersedes=same_type)
def begin_pass(desk: Desk, message: m.BeginPass, report: Report) -> m.PassBegun:
    """List what there is to judge, with what the pass says so far."""
    with desk.shelf.library() as library:
        file, said = desk.judging.said(library.path, message.kind, message.name)
        names = desk.judging.items(library, message.kind, report)
    items = [
        m.ToJudge(name, tuple(m.Mark(run.first, run.last, run.is_yes) for run in said.answers.get(name, ())))
        for name in in_order(names, message.name)
    ]
    return m.PassBegun(message.kind, message.name, str(file), tuple(items))


@handles(m.OpenJudged, lane="files", supersedes=same_type)
def open_judged(desk: Desk, message: m.OpenJudged, report: Report) -> m.ReadyToOpen:
    """Make a blend, or find a transplant."""
    with desk.shelf.library() as library:
        if message.kind == "transplants":
            return m.ReadyToOpen("library", str(library.clip(message.item).id))
        blended = desk.judging.blend(library, message.item, report)
    upload = keep_made(desk.uploads, blended.motion, "blend", blended.labels, source=message.item)
    return m.ReadyToOpen("upload", upload)


@handles(m.SaveJudged, lane="files", keeps=True)
def save_judged(desk: Desk, message: m.SaveJudged, report: Report) -> m.Done:
    """Write one answer."""
    if desk.shelf.path is None:
        raise UsageError("no library is open")
    desk.judging.save(desk.shelf.path, message)
    return m.Done()
