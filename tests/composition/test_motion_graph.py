"""Motion graphs as libraries keep them."""

import numpy as np
import pytest

from composition.making import walking_library
from unbake.composition.graph_picture import graph_png
from unbake.composition.live import library_engines
from unbake.composition.material import library_material
from unbake.composition.motion_graph import NAME, build_motion_graph, kept_motion_graph
from unbake.errors import FileError, UsageError
from unbake.library.library import Library
from unbake.synthesis.graphs.candidates import GraphOptions

OPTIONS = GraphOptions(threshold_m=0.08, thresholds_m={"Run": 0.1})


@pytest.fixture
def library(tmp_path):
    with Library.open(walking_library(tmp_path / "w.unbakelib")) as opened:
        yield opened


def test_a_graph_that_is_kept_is_the_same(library):
    found = library_material(library)
    built = build_motion_graph(library, found, OPTIONS)
    kept = kept_motion_graph(library, library_material(library))
    assert len(built.graph.transitions) > 20
    assert kept.options == OPTIONS
    assert kept.build_s == built.build_s
    assert kept.graph.n_candidates == built.graph.n_candidates
    for name in ("sources", "targets", "distances_m"):
        assert np.array_equal(getattr(kept.graph.transitions, name), getattr(built.graph.transitions, name))
    assert np.array_equal(kept.graph.inside, built.graph.inside)


def test_a_graph_of_other_clips_is_none(library):
    with pytest.raises(UsageError, match=r"no motion graph of these clips is kept$"):
        kept_motion_graph(library, library_material(library))
    build_motion_graph(library, library_material(library), OPTIONS)
    library.remove(1)
    with pytest.raises(UsageError, match="no motion graph of these clips is kept"):
        kept_motion_graph(library, library_material(library))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"nonsense"])
def test_a_damaged_graph_is_one_line(library, data):
    found = library_material(library)
    build_motion_graph(library, found, OPTIONS)
    library.database.change("UPDATE kept SET data = ? WHERE name = ?", [data, NAME])
    with pytest.raises(FileError, match=r"the motion graph is damaged \(.*\)$"):
        kept_motion_graph(library, found)


def test_a_damaged_graph_at_many_bytes(library):
    found = library_material(library)
    build_motion_graph(library, found, OPTIONS)
    (whole,) = library.database.row("SELECT data FROM kept WHERE name = ?", [NAME])
    for size in range(0, len(whole), len(whole) // 30):
        library.database.change("UPDATE kept SET data = ? WHERE name = ?", [whole[:size], NAME])
        with pytest.raises(FileError, match="damaged"):
            kept_motion_graph(library, found)


def test_engines_are_made_by_name(library):
    found = library_material(library)
    assert list(library_engines(library, found, ["matching"])) == ["matching"]
    with pytest.raises(UsageError, match="no motion graph"):
        library_engines(library, found, ["matching", "graph"])
    build_motion_graph(library, found, OPTIONS)
    assert list(library_engines(library, found, ["matching", "graph"])) == ["matching", "graph"]


def test_a_picture_is_drawn(library, tmp_path):
    graph = build_motion_graph(library, library_material(library), OPTIONS).graph
    graph_png(graph, tmp_path / "graph.png")
    assert (tmp_path / "graph.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(FileError):
        graph_png(graph, tmp_path / "nowhere" / "graph.png")
