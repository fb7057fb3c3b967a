"""Requests about what there is, and about clips to open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from unbake._version import __version__
from unbake.curves.fits.fit import FIT_METHODS
from unbake.editing.offset_layer import OffsetLayer
from unbake.errors import UsageError
from unbake.formats.registry import ReadOptions, takes_of
from unbake.ground.progress import Report
from unbake.keyframes.criteria import CRITERIA
from unbake.keyframes.layers import LAYER_PRESETS
from unbake.reports.wording import criterion_sentence
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.exporting.exporting import animation_formats
from unbake.studio.server.feet.foot_files import labels_of_arrival, plants_of_command
from unbake.studio.server.keeping.autosave import new_number
from unbake.studio.server.keeping.saving import Paper, stamp_of
from unbake.studio.server.keys.keys import keys_of
from unbake.studio.server.layers.layers import message_of
from unbake.studio.server.link.handler import handles
from unbake.studio.server.messages.starting import PROTOCOL
from unbake.studio.server.opening.library_clips import library_source
from unbake.studio.server.opening.open_clip import OpenClip, first_choice, first_joining, layer_settings
from unbake.studio.server.opening.opening import (
    Arrival,
    arrival_from_path,
    arrival_from_upload,
    options_said,
    read_clip,
)
from unbake.studio.server.opening.sources import LIBRARY, PROJECT, SKELETON, clip_suffixes, packaged_sources
from unbake.studio.server.opening.typed_paths import checked_path, listed


@handles(m.Hello, lane="files")
def welcome(desk: Desk, message: m.Hello, report: Report) -> m.Welcome:
    """Say what there is."""
    return m.Welcome(
        version=__version__,
        protocol=PROTOCOL,
        startup=str(desk.startup) if desk.startup else None,
        folder=str(desk.places.folder),
        criteria=tuple(
            m.CriterionInfo(name, criterion_sentence(criterion, "joint"), criterion.compose)
            for name, criterion in CRITERIA.items()
        ),
        fits=tuple(FIT_METHODS),
        layer_presets={
            name: tuple(layer_settings(layer) for layer in layers) for name, layers in LAYER_PRESETS.items()
        },
        suffixes=(*clip_suffixes(), SKELETON, PROJECT, LIBRARY),
        exports=tuple(m.ExportFormat(suffix, kind.name) for kind in animation_formats() for suffix in kind.suffixes),
        upload_limit_bytes=desk.uploads.limit,
        recent=desk.recent.listed(),
        recoverable=desk.autosaves.recoverable(),
        library=str(desk.shelf.path) if desk.shelf.path else None,
        preferences=desk.preferences.text(),
        judging=desk.first_pass,
    )


@handles(m.ListFolder, lane="files")
def list_folder(desk: Desk, message: m.ListFolder, report: Report) -> m.FolderListed:
    """List what a typed path can go on with."""
    return listed(message.path, desk.places.folder)


@handles(m.Open, lane="files")
def open_clip(desk: Desk, message: m.Open, report: Report) -> m.Opened:
    """Open a clip, a project or unsaved work."""
    if message.source == "recovery":
        return _recovered(desk, message, report)
    arrival = _arrival(desk, message)
    opened = _opened(desk, arrival, report)
    place = arrival.project_path or arrival.path
    if place is not None:
        desk.places.allow(place.parent)
        # A project keeps its take itself.
        desk.recent.add(place, None if place.suffix.lower() == PROJECT else opened.clip.take)
    return opened


def _arrival(desk: Desk, message: m.Open) -> Arrival:
    said = desk.options if message.source == "startup" else ReadOptions()
    options = options_said(message.fps, message.unit, said, message.take)
    if message.source == "packaged":
        return Arrival(packaged_sources(), options)
    if message.source == "library":
        with desk.shelf.library() as library:
            return Arrival(library_source(library, library.clip(f"#{message.name}").id), options)
    if message.source == "upload":
        return arrival_from_upload(desk.uploads.files(message.name), options)
    if message.source == "path":
        return arrival_from_path(checked_path(message.name, desk.places.folder), options)
    if message.source == "recent":
        if message.name in desk.offered:
            options = options_said(message.fps, message.unit, desk.offered[message.name], message.take)
            return arrival_from_path(Path(message.name), options)
        path = desk.recent.checked(message.name)
        take = desk.recent.take_of(message.name)
        if options.take is None and take is not None and take in takes_of(path):
            options = replace(options, take=take)
        return arrival_from_path(path, options)
    if desk.startup is None:
        raise UsageError("no file was named at the start", code="no-startup")
    return arrival_from_path(desk.startup, options)


def _opened(desk: Desk, arrival: Arrival, report: Report, work: str = "") -> m.Opened:
    report(f"Reading {arrival.title}", 0.0)
    motion, animation, format_name, takes, take = read_clip(arrival.sources, arrival.options)
    if takes:
        # Named, so that projects keep it whatever a later version reads first.
        arrival = replace(arrival, options=replace(arrival.options, take=take))
    report("Working out where every joint is", 0.5)
    clip = OpenClip(
        desk.new_number(),
        motion,
        name=arrival.title,
        format_name=format_name,
        path=arrival.path,
        sources=dict(arrival.sources),
        known=desk.worked_out.of(arrival.sources, arrival.options, motion.n_frames),
    )
    if animation is not None:
        clip.skeleton = animation.skeleton  # its keys are of these channels
    clip.options = arrival.options
    clip.takes = takes
    found = labels_of_arrival(arrival, clip.motion)
    clip.labelled.read(found.parts)
    clip.sources |= found.sources
    clip.plants_of_command = plants_of_command(arrival.path, clip.motion)
    shown = clip.message()
    answer = m.Opened(
        replace(shown, warnings=(*shown.warnings, *found.notes)),
        clip.first_settings(),
        first_choice(clip.motion.n_frames),
        first_joining(),
        arrival.project,
        str(arrival.project_path) if arrival.project_path else None,
        keys_of(animation) if animation is not None else None,
        found.plants(clip.motion) if arrival.project is None else (),
        work or new_number(),
        tuple(message_of(OffsetLayer(layer), motion) for layer in (animation.layers if animation else ())),
    )
    report("", 1.0)
    project = arrival.project_path
    desk.papers[clip.id] = Paper(clip, arrival, project, stamp_of(project), work=answer.work)
    return answer


def _recovered(desk: Desk, message: m.Open, report: Report) -> m.Opened:
    papers = list(desk.papers.values())
    before = next((p for p in papers if p.kept and p.kept.folder.name == message.name), None)
    given_up = next((p for p in reversed(papers) if not p.kept and p.work == message.name), None)
    if before is None and given_up is not None:
        return _opened_anew(desk, given_up, message, report)
    kept = before.kept if before and before.kept else desk.autosaves.take(message.name)
    try:
        clip, work = kept.read()
        options = options_said(message.fps, message.unit, clip.options)
        arrival = Arrival(clip.sources, options, project=work.text, project_path=work.project_path)
        opened = _opened(desk, arrival, report, message.name)
    except BaseException:
        if before is None:
            kept.release()
        raise
    if before is not None:
        # Opened once more, in another way or by another page: its work goes on here.
        with before.lock:
            before.kept, before.work = None, new_number()
    if work.project_path is not None:
        desk.places.allow(work.project_path.parent)
    desk.papers[opened.clip.id].kept = kept
    return opened


def _opened_anew(desk: Desk, paper: Paper, message: m.Open, report: Report) -> m.Opened:
    """Open a clip whose recovered work was saved or thrown away once more, without that work."""
    arrival = paper.arrival
    options = options_said(message.fps, message.unit, arrival.options, message.take)
    return _opened(desk, Arrival(arrival.sources, options), report, message.name)
