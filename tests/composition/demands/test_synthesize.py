"""Motions on demand from a performer's library: what they are made of, and how they meet what was asked."""

import itertools
import re

import numpy as np
import pytest

from unbake.composition.demands.facts import facts_of
from unbake.composition.demands.page import write_page
from unbake.composition.demands.synthesize import synthesize
from unbake.feet.skating import skating
from unbake.synthesis.demands.demand import Demand, FlagStretch, KeyPose, Spot
from unbake.synthesis.demands.exact.optimum import optimum
from unbake.synthesis.demands.search import SearchOptions

END = Spot(at_s=5.0, place_m=(-1.5, 8.5), heading_deg=-20.0)
DEMAND = Demand(
    length_s=5.0,
    stretches=(
        FlagStretch(start_s=0.0, stop_s=2.5, must=("Walk",), must_not=("Run",)),
        FlagStretch(start_s=3.0, stop_s=5.0, must=("Run",)),
    ),
    spots=(END,),
)


@pytest.fixture(scope="module")
def made(acted):
    return synthesize(acted.library, DEMAND, material=acted, options=SearchOptions(sweeps=4))


@pytest.mark.slow
def test_flags_are_met(made):
    assert made.motion.n_frames == 301
    assert made.wrong_flags().sum() <= 20
    flags = {(flag["flag"], flag["wanted"]): flag for flag in facts_of(made)["flags"]}
    assert flags["Walk", "must"]["frames"] == 150
    assert ("Walk", "must-not") not in flags
    assert ("Run", "must-not") in flags


@pytest.mark.slow
def test_every_frame_has_its_source(made):
    runs = made.runs
    assert [run.start for run in runs[1:]] == [run.stop for run in runs[:-1]]
    assert runs[-1].stop == made.motion.n_frames
    assert np.allclose(made.blended.weights.sum(axis=1), 1.0)
    # Away from joins, frames are those of the clips: joints turn as they did there, but for legs and root.
    run = max(runs, key=lambda run: run.n_frames)
    at, source = run.start + run.n_frames // 2, made.material.source(run.clip).motion
    names = made.motion.skeleton.names
    arms = [names.index(name) for name in names if "Arm" in name]
    assert arms
    own = made.motion.rotations_xyzw[at, arms]
    theirs = source.rotations_xyzw[run.first + run.n_frames // 2, arms]
    assert np.abs((own * theirs).sum(axis=-1)).min() == pytest.approx(1.0, abs=1e-9)


@pytest.mark.slow
def test_places_are_met(made):
    (place,) = facts_of(made)["places"]
    assert place["off_m"] < 0.05
    assert abs(place["off_deg"]) < 5.0


@pytest.mark.slow
def test_joins_are_smooth(made):
    speed = np.linalg.norm(np.diff(made.motion.positions(), axis=0), axis=2) * 60.0
    jumps = np.abs(np.diff(speed, axis=0)).max(axis=1)
    sources = [made.material.source(run.clip).motion.positions() for run in made.runs]
    usual = max(np.abs(np.diff(np.linalg.norm(np.diff(p, axis=0), axis=2) * 60.0, axis=0)).max() for p in sources)
    assert jumps.max() < 2.0 * usual


@pytest.mark.slow
def test_feet_do_not_skate(made):
    found = skating(made.motion, made.blended.labels, made.blended.legs)
    assert made.blended.labels.plants
    assert found.planted_skating <= 2


@pytest.mark.slow
def test_poses_are_shown_when_they_are_wanted(acted):
    poses = (KeyPose(at_s=0.5, clip="stand-1", number=30), KeyPose(at_s=2.0, clip="walk-1", number=100))
    made = synthesize(acted.library, Demand(length_s=2.5, poses=poses), material=acted, options=SearchOptions(sweeps=4))
    assert [pose["is_shown"] for pose in facts_of(made)["poses"]] == [True, True]
    runs = facts_of(made)["runs"]
    for pose in poses:
        frame = round(60 * pose.at_s) + 1
        run = next(run for run in runs if run["first"] <= frame <= run["last"])
        assert (run["clip"], run["clip_first"] + frame - run["first"]) == (pose.clip, pose.number)


@pytest.mark.slow
def test_an_interruption_gives_the_best_so_far(acted):
    def stop(found):
        raise KeyboardInterrupt

    made = synthesize(acted.library, DEMAND, material=acted, options=SearchOptions(sweeps=9), progress=stop)
    assert made.was_interrupted
    assert made.motion.n_frames == 301


def test_the_annotation_string_of_a_real_order_is_found_again(acted):
    """A clip that the library has, asked for by its flags alone, costs nothing: it is there."""
    stretch = FlagStretch(start_s=0.0, stop_s=3.0, must=("Walk", "Turn Left"), others="must-not")
    demand = Demand(length_s=3.0, stretches=(stretch,))
    made = synthesize(acted.library, demand, material=acted, options=SearchOptions(sweeps=3))
    assert made.costs.total == 0.0
    assert [acted.clips[run.clip].name for run in made.runs] == ["walk-left"]


@pytest.mark.slow
def test_the_report_tells_all(made, tmp_path):
    file = tmp_path / "report.html"
    best = optimum(made.asked.problem, made.found.frames, seconds=20.0)
    write_page(made, file, title="walk & <run>", best=best)
    page = file.read_text(encoding="utf-8")
    assert "walk &amp; &lt;run&gt;" in page
    assert "optimum" in page
    spans = [tuple(map(int, pair)) for pair in re.findall(r"<td>(\d+)–(\d+)</td><td>", page)]
    assert spans[0][0] == 1
    assert spans[-1][1] == 301
    assert all(b[0] == a[1] + 1 for a, b in itertools.pairwise(spans))
    for clip in {made.material.clips[run.clip].name for run in made.runs}:
        assert clip in page
    seconds = re.findall(r'text-anchor="(\w+)" font-size="11">(\d) s<', page)
    assert seconds == [("start", str(n)) for n in range(5)] + [("end", "5")], "the last one is not cut off"
    assert 'name="viewport"' in page
    assert "http" not in page.replace("http://www.w3.org", "")
