"""Requests that change what the library knows of its clips: tags, names, which clips and flags there are."""

from __future__ import annotations

from unbake.ground.progress import Report
from unbake.library import Library
from unbake.library.changing.together import change_tags, change_vocabulary
from unbake.library.changing.work import work_on_clips, work_on_flags
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.handler import handles


@handles(m.TagClips, lane="files", keeps=True)
def tag_clips(desk: Desk, message: m.TagClips, report: Report) -> m.Done:
    """Give clips tags, and take some away."""
    with desk.shelf.library() as library:
        change_tags(library, message.clips, message.add, message.remove)
    return m.Done()


@handles(m.RenameClip, lane="files", keeps=True)
def rename_clip(desk: Desk, message: m.RenameClip, report: Report) -> m.Done:
    """Rename a clip."""
    with desk.shelf.library() as library:
        library.rename(library.clip(message.clip).id, message.name)
    return m.Done()


@handles(m.AskWork, lane="files")
def ask_work(desk: Desk, message: m.AskWork, report: Report) -> m.WorkCounted:
    """Say what would go with clips."""
    with desk.shelf.library() as library:
        work = work_on_clips(library, message.clips)
    return m.WorkCounted(work.n_clips, work.n_frames, work.n_foot_clips)


@handles(m.RemoveClips, lane="files", keeps=True)
def remove_clips(desk: Desk, message: m.RemoveClips, report: Report) -> m.Done:
    """Remove clips; those that are open stay open."""
    with desk.shelf.library() as library:
        library.remove(*message.clips)
    return m.Done()


@handles(m.AskFlags, lane="files")
def ask_flags(desk: Desk, message: m.AskFlags, report: Report) -> m.FlagsCounted:
    """Say which flags there are, and what would go with each."""
    with desk.shelf.library() as library:
        return _flags(library)


@handles(m.ChangeFlags, lane="files", keeps=True)
def change_flags(desk: Desk, message: m.ChangeFlags, report: Report) -> m.FlagsCounted:
    """Change which flags there are."""
    with desk.shelf.library() as library:
        change_vocabulary(library, [(pair.old, pair.new) for pair in message.rename], message.remove, message.add)
        return _flags(library)


def _flags(library: Library) -> m.FlagsCounted:
    work = work_on_flags(library)
    return m.FlagsCounted(tuple(m.FlagCount(flag, one.n_clips, one.n_frames) for flag, one in work.items()))
