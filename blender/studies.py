"""What is known of a scene's motion once it was analysed: the capture, the selection space, and the chosen keys."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import bpy
import numpy as np

from .link.worker import WorkerError
from .lists import leading, pinned
from .reading.actions import slot_identifier
from .reading.bodies import Sampler, nodes_of
from .reading.capture import CaptureBuilder
from .reading.properties import targets_of

FEWEST_FRAMES = 3
BATCH = 8
"""Frames that are read between two looks at the keyboard."""


@dataclass(eq=False)
class Study:
    """An analysed stretch of a scene.

    Parameters
    ----------
    owners : names of the objects that were read.
    nodes, targets, capture : see `reading`.
    matrices : (F, N, 4, 4) where the nodes are in the capture, in Blender's units.
    places_m : (F, N, 3) the same places in metres.
    first, last : its frames.
    actions : for each owner with keys, the name of its action and slot when it was read.
    """

    owners: list
    nodes: list
    targets: list
    capture: object
    matrices: np.ndarray
    places_m: np.ndarray
    first: int
    last: int
    actions: dict
    metres: float
    opened: dict | None = None
    space: dict | None = None
    plants: list = field(default_factory=list)
    preview: dict | None = None
    reduced: dict = field(default_factory=dict)
    errors_cm: np.ndarray | None = None
    worst: tuple | None = None
    _worker: object = None
    _settings: dict | None = None

    def clip(self, worker):
        """Return the number of the clip in a worker; it is opened there if it is not, after a crash for example."""
        if self._worker is not worker:
            file = Path(worker.folder.name) / f"clip-{id(self)}.json"
            file.write_bytes(self.capture.file_bytes())
            try:
                self.opened = worker.ask("Open", source="path", name=str(file))
            except WorkerError as error:
                # The file is ours alone, and its name says nothing to anybody.
                said = re.sub(f"^{file.name}: ", "", str(error), flags=re.IGNORECASE)
                raise type(error)(said[:1].upper() + said[1:]) from error
            finally:
                file.unlink()
            self._worker = worker
        return self.opened["clip"]["id"]

    def request(self, worker, settings):
        """Return what `Choose` and `FindSpace` share, for the settings of a scene."""
        clip = self.clip(worker)
        asked = dict(self.opened["settings"])
        names = [joint["name"] for joint in self.opened["clip"]["joints"]]
        asked["lead"] = [name for name in self.leading(settings) if name in names]
        asked["pins"] = [pin for pin in pinned(settings) if self.first <= pin <= self.last]
        return {"clip": clip, "settings": asked, "plants": self.plants if settings.holds_feet else []}

    def leading(self, settings):
        """Return the joints of the leading bones; of several armatures, each bone's name begins with its armature's."""
        bones = leading(settings)
        return [node.name for node in self.nodes if node.bone and node.bone in bones]

    def choose(self, worker, settings, is_preview):
        """Ask for keys as a scene's settings say, and return the ticket."""
        request = self.request(worker, settings)
        choice = dict(self.opened["choice"])
        choice |= {"by": settings.choose_by.lower(), "keys": settings.count, "error_cm": settings.error_cm}
        choice |= {"tips": settings.tips}
        choice |= {"accuracy": settings.accuracy, "significance": settings.significance}
        joining = dict(self.opened["joining"])
        joining |= {"fit": settings.fit.lower(), "holds_feet": settings.holds_feet, "holds_ends": settings.matches}
        return worker.send("Choose", **request, choice=choice, joining=joining, detail=0.0, is_preview=is_preview)

    def error_of(self, count):
        """Return the error of a count in centimetres, of the nearest that there is; None before the analysis."""
        if self.space is None or not len(self.space["counts"]):
            return None
        return float(self.space["errors_cm"][np.abs(self.space["counts"] - count).argmin()])

    def subjects(self):
        """Return the objects by name; WorkerError where one has gone, or stands still whatever its keys say."""
        found = {name: bpy.data.objects.get(name) for name in self.owners}
        gone = [name for name, owner in found.items() if owner is None]
        if gone:
            raise WorkerError(f"{gone[0]} is not in the scene any more: analyse again")
        for node in self.nodes:
            if node.bone and node.bone not in found[node.owner].pose.bones:
                raise WorkerError(f"{node.owner} has no bone {node.bone} any more: analyse again")
        for owner in found.values():
            check_plays(owner)
        return found


_studies = {}


def study_of(scene):
    """Return the study of a scene, None where it was not analysed."""
    return _studies.get(scene.session_uid)


def keep(scene, study):
    """Remember the study of a scene, or forget it (None)."""
    _studies[scene.session_uid] = study
    if study is None:
        del _studies[scene.session_uid]


def forget_all():
    """Forget all studies: another file is open."""
    _studies.clear()


def subjects_of(context):
    """Return the objects to read: the selected ones that move, with what they hang on where that moves, too."""
    selected = [o for o in context.selected_objects if o.type == "ARMATURE" or _has_keys(o)]
    active = context.active_object
    if active is not None and active.mode == "POSE" and active not in selected:
        selected.append(active)
    if not context.selected_objects and not selected:
        raise WorkerError("Nothing is selected: select an armature, or the objects that move")
    if not any(_has_keys(owner) for owner in selected):
        strips = [o.name for o in selected if o.animation_data is not None and len(o.animation_data.nla_tracks)]
        if strips:
            raise WorkerError(
                f"{strips[0]} plays strips of the nonlinear animation alone: bake it "
                "(Object › Animation › Bake Action), or take the strips away and give it its action again"
            )
        raise WorkerError("What is selected has no keys: there is nothing to reduce")
    for owner in selected:
        check_plays(owner)
    found = list(selected)
    for owner in selected:
        above = owner.parent
        while above is not None and above not in found and _has_keys(above):
            found.append(above)
            above = above.parent
    return found


def check_plays(owner):
    """Raise WorkerError where an object does not show what its action says."""
    if owner.mode == "EDIT":
        raise WorkerError(f"{owner.name} is in edit mode, where it does not move: press Tab to leave it")
    if owner.type == "ARMATURE" and owner.data.pose_position == "REST":
        raise WorkerError(f"{owner.name} shows its rest position: switch its armature to Pose Position")
    if owner.animation_data is not None and owner.animation_data.use_tweak_mode:
        raise WorkerError(f"{owner.name} is in tweak mode: press Tab in the nonlinear animation editor to leave it")


def _has_keys(owner):
    data = owner.animation_data
    return data is not None and data.action is not None


def frame_range(scene):
    """Return first and last frame: the preview range where one is on, the scene's otherwise."""
    if scene.use_preview_range:
        return scene.frame_preview_start, scene.frame_preview_end
    return scene.frame_start, scene.frame_end


def analysing(context, worker):
    """Analyse what is selected: yields (what is done, how far), returns the study.

    The scene stands on its frame again whatever happens.
    """
    scene, owners = context.scene, subjects_of(context)
    first, last = frame_range(scene)
    if last - first + 1 < FEWEST_FRAMES:
        raise WorkerError(f"The range has {last - first + 1} frames; at least {FEWEST_FRAMES} are needed")
    frames = list(range(first, last + 1))
    targets = [target for owner in owners for target in targets_of(owner, frames)]
    if not targets:
        raise WorkerError("What is selected has no keys that may be changed: they are locked, muted, driven, or none")
    sampler = Sampler(nodes_of(owners), frames)
    by_name = {owner.name: owner for owner in owners}
    yield from _sampling(scene, context, sampler, by_name)
    _check_finite(sampler, targets)
    metres = scene.unit_settings.scale_length if scene.unit_settings.system != "NONE" else 1.0
    builder = CaptureBuilder(sampler, by_name, targets, metres)
    capture = builder.capture(first, _rate(scene))
    actions = {
        o.name: (o.animation_data.action.name, slot_identifier(o.animation_data)) for o in owners if _has_keys(o)
    }
    seen = sampler.nodes, targets, capture, sampler.matrices, builder.places_m
    study = Study(list(by_name), *seen, first, last, actions, metres)
    if leading(scene.unbake) and not study.leading(scene.unbake):
        raise WorkerError("None of the selected bones is seen: of this armature, only deform bones are")
    yield "Handing the clip to Unbake", 0.5
    study.clip(worker)
    drop_changed_channels(study)
    yield from finding_space(study, worker, scene.unbake)
    return study


def _check_finite(sampler, targets):
    """Raise WorkerError where an F-curve or a place is no number."""
    for target in targets:
        if not np.isfinite(target.values).all():
            raise WorkerError(f"{target.path} of {target.owner} has a key that is no number")
    wrong = ~np.isfinite(sampler.matrices).all(axis=(0, 2, 3))
    if wrong.any():
        raise WorkerError(f"{sampler.nodes[int(wrong.argmax())].name} stands at a place that is no number")


def finding_space(study, worker, settings):
    """Make the selection space: yields (what is done, how far)."""
    request = study.request(worker, settings)
    study.space = yield from waiting(worker.send("FindSpace", **request, holds_feet=settings.holds_feet))


def waiting(ticket):
    """Wait for a reply: yields (what is done, how far), returns it. What is given up on is cancelled."""
    try:
        while (reply := ticket.poll()) is None:
            yield ticket.step or "Working", ticket.part
        return reply
    except GeneratorExit:
        ticket.cancel()
        raise


def _sampling(scene, context, sampler, owners):
    before = scene.frame_current, scene.frame_subframe
    try:
        for row, frame in enumerate(sampler.frames):
            scene.frame_set(frame)
            sampler.read(row, owners, context.evaluated_depsgraph_get())
            if row % BATCH == 0:
                yield "Reading the scene", row / len(sampler.frames)
    finally:
        scene.frame_set(before[0], subframe=before[1])


def _rate(scene):
    return Fraction(scene.render.fps) / Fraction(scene.render.fps_base).limit_denominator(1001)


def drop_changed_channels(study):
    """Let go of channels that Unbake turns in another order than Blender does: near gimbal lock it changes that."""
    clip = study.opened["clip"]
    values = np.asarray(clip["values"]).reshape(study.capture.n_frames, -1)
    places = {(c["joint"], c["name"]): n for n, c in enumerate(clip["channels"])}
    columns = [places.get((joint, name), -1) for joint, name, _ in study.capture.columns]
    lost = set()
    for column, (joint, name, ours) in enumerate(study.capture.columns):
        theirs = values[:, columns[column]] if columns[column] >= 0 else None
        if theirs is None or (name[0] == "r" and np.abs(np.cos(theirs) - np.cos(ours)).max() > 1e-3):
            lost.add((joint, name[0]))
    for target in study.targets:
        if target.column >= 0:
            joint, name, _ = study.capture.columns[target.column]
            target.column = -1 if (joint, name[0]) in lost else columns[target.column]
