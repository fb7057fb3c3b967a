from dataclasses import replace

import numpy as np
import pytest
from tests.library.making import wobble
from tests.synthesis.figures import placed, walker

from unbake.composition.material import library_material
from unbake.composition.transition_table import NAME, build_transition_table, kept_transition_table
from unbake.composition.transitions import Transitions
from unbake.errors import FileError, UsageError
from unbake.library.library import Library
from unbake.synthesis.material.material import Place
from unbake.synthesis.transitions.clusters import ClusterOptions
from unbake.synthesis.transitions.search import candidates
from unbake.synthesis.transitions.table import TableOptions, TransitionTable

OPTIONS = TableOptions(30, 5, ClusterOptions(5))


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Three walks with their plants (fast, slow, turning, which carries a flag), a chain without legs, and a table."""
    path = tmp_path_factory.mktemp("transitions") / "moves.unbakelib"
    with Library.create(path) as made:
        sources = {
            "slow": walker(120),
            "fast": walker(110, step_m=1.0, lean=0.3),
            "turning": placed(walker(130, step_m=0.4, turning=1.5), 2.0, (3.0, -1.0)),
        }
        for name, source in sources.items():
            clip, _ = made.add(source.motion, name)
            made.set_foot_labels(clip, source.labels)
            if name == "turning":
                made.annotate(clip, "Turn Left", 60, 120, True)
            if name == "slow":
                for flag, first in {"Jump": 45, "Run": 60, "Crouch": 75}.items():
                    made.annotate(clip, flag, first, first + 10, True)
                made.annotate(clip, "Reach", 0, 29, True)
        made.add(wobble(), "wobble")
        build_transition_table(made, library_material(made), OPTIONS)
        yield made


def transitions(library):
    return Transitions(library)


def test_a_table_is_kept_and_comes_back(library):
    found = library_material(library)
    table = kept_transition_table(library, found)
    assert table.is_complete
    assert len(table) == 5
    assert table.search.counts.sum() == 25 * candidates(5)
    again = TransitionTable.from_bytes(table.to_bytes())
    assert np.array_equal(again.search.costs_m, table.search.costs_m)
    assert np.array_equal(again.search.between, table.search.between)
    assert again.recipe == OPTIONS.recipe
    assert len(table.to_bytes()) < 100_000
    assert any("wobble" in note for note in found.notes)


@pytest.mark.slow
def test_an_interrupted_build_goes_on_and_a_complete_one_is_not_built_again(library, monkeypatch):
    import unbake.composition.transition_table as module

    found = library_material(library)
    whole = kept_transition_table(library, found)
    part = TransitionTable.from_bytes(whole.to_bytes())
    part.search.costs_m[3:] = np.nan
    stamp = module._stamp(found)
    library.keep(NAME, stamp, part.to_bytes())
    with pytest.raises(UsageError, match="3 of 5 rows"):
        kept_transition_table(library, found)
    reports = []
    gone_on = build_transition_table(library, found, OPTIONS, reports.append)
    assert reports == [0.8, 1.0]
    assert np.allclose(gone_on.search.costs_m, whole.search.costs_m, atol=1e-5)
    monkeypatch.setattr(module, "search_all", None)
    build_transition_table(library, found, OPTIONS)


def test_from_frame_to_frame(library):
    made = transitions(library)
    done = made.make(Place(0, 40), Place(2, 100))
    assert done.medoids[0] == made.nearest[0][40]
    assert done.medoids[1] == made.nearest[2][100 - 29]
    assert list(done.between) == made.table.between(*done.medoids)
    motion, labels = made.joined(done)
    own = [source.motion for source in made.found.material.sources]
    n = done.quick.motion.n_frames
    assert motion.n_frames == 40 + n + (130 - 101)
    assert labels.n_frames == motion.n_frames
    positions = motion.positions()
    assert np.abs(positions[:40] - own[0].positions()[:40]).max() < 1e-9
    steps = np.linalg.norm(np.diff(positions, axis=0), axis=2)
    usual = max(np.linalg.norm(np.diff(source.positions(), axis=0), axis=2).max() for source in own)
    assert steps[[38, 39, 40 + n - 2, 40 + n - 1]].max() < 1.1 * usual
    after, theirs = positions[40 + n :], own[2].positions()[101:]
    assert np.ptp(np.linalg.norm(after - after[:, :1], axis=2) - np.linalg.norm(theirs - theirs[:, :1], axis=2)) < 1e-9


def test_a_direct_transition_has_no_intermediaries(library):
    made = transitions(library)
    for source in range(0, 80, 4):
        usual, direct = (made.make(Place(0, source), Place(2, 100), direct=direct) for direct in (False, True))
        assert direct.between == ()
        assert direct.cost_m == (None if usual.between else usual.cost_m)
        if usual.between:
            break
    assert usual.between
    motion, labels = made.joined(direct)
    assert motion.n_frames == labels.n_frames == source + direct.quick.motion.n_frames + (130 - 101)
    assert made.make_to_flag(Place(0, 10), "turn-left", direct=True).between == ()


@pytest.mark.slow
def test_to_a_flag_it_takes_the_cheapest_cluster_that_carries_it(library):
    made = transitions(library)
    done = made.make_to_flag(Place(0, 10), "turn-left")
    assert done.target.clip == 2
    assert 60 <= done.target.frame <= 90  # half a second later it still turns
    flagged = {int(made.nearest[2][end - 29]) for end in range(60, 91)}
    costs = made.table.search.costs_m[made.nearest[0][10]]
    assert done.cost_m == min(costs[sorted(flagged)])
    with pytest.raises(UsageError, match="no clip carries the flag 'wave'"):
        made.make_to_flag(Place(0, 10), "wave")


@pytest.mark.slow
def test_a_flag_that_ends_soon_is_reached_where_it_lasts_longest(library):
    made = transitions(library)
    slow = made.found.material.names.index("slow")
    for flag, first in {"jump": 45, "run": 60, "crouch": 75}.items():
        assert made.flagged(Place(0, 10), flag) == Place(slow, first)
    with pytest.raises(UsageError, match=r"only holds within 0.5 s of the start of clips"):
        made.flagged(Place(0, 10), "reach")


@pytest.mark.slow
def test_frames_at_the_ends_of_clips_are_refused(library):
    made = transitions(library)
    with pytest.raises(UsageError, match=r"fast: a transition needs 0\.5 s of motion"):
        made.make(Place(0, 100), Place(1, 60))
    with pytest.raises(UsageError, match="slow: a transition needs"):
        made.make(Place(0, 10), Place(1, 20))


@pytest.mark.slow
def test_damaged_and_missing_tables_are_said(library, tmp_path):
    import unbake.composition.transition_table as module

    found = library_material(library)
    stamp = module._stamp(found)
    good = library.kept(NAME, stamp)
    try:
        for data in (b"", b"PK", good[: len(good) // 2], bytes(64)):
            library.keep(NAME, stamp, data)
            with pytest.raises(FileError, match="damaged"):
                kept_transition_table(library, found)
        wrong = TransitionTable.from_bytes(good)
        wrong.firsts = wrong.firsts + 1000
        library.keep(NAME, stamp, wrong.to_bytes())
        with pytest.raises(FileError, match="outside of its clip"):
            kept_transition_table(library, found)
        library.keep(NAME, "another", good)
        with pytest.raises(UsageError, match=r"no transition table of these clips is kept$"):
            kept_transition_table(library, found)
    finally:
        library.keep(NAME, stamp, good)


@pytest.mark.slow
def test_too_little_motion_is_said(library):
    with pytest.raises(UsageError, match=r"no stretch of 3\.33333 s fits in 3 clips: add longer clips"):
        build_transition_table(library, library_material(library), replace(OPTIONS, n_frames=200))
