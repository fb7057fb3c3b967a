"""A motion graph in words and numbers, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unbake.composition.motion_graph import KeptGraph
    from unbake.synthesis.graphs.figures import GraphFigures


def graph_fields(kept: KeptGraph, figures: GraphFigures) -> dict[str, Any]:
    """Return a graph as programs get it."""
    return {
        "clips": list(kept.graph.material.names),
        "frames": figures.frames,
        "frames_inside": figures.inside,
        "candidates": figures.candidates,
        "transitions": figures.transitions,
        "nodes": figures.nodes,
        "edges": figures.edges,
        "median_shortest_s": figures.median_s,
        "ninth_decile_shortest_s": figures.ninth_s,
        "flags": {
            name: {"frames": every, "inside": inside, "staying": staying}
            for name, (every, inside, staying) in figures.flags.items()
        },
        "window_s": kept.options.window_s,
        "threshold_m": kept.options.threshold_m,
        "thresholds_m": dict(kept.options.thresholds_m),
        "build_s": kept.build_s,
    }


def graph_rows(kept: KeptGraph, figures: GraphFigures) -> list[tuple[str, str]]:
    """Return a graph as rows of a table of facts."""
    part = figures.inside / figures.frames
    options = kept.options
    limits = [f"{100.0 * options.threshold_m:g} cm"]
    limits += [f"{flag} {100.0 * limit:g} cm" for flag, limit in options.thresholds_m.items()]
    rows = [
        ("clips", f"{len(kept.graph.material.names):,}, {figures.frames:,} frames at 60 a second"),
        ("in the graph", f"{figures.inside:,} frames ({part:.0%})"),
        ("transitions", f"{figures.transitions:,} of {figures.candidates:,} candidates below {', '.join(limits)}"),
        ("nodes, edges", f"{figures.nodes:,}, {figures.edges:,}"),
        ("shortest ways", f"median {figures.median_s:.2f} s, nine of ten below {figures.ninth_s:.2f} s"),
    ]
    fps = kept.graph.material.fps
    for name, (_, inside, staying) in figures.flags.items():
        says = f"{inside / fps:.1f} s, of which a walk can stay in {staying / fps:.1f} s" if inside else "not reached"
        rows.append((name, says))
    return [*rows, ("built in", f"{kept.build_s:.1f} s")]
