"""Several actors: shares of clips, what they have in common, and that they keep off each other."""

import json
import struct

import numpy as np
import pytest

from unbake.composition.demands.actors import RADIUS_M, places_m, synthesize_actors
from unbake.composition.demands.asking import flag_costs, wanted_flags
from unbake.composition.demands.page import write_page
from unbake.composition.demands.picture import actors_png
from unbake.composition.demands.shares import LEAST, shares
from unbake.composition.demands.toml_file import Actor
from unbake.errors import UsageError
from unbake.formats.gltf.writer import write_motions
from unbake.formats.registry import load_motion
from unbake.synthesis.demands.demand import Demand, FlagStretch, Spot
from unbake.synthesis.demands.search import SearchOptions

WALK = (FlagStretch(start_s=0.0, stop_s=3.0, must=("Walk",)),)


def actor(name, start, end):
    place, spot = Spot(at_s=0.0, place_m=start, heading_deg=0.0), Spot(at_s=3.0, place_m=end)
    return Actor(name, Demand(length_s=3.0, stretches=WALK, start=place, spots=(spot,)))


@pytest.mark.slow
def test_every_clip_is_in_one_share_and_everybody_has_enough(acted):
    wanted = wanted_flags(Demand(length_s=3.0, stretches=WALK), acted.flags)
    found = shares(acted, 2, wanted, seed=3)
    assert sorted([clip for share in found for clip in share]) == list(range(len(acted.clips)))
    fits = flag_costs(np.unique(wanted.T, axis=0)[-1:], acted.values)[0] == 0.0
    for share in found:
        assert fits[np.isin(acted.pool.clip_of, share)].sum() >= LEAST
    sizes = [acted.pool.lengths[share].sum() for share in found]
    assert max(sizes) < 2 * min(sizes)
    assert shares(acted, 2, wanted, seed=3) == found
    assert any(shares(acted, 2, wanted, seed=seed) != found for seed in range(4, 8))


def test_too_few_clips_are_said(acted):
    wanted = wanted_flags(Demand(length_s=3.0, stretches=WALK), acted.flags)
    with pytest.raises(UsageError, match="need as many clips"):
        shares(acted, 99, wanted)
    left = (FlagStretch(start_s=0.0, stop_s=3.0, must=("Turn Left",)),)
    with pytest.raises(UsageError, match=r"1 clips have .* frames with Turn Left"):
        shares(acted, 2, wanted_flags(Demand(length_s=3.0, stretches=left), acted.flags))


@pytest.fixture(scope="module")
def cast(acted):
    """Two whose ways cross."""
    actors = [actor("A", (-0.6, 0.0), (0.6, 3.2)), actor("B", (0.6, 0.0), (-0.6, 3.2))]
    return synthesize_actors(acted, actors, SearchOptions(sweeps=4))


@pytest.mark.slow
def test_actors_share_nothing_and_keep_apart(cast):
    assert (cast.shared_frames, cast.shared_clips) == (0, 0)
    one, two = ({made.material.clips[run.clip].id for run in made.runs} for made in cast.actors)
    assert one
    assert two
    assert not one & two
    ways = [places_m(motion) for _, motion in cast.motions]
    apart = np.linalg.norm(ways[0] - ways[1], axis=1)
    assert cast.nearest_m == pytest.approx(apart.min())
    assert apart.min() >= 2.0 * RADIUS_M
    for made in cast.actors:
        assert np.linalg.norm(made.residuals()[1][:, :2], axis=1).max() < 0.6  # after four sweeps, and led aside


@pytest.mark.slow
def test_one_file_holds_all_figures(cast, tmp_path):
    file = tmp_path / "cast.glb"
    write_motions(cast.motions, file)
    data = file.read_bytes()
    (length,) = struct.unpack("<I", data[12:16])
    content = json.loads(data[20 : 20 + length])
    joints = len(cast.motions[0][1].skeleton.names)
    assert len(content["skins"]) == len(content["meshes"]) == 2
    assert len(content["nodes"]) == 2 * (joints + 1)
    assert len({node["name"] for node in content["nodes"]}) == len(content["nodes"])
    assert content["skins"][1]["joints"] == list(range(joints + 1, 2 * joints + 1))
    assert {c["target"]["node"] for c in content["animations"][0]["channels"]} >= {0, joints + 1}
    write_motions(cast.motions[:1], tmp_path / "one.glb")
    again = load_motion(tmp_path / "one.glb")
    assert np.abs(again.positions() - cast.motions[0][1].positions()).max() < 1e-4


@pytest.mark.slow
def test_page_and_picture_show_all(cast, tmp_path):
    write_page(cast, tmp_path / "cast.html", title="two")
    assert "Frames that two actors both show: 0." in (tmp_path / "cast.html").read_text(encoding="utf-8")
    actors_png(cast.motions, tmp_path / "cast.png", 2)
    assert (tmp_path / "cast.png").read_bytes().startswith(b"\x89PNG")


def test_two_in_one_place_are_refused(acted):
    with pytest.raises(UsageError, match="the same place at 3 s"):
        synthesize_actors(acted, [actor("A", (-1.0, 0.0), (0.0, 3.0)), actor("B", (1.0, 0.0), (0.1, 3.0))])
    with pytest.raises(UsageError, match="at least two"):
        synthesize_actors(acted, [actor("A", (-1.0, 0.0), (0.0, 3.0))])
