"""Requests to export animations and playblasts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.desk import Desk
from unbake.studio.server.exporting import playblasts
from unbake.studio.server.exporting.exporting import BAKED_BY_DETAIL, Shown, export_plan, gltf_curves_of
from unbake.studio.server.feet.cleaning import cleaned
from unbake.studio.server.keeping import saving
from unbake.studio.server.layers.stacked import Stacked
from unbake.studio.server.link.handler import handles, same_type


@handles(m.PlanExport, lane="slow", supersedes=same_type)
def plan_export(desk: Desk, message: m.PlanExport, report: Report) -> m.ExportPlan:
    """Say what each format keeps and loses."""
    return m.ExportPlan(tuple(export_plan(_shown(desk, message), report, message.suffix)))


@handles(m.Export, lane="files", keeps=True)
def export(desk: Desk, message: m.Export, report: Report) -> m.Exported:
    """Write what is seen."""
    return saving.export(desk.paper(message.clip), _shown(desk, message), message, desk.places, desk.downloads)


@handles(m.SavePlayblast, lane="files", keeps=True)
def save_playblast(desk: Desk, message: m.SavePlayblast, report: Report) -> m.Saved:
    """Write an uploaded film."""
    film = desk.uploads.files(message.upload)
    saved = playblasts.save_playblast(film, message, desk.places, desk.clip(message.clip).path)
    desk.uploads.drop(message.upload)
    return saved


def _shown(desk: Desk, message: m.PlanExport | m.Export) -> Shown:
    clip = desk.clip(message.clip)
    at = Stacked.of(clip, message.keys, m.Stack(message.layers), message.detail)
    shown = Shown.stacked(at, partial(gltf_curves_of, clip))
    if not message.plants:
        return shown
    motion = cleaned(clip, shown.motion, message.plants).motion
    return replace(shown, animation=None, motion=motion, layered=None, why=BAKED_BY_DETAIL)
