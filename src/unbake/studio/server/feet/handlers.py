"""Requests about feet: labels, the oracle, and clean-up."""

from __future__ import annotations

from dataclasses import replace

from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.feet.cleaning import clean_answer
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
from unbake.studio.server.feet.foot_files import is_read_with, labels_for_projects, labels_in, whole
from unbake.studio.server.feet.labelled import is_whole
from unbake.studio.server.keeping import saving
from unbake.studio.server.layers.stacked import Stacked
from unbake.studio.server.link.handler import handles, same_type


@handles(m.FindFeet, lane="slow")
def find_feet(desk: Desk, message: m.FindFeet, report: Report) -> m.FeetFound:
    """Say where feet are and how they move."""
    return found_feet(desk.clip(message.clip))


@handles(m.GuessFeet, lane="slow", supersedes=same_type)
def guess_feet(desk: Desk, message: m.GuessFeet, report: Report) -> m.FeetGuessed:
    """Say when an oracle takes feet to be planted."""
    report("Reading the examples", 0.0)
    return guessed(desk.clip(message.clip), desk.own_oracle.oracle(message.oracle), report)


@handles(m.CleanFeet, lane="slow", supersedes=same_type)
def clean_feet(desk: Desk, message: m.CleanFeet, report: Report) -> m.FeetCleaned:
    """Clean up the feet of the capture, or of keys."""
    clip = desk.clip(message.clip)
    seen = Stacked.of(clip, message.keys, m.Stack(message.layers), message.detail)
    return clean_answer(clip, seen.motion, message.plants)


# ---- labels ----------------------------------------------------------------------------------------------------------


@handles(m.ReadFootLabels, lane="files")
def read_labels(desk: Desk, message: m.ReadFootLabels, report: Report) -> m.FootLabelsRead:
    """Read uploaded labels."""
    name, data = next(iter(desk.uploads.files(message.upload).items()))
    paper = desk.paper(message.clip)
    clip = paper.clip
    parts = labels_in(data, name, clip.motion, paper.arrival)
    clip.labelled.read(parts)
    return m.FootLabelsRead(plants_of(whole(parts, clip.motion)))


@handles(m.SaveFootLabels, lane="files", keeps=True)
def save_labels(desk: Desk, message: m.SaveFootLabels, report: Report) -> m.Saved:
    """Save labels; from now on they are what was read with the clip."""
    paper = desk.paper(message.clip)
    clip, labels = paper.clip, labels_from(message.plants, paper.clip.motion)
    parts = clip.labelled.parts_of(labels)
    saved = saving.save_labels(paper, parts, message, desk.places, desk.downloads)
    if not message.is_download:
        clip.labelled.read(parts)
        clip.sources |= labels_for_projects(parts, paper.arrival.name, clip.motion)
        if is_read_with(saved.path, clip.path):
            clip.plants_of_command = message.plants if is_whole(parts, labels) else ()
    return saved


# ---- the oracle ------------------------------------------------------------------------------------------------------


@handles(m.AskOracle, lane="slow")
def ask_oracle(desk: Desk, message: m.AskOracle, report: Report) -> m.OracleKnown:
    """Say what an oracle has learnt."""
    return desk.own_oracle.known(message.oracle)


@handles(m.FindSequence, lane="slow")
def find_sequence(desk: Desk, message: m.FindSequence, report: Report) -> m.SequenceFound:
    """Find the frames to label next, in the clip or in its folder."""
    report("Looking for what is least like the examples", 0.0)
    clip, oracle = desk.clip(message.clip), desk.own_oracle.oracle(message.oracle)
    if not message.in_folder:
        return next_sequence(clip, oracle)
    found = next_in_folder(clip, oracle, report)
    if found.path is not None:
        desk.offered[found.path] = replace(clip.options, skeleton_file=None)
    return found


@handles(m.LearnFeet, lane="slow", keeps=True)
def learn_feet(desk: Desk, message: m.LearnFeet, report: Report) -> m.OracleKnown:
    """Teach the oracle some frames."""
    clip = desk.clip(message.clip)
    known = desk.own_oracle.change(taught(clip, desk.own_oracle.oracle("own"), message))
    clip.labelled.lessons[lesson_name(clip, message)] = (message.first, message.last)
    return known


@handles(m.UnlearnFeet, lane="slow", keeps=True)
def unlearn_feet(desk: Desk, message: m.UnlearnFeet, report: Report) -> m.OracleKnown:
    """Take back the last change of the oracle."""
    before, known = desk.own_oracle.known("own"), desk.own_oracle.take_back()
    gone = {lesson.name for lesson in before.lessons} - {lesson.name for lesson in known.lessons}
    for paper in list(desk.papers.values()):
        paper.clip.labelled.forget(gone)
    return known


@handles(m.BeginOracle, lane="slow", keeps=True)
def begin_oracle(desk: Desk, message: m.BeginOracle, report: Report) -> m.OracleKnown:
    """Begin the oracle again."""
    if message.source != "upload":
        return desk.own_oracle.begin(message.source)
    return desk.own_oracle.begin("upload", next(iter(desk.uploads.files(message.name).values())))


@handles(m.SaveOracle, lane="files", keeps=True)
def save_oracle(desk: Desk, message: m.SaveOracle, report: Report) -> m.Saved:
    """Save the oracle to a file."""
    return saving.save_oracle(desk.own_oracle.oracle("own"), message, desk.places, desk.downloads)
