"""Requests about the library: what it holds, search in it, and annotations of its clips."""

from __future__ import annotations

from pathlib import Path

from unbake.errors import FileError, UnbakeError
from unbake.ground.progress import Report
from unbake.library import Library
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.library.annotating import flag_marks, guess_of, save_marks
from unbake.studio.server.library.drawing import drawn
from unbake.studio.server.library.learning import keep_guess, known_machines, learnt, stretch_to_label
from unbake.studio.server.library.listing import listed
from unbake.studio.server.library.shelf import dropped_library
from unbake.studio.server.link.handler import handles, same_type
from unbake.studio.server.link.work import LaneName
from unbake.studio.server.opening.sources import LIBRARY
from unbake.studio.server.opening.typed_paths import checked_file


@handles(m.OpenLibrary, lane="files")
def open_library(desk: Desk, message: m.OpenLibrary, report: Report) -> m.LibraryOpened:
    """Open or create a library."""
    path = _place(desk, message)
    if message.creates:
        Library.create(path).close()
    desk.shelf.take(path)
    desk.places.allow(path.parent)
    desk.recent.add(path)
    return _opened(desk)


def _place(desk: Desk, message: m.OpenLibrary) -> Path:
    if message.creates:
        return desk.places.target(message.path, may_replace=False)
    if message.dropped_bytes is not None:
        folders = [desk.places.folder, *(Path(recent.folder) for recent in desk.recent.listed())]
        return dropped_library(message.path, message.dropped_bytes, folders)
    path = checked_file(message.path, desk.places.folder)
    if path.suffix.lower() != LIBRARY:
        raise FileError(path, f"is no library; the name of one ends in {LIBRARY}")
    return path


def _opened(desk: Desk) -> m.LibraryOpened:
    if desk.shelf.path is None:
        return m.LibraryOpened(None, ())
    with desk.shelf.library() as library:
        return m.LibraryOpened(str(desk.shelf.path), library.vocabulary)


@handles(m.AskLibrary, lane="files")
def ask_library(desk: Desk, message: m.AskLibrary, report: Report) -> m.LibraryOpened:
    """Say which library is open."""
    return _opened(desk)


@handles(m.CloseLibrary, lane="files", keeps=True)
def close_library(desk: Desk, message: m.CloseLibrary, report: Report) -> m.Done:
    """Close the library."""
    desk.shelf.put_away()
    return m.Done()


def _lane_of_list(message: m.ListLibrary) -> LaneName:
    """Annotations of thousands of clips take a while: labels that are saved do not wait for them."""
    return "slow" if message.expression.strip() else "files"


@handles(m.ListLibrary, lane=_lane_of_list)
def list_library(desk: Desk, message: m.ListLibrary, report: Report) -> m.LibraryListed:
    """List clips."""
    with desk.shelf.library() as library:
        return listed(library, message)


@handles(m.DrawClips, lane="slow")
def draw_clips(desk: Desk, message: m.DrawClips, report: Report) -> m.ClipsDrawn:
    """Give poses for thumbnails."""
    found = []
    with desk.shelf.library() as library:
        for clip in message.clips:
            report("", 0.0)  # ends here where the page has gone
            try:
                found.append(drawn(library, clip))
            except UnbakeError:
                continue  # to open it says what is wrong
    return m.ClipsDrawn(tuple(found))


@handles(m.AddToLibrary, lane="files", keeps=True)
def add_to_library(desk: Desk, message: m.AddToLibrary, report: Report) -> m.AddedToLibrary:
    """Add an open clip, with the foot labels that it came with, as ``unbake library add`` does."""
    clip = desk.clip(message.clip)
    name = f"{Path(clip.name).stem} {clip.options.take}" if clip.takes else Path(clip.name).stem
    with desk.shelf.library() as library:
        source = str(clip.path) if clip.path else clip.name
        number, is_new = library.add(clip.motion, name, source=source)
        labels = clip.labelled.as_read(clip.motion)
        if is_new and labels is not None:
            library.set_foot_labels(number, labels)
        return m.AddedToLibrary(number, library.clip(number).name, is_new)


@handles(m.SearchLibrary, lane="slow", supersedes=same_type)
def search_library(desk: Desk, message: m.SearchLibrary, report: Report) -> m.LibrarySearched:
    """Find what is like some frames."""
    return desk.searcher.hits(desk.shelf, desk.clip(message.clip), message, report)


# ---- annotations -----------------------------------------------------------------------------------------------------


@handles(m.ReadAnnotations, lane="files")
def read_annotations(desk: Desk, message: m.ReadAnnotations, report: Report) -> m.AnnotationsRead:
    """Read what the library knows of an open clip."""
    clip = desk.clip(message.clip)
    with desk.shelf.library() as library:
        number = desk.shelf.number_of(clip, library)
        if number is None:
            return m.AnnotationsRead(None, (), m.no_bytes())
        annotations = library.annotations(number)
    return m.AnnotationsRead(number, flag_marks(annotations, clip.motion.first_frame), guess_of(annotations))


@handles(m.SaveAnnotations, lane="files", keeps=True)
def save_annotations(desk: Desk, message: m.SaveAnnotations, report: Report) -> m.Done:
    """Save what a person said of an open clip."""
    clip = desk.clip(message.clip)
    with desk.shelf.library() as library:
        save_marks(library, desk.shelf.known_number(clip, library), message.flags, clip.motion.first_frame)
    return m.Done()


@handles(m.GuessAnnotations, lane="slow", supersedes=same_type)
def guess_annotations(desk: Desk, message: m.GuessAnnotations, report: Report) -> m.AnnotationsGuessed:
    """Guess the flags of an open clip by what the library was taught."""
    clip = desk.clip(message.clip)
    with desk.shelf.library() as library:
        number = desk.shelf.known_number(clip, library)
        machines = known_machines(library)
        if machines is not None:
            report("", 0.0)  # ends here where it is not wanted any more
            keep_guess(library, number, machines)
        return m.AnnotationsGuessed(guess_of(library.annotations(number)))


@handles(m.LearnAnnotations, lane="slow", keeps=True)
def learn_annotations(desk: Desk, message: m.LearnAnnotations, report: Report) -> m.AnnotationsLearnt:
    """Learn all flags, and guess those of an open clip."""
    clip = desk.clip(message.clip)
    with desk.shelf.library() as library:
        return learnt(library, desk.shelf.known_number(clip, library), report)


@handles(m.FindStretch, lane="slow")
def find_stretch(desk: Desk, message: m.FindStretch, report: Report) -> m.StretchFound:
    """Find what to label next."""
    with desk.shelf.library() as library:
        return stretch_to_label(library, report)
