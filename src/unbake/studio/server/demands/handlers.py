"""Requests about motion on demand."""

from __future__ import annotations

from unbake.ground.progress import Report
from unbake.studio.server import messages as m
from unbake.studio.server.demands.parts import demand_of, parts_from
from unbake.studio.server.desk import Desk
from unbake.studio.server.link.handler import handles, same_type


@handles(m.ReadDemand, lane="files")
def read_demand(desk: Desk, message: m.ReadDemand, report: Report) -> m.DemandRead:
    """Read a demand's TOML."""
    with desk.shelf.library() as library:
        return m.DemandRead(parts_from(message.text, message.name, library.vocabulary))


@handles(m.WriteDemand, lane="files")
def write_demand(desk: Desk, message: m.WriteDemand, report: Report) -> m.DemandWritten:
    """Write a demand as TOML."""
    from unbake.composition.demands.toml_writing import demand_text

    return m.DemandWritten(demand_text(demand_of(message.parts)))


@handles(m.CheckDemand, lane="files", supersedes=same_type)
def check_demand(desk: Desk, message: m.CheckDemand, report: Report) -> m.DemandChecked:
    """Say what stands in the way of a demand."""
    with desk.shelf.library() as library:
        return desk.demands.checked(library, message.parts, report)


@handles(m.Synthesize, lane="slow", supersedes=same_type)
def synthesize(desk: Desk, message: m.Synthesize, report: Report) -> m.Synthesized:
    """Search for a motion that meets a demand."""
    with desk.shelf.library() as library:
        return desk.demands.synthesized(library, message, desk.uploads, report)


@handles(m.ReportDemand, lane="files")
def report_demand(desk: Desk, message: m.ReportDemand, report: Report) -> m.DemandReported:
    """Write the report of the motion that was found last."""
    return m.DemandReported(desk.demands.page(message.upload, message.title))


@handles(m.StopSynthesis, lane="files", keeps=True)
def stop_synthesis(desk: Desk, message: m.StopSynthesis, report: Report) -> m.Done:
    """End the search with the best so far."""
    desk.demands.stop.set()
    return m.Done()
