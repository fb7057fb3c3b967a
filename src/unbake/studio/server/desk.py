"""What is open, and the answer to every request: one method a message, called in a thread."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from unbake._version import __version__
from unbake.curves.fits.fit import FIT_METHODS
from unbake.errors import UsageError
from unbake.feet.detect.oracle import Oracle
from unbake.formats.registry import ReadOptions
from unbake.keyframes.criteria import CRITERIA
from unbake.keyframes.layers import BLOCKING_LAYERS, THESIS_LAYERS
from unbake.reports.wording import criterion_sentence
from unbake.studio.server import messages as m
from unbake.studio.server.choosing.choosing import choose, space_of
from unbake.studio.server.choosing.spaces import Reported
from unbake.studio.server.choosing.warming import Warming
from unbake.studio.server.exporting.downloads import Downloads
from unbake.studio.server.exporting.exporting import Shown, animation_formats, export_plan, gltf_curves_of
from unbake.studio.server.exporting.playblasts import save_playblast
from unbake.studio.server.feet.cleaning import clean_answer, cleaned
from unbake.studio.server.feet.feet import (
    found_feet,
    guessed,
    labels_from,
    lesson_name,
    next_in_folder,
    next_sequence,
    plants_of,
    taught,
)
from unbake.studio.server.feet.foot_files import (
    is_read_with,
    labels_for_projects,
    labels_in,
    labels_of_arrival,
    plants_of_command,
    whole,
)
from unbake.studio.server.feet.holding import capture_of, evaluated, source_of
from unbake.studio.server.feet.labelled import is_whole
from unbake.studio.server.feet.own_oracle import OwnOracle
from unbake.studio.server.keeping.autosave import Autosaves, new_number
from unbake.studio.server.keeping.preferences import Preferences
from unbake.studio.server.keeping.saving import Paper, export, keep, save, save_labels, save_oracle, stamp_of
from unbake.studio.server.keeping.state import state_folder
from unbake.studio.server.keys.editing import EDITS
from unbake.studio.server.keys.evaluating import shown_motion
from unbake.studio.server.keys.keys import animation_from, keys_of
from unbake.studio.server.keys.refitting import refitted
from unbake.studio.server.opening.open_clip import OpenClip, first_choice, first_joining, layer_settings
from unbake.studio.server.opening.opening import (
    Arrival,
    arrival_from_path,
    arrival_from_upload,
    options_said,
    read_clip,
)
from unbake.studio.server.opening.places import Places
from unbake.studio.server.opening.recent import RecentFiles
from unbake.studio.server.opening.sources import PROJECT, SKELETON, clip_suffixes, packaged_sources
from unbake.studio.server.opening.typed_paths import checked_path, listed
from unbake.studio.server.opening.uploads import Uploads


class Desk:
    """Everything that a studio has open, for all its pages.

    Parameters
    ----------
    startup : file to open first.
    folder : where new files go.
    options : what the command line said about the first file.
    state : where things are kept for next time; by default the person's own folder.
    """

    def __init__(
        self, startup: Path | None, folder: Path, options: ReadOptions | None = None, state: Path | None = None
    ) -> None:
        self.startup = startup
        self.folder = folder
        self.options = options or ReadOptions()
        self.papers: dict[str, Paper] = {}
        self.leaving: dict[str, asyncio.Event] = {}  # by number, work that is being kept of pages that have gone
        self.places = Places(folder)
        self.uploads = Uploads()
        self.downloads = Downloads()
        state = state or state_folder()
        self.recent = RecentFiles(state / "recent.json")
        self.preferences = Preferences(state / "preferences.json")
        self.autosaves = Autosaves(state / "autosave")
        self.own_oracle = OwnOracle(state)
        self.warming = Warming()
        self.offered: dict[str, ReadOptions] = {}  # clips that a sequence to label was found in, and how they were read
        self._numbers = count(1)

    def answer(self, message: Any, told: Reported) -> Any:
        """Return the reply to a request; UnbakeError where it cannot be met."""
        if type(message) in EDITS:
            return self.edit(message, told)
        return getattr(self, type(message).__name__)(message, told)

    def clip(self, number: str) -> OpenClip:
        """Return an open clip."""
        return self.paper(number).clip

    def paper(self, number: str) -> Paper:
        """Return an open clip with where it came from and where its work is kept."""
        if number not in self.papers:
            raise UsageError("this clip is not open any more")
        return self.papers[number]

    def put_away(self, number: str) -> None:
        """Forget a clip that no page has open any more; its unsaved work can be recovered."""
        paper = self.papers.pop(number, None)
        if paper is not None and paper.kept is not None:
            paper.kept.release()

    # ---- what there is -----------------------------------------------------------------------------------------------

    def Hello(self, message: m.Hello, told: Reported) -> m.Welcome:  # noqa: N802 – named for its message
        presets = {"blocking": BLOCKING_LAYERS, "thesis": THESIS_LAYERS}
        return m.Welcome(
            version=__version__,
            startup=str(self.startup) if self.startup else None,
            folder=str(self.places.folder),
            criteria=tuple(
                m.CriterionInfo(name, criterion_sentence(criterion, "joint"), criterion.compose)
                for name, criterion in CRITERIA.items()
            ),
            fits=tuple(FIT_METHODS),
            layer_presets={name: tuple(layer_settings(layer) for layer in layers) for name, layers in presets.items()},
            suffixes=(*clip_suffixes(), SKELETON, PROJECT),
            exports=tuple(
                m.ExportFormat(suffix, kind.name) for kind in animation_formats() for suffix in kind.suffixes
            ),
            upload_limit_bytes=self.uploads.limit,
            recent=self.recent.listed(),
            recoverable=self.autosaves.recoverable(),
            preferences=self.preferences.text(),
        )

    def KeepPreferences(self, message: m.KeepPreferences, told: Reported) -> m.Done:  # noqa: N802
        self.preferences.keep(message.preferences)
        return m.Done()

    # ---- opening -----------------------------------------------------------------------------------------------------

    def Open(self, message: m.Open, told: Reported) -> m.Opened:  # noqa: N802
        if message.source == "recovery":
            return self._recovered(message, told)
        arrival = self._arrival(message)
        opened = self._opened(arrival, told)
        place = arrival.project_path or arrival.path
        if place is not None:
            self.places.allow(place.parent)
            self.recent.add(place)
        return opened

    def ListFolder(self, message: m.ListFolder, told: Reported) -> m.FolderListed:  # noqa: N802
        return listed(message.path, self.places.folder)

    def _arrival(self, message: m.Open) -> Arrival:
        said = self.options if message.source == "startup" else ReadOptions()
        options = options_said(message.fps, message.unit, said)
        if message.source == "packaged":
            return Arrival(packaged_sources(), options)
        if message.source == "upload":
            return arrival_from_upload(self.uploads.files(message.name), options)
        if message.source == "path":
            return arrival_from_path(checked_path(message.name, self.places.folder), options)
        if message.source == "recent":
            if message.name in self.offered:
                options = options_said(message.fps, message.unit, self.offered[message.name])
                return arrival_from_path(Path(message.name), options)
            return arrival_from_path(self.recent.checked(message.name), options)
        if self.startup is None:
            raise UsageError("no file was named on the command line")
        return arrival_from_path(self.startup, options)

    def _opened(self, arrival: Arrival, told: Reported, work: str = "") -> m.Opened:
        told(f"Reading {arrival.name}", 0.0)
        motion, animation, format_name = read_clip(arrival.sources, arrival.options)
        told("Working out where every joint is", 0.5)
        clip = OpenClip(
            str(next(self._numbers)),
            motion,
            name=arrival.name,
            format_name=format_name,
            path=arrival.path,
            sources=dict(arrival.sources),
        )
        if animation is not None:
            clip.skeleton = animation.skeleton  # its keys are of these channels
        clip.options = arrival.options
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
        )
        told("", 1.0)
        project = arrival.project_path
        self.papers[clip.id] = Paper(clip, arrival, project, stamp_of(project), work=answer.work)
        return answer

    # ---- choosing and editing ----------------------------------------------------------------------------------------

    def FindSpace(self, message: m.FindSpace, told: Reported) -> m.SpaceFound:  # noqa: N802
        clip, oracle = self.clip(message.clip), self._oracle_for_keys
        source = source_of(clip, message.settings, message.holds_feet, message.plants, oracle)
        space = space_of(source.clip, message.settings, told)
        return m.SpaceFound(
            counts=np.array(space.counts, dtype=np.int32),
            errors_cm=np.array([100.0 * e for e in space.errors_m], dtype=np.float32),
            pose_range_cm=100.0 * space.pose_range_m,
            note=space.note,
        )

    def Choose(self, message: m.Choose, told: Reported) -> m.Chosen:  # noqa: N802
        return choose(self.clip(message.clip), message, told, self._oracle_for_keys)

    def _oracle_for_keys(self) -> Oracle:
        """The oracle that says where feet hold, where nobody has labelled them."""
        return self.own_oracle.oracle("own")

    def Evaluate(self, message: m.Evaluate, told: Reported) -> m.Evaluated:  # noqa: N802
        clip = self.clip(message.clip)
        excerpt = capture_of(clip, message.keys)
        animation = animation_from(message.keys, excerpt.motion, excerpt.skeleton)
        return m.Evaluated(evaluated(clip, message.keys, animation, message.detail, told))

    def Refit(self, message: m.Refit, told: Reported) -> m.Edited:  # noqa: N802
        return self.edit(message, told)

    def edit(self, message: Any, told: Reported) -> m.Edited:
        """Return the animation after an edit of its keys."""
        clip = self.clip(message.clip)
        excerpt = capture_of(clip, message.keys)
        animation = animation_from(message.keys, excerpt.motion, excerpt.skeleton)
        if isinstance(message, m.Refit):
            animation, notes = refitted(animation, message, excerpt.values, told)
        else:
            animation, notes = EDITS[type(message)](animation, message)
        keys = replace(keys_of(animation), holds=message.keys.holds)
        return m.Edited(keys, evaluated(clip, keys, animation, message.detail), notes)

    # ---- feet --------------------------------------------------------------------------------------------------------

    def FindFeet(self, message: m.FindFeet, told: Reported) -> m.FeetFound:  # noqa: N802
        return found_feet(self.clip(message.clip))

    def GuessFeet(self, message: m.GuessFeet, told: Reported) -> m.FeetGuessed:  # noqa: N802
        told("Reading the examples", 0.0)
        return guessed(self.clip(message.clip), self.own_oracle.oracle(message.oracle), told)

    def FindSequence(self, message: m.FindSequence, told: Reported) -> m.SequenceFound:  # noqa: N802
        told("Looking for what is least like the examples", 0.0)
        clip, oracle = self.clip(message.clip), self.own_oracle.oracle(message.oracle)
        if not message.in_folder:
            return next_sequence(clip, oracle)
        found = next_in_folder(clip, oracle, told)
        if found.path is not None:
            self.offered[found.path] = replace(clip.options, skeleton_file=None)
        return found

    def AskOracle(self, message: m.AskOracle, told: Reported) -> m.OracleKnown:  # noqa: N802
        return self.own_oracle.known(message.oracle)

    def LearnFeet(self, message: m.LearnFeet, told: Reported) -> m.OracleKnown:  # noqa: N802
        clip = self.clip(message.clip)
        known = self.own_oracle.change(taught(clip, self.own_oracle.oracle("own"), message))
        clip.labelled.lessons[lesson_name(clip, message)] = (message.first, message.last)
        return known

    def UnlearnFeet(self, message: m.UnlearnFeet, told: Reported) -> m.OracleKnown:  # noqa: N802
        before, known = self.own_oracle.known("own"), self.own_oracle.take_back()
        gone = {lesson.name for lesson in before.lessons} - {lesson.name for lesson in known.lessons}
        for paper in list(self.papers.values()):
            paper.clip.labelled.forget(gone)
        return known

    def BeginOracle(self, message: m.BeginOracle, told: Reported) -> m.OracleKnown:  # noqa: N802
        if message.source != "upload":
            return self.own_oracle.begin(message.source)
        return self.own_oracle.begin("upload", next(iter(self.uploads.files(message.name).values())))

    def CleanFeet(self, message: m.CleanFeet, told: Reported) -> m.FeetCleaned:  # noqa: N802
        clip, keys = self.clip(message.clip), message.keys
        if keys is None:
            return clean_answer(clip, clip.motion, message.plants)
        excerpt = capture_of(clip, keys)
        animation = animation_from(keys, excerpt.motion, excerpt.skeleton)
        return clean_answer(clip, shown_motion(excerpt.motion, animation, message.detail), message.plants)

    def SaveOracle(self, message: m.SaveOracle, told: Reported) -> m.Saved:  # noqa: N802
        return save_oracle(self.own_oracle.oracle("own"), message, self.places, self.downloads)

    def ReadFootLabels(self, message: m.ReadFootLabels, told: Reported) -> m.FootLabelsRead:  # noqa: N802
        name, data = next(iter(self.uploads.files(message.upload).items()))
        clip = self.clip(message.clip)
        parts = labels_in(data, name, clip.motion)
        clip.labelled.read(parts)
        return m.FootLabelsRead(plants_of(whole(parts, clip.motion)))

    def SaveFootLabels(self, message: m.SaveFootLabels, told: Reported) -> m.Saved:  # noqa: N802
        paper = self.paper(message.clip)
        clip, labels = paper.clip, labels_from(message.plants, paper.clip.motion)
        parts = clip.labelled.parts_of(labels)
        saved = save_labels(paper, parts, message, self.places, self.downloads)
        if not message.is_download:
            clip.labelled.read(parts)
            clip.sources |= labels_for_projects(parts, paper.arrival.name, clip.motion)
            if is_read_with(saved.path, clip.path):
                clip.plants_of_command = message.plants if is_whole(parts, labels) else ()
        return saved

    # ---- saving ------------------------------------------------------------------------------------------------------

    def PlanExport(self, message: m.PlanExport, told: Reported) -> m.ExportPlan:  # noqa: N802
        return m.ExportPlan(tuple(export_plan(self._shown(message), told)))

    def Export(self, message: m.Export, told: Reported) -> m.Exported:  # noqa: N802
        return export(self.paper(message.clip), self._shown(message), message, self.places, self.downloads)

    def SavePlayblast(self, message: m.SavePlayblast, told: Reported) -> m.Saved:  # noqa: N802
        film = self.uploads.files(message.upload)
        saved = save_playblast(film, message, self.places, self.clip(message.clip).path)
        self.uploads.drop(message.upload)
        return saved

    def _shown(self, message: m.PlanExport | m.Export) -> Shown:
        clip = self.clip(message.clip)
        excerpt = capture_of(clip, message.keys)
        animation = animation_from(message.keys, excerpt.motion, excerpt.skeleton)
        shown = Shown.of(excerpt.motion, animation, message.detail, partial(gltf_curves_of, clip))
        if not message.plants:
            return shown
        return replace(shown, motion=cleaned(clip, shown.motion, message.plants).motion, is_detailed=True)

    def SaveProject(self, message: m.SaveProject, told: Reported) -> m.Saved:  # noqa: N802
        paper = self.paper(message.clip)
        saved = save(paper, message, self.places, self.downloads)
        if not message.is_download:
            self.recent.add(Path(saved.path))
        return saved

    # ---- unsaved work ------------------------------------------------------------------------------------------------

    def Autosave(self, message: m.Autosave, told: Reported) -> m.Done:  # noqa: N802
        keep(self.paper(message.clip), message, self.autosaves)
        return m.Done()

    def Forget(self, message: m.Forget, told: Reported) -> m.Done:  # noqa: N802
        self.autosaves.take(message.id).throw_away()
        return m.Done()

    def _recovered(self, message: m.Open, told: Reported) -> m.Opened:
        before = next((p for p in list(self.papers.values()) if p.kept and p.kept.folder.name == message.name), None)
        kept = before.kept if before and before.kept else self.autosaves.take(message.name)
        try:
            clip, work = kept.read()
            options = options_said(message.fps, message.unit, clip.options)
            arrival = Arrival(clip.sources, options, project=work.text, project_path=work.project_path)
            opened = self._opened(arrival, told, message.name)
        except BaseException:
            if before is None:
                kept.release()
            raise
        if before is not None:
            # Opened once more, in another way or by another page: its work goes on here.
            with before.lock:
                before.kept, before.work = None, new_number()
        if work.project_path is not None:
            self.places.allow(work.project_path.parent)
        self.papers[opened.clip.id].kept = kept
        return opened
