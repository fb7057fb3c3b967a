"""What only turns, through the commands."""

import pytest

from cli.running import run_json
from motion.turning import camera_pan, propeller, twisted_chain
from unbake.cli.main import main
from unbake.formats.registry import save

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize(
    ("thing", "worst"),
    [(camera_pan, "camera"), (propeller, "propeller"), (twisted_chain, "lower")],
)
def test_reduce_gives_it_keys_and_says_what_two_would_miss(capsys, tmp_path, thing, worst):
    file = tmp_path / "thing.bvh"
    save(thing(), file)
    chosen = run_json(capsys, "reduce", file, "-o", tmp_path / "out.json")
    assert chosen["keys"] >= 4
    assert chosen["error"]["max_cm"] < 1.0
    two = run_json(capsys, "reduce", file, "--keys", 2, "-o", tmp_path / "two.json")
    assert two["error"]["max_cm"] > 20.0
    assert two["error"]["worst_joint"] in (f"{worst} (end)", f"{worst} (side)")
    promised = run_json(capsys, "reduce", file, "--error", "1cm", "-o", tmp_path / "promised.json")
    assert 2 < promised["keys"] < 20
    space = run_json(capsys, "space", file, "--keys-max", 6)
    assert space["selections"][0]["error"] > 0.1


def test_a_thing_without_limbs_is_not_said_to_have_wrists(capsys, tmp_path):
    file, report = tmp_path / "camera.bvh", tmp_path / "camera.html"
    save(camera_pan(), file)
    assert main(["reduce", str(file), "--keys", "2", "-o", str(tmp_path / "two.json"), "--report", str(report)]) == 0
    table = " ".join(capsys.readouterr().out.split())
    error = table.partition(" cm at worst (camera (")[0].split()[-1]
    assert f"all joints {error} cm at worst" in table
    assert "; 1 other joint or end of a bone" in table
    page = report.read_text(encoding="utf-8")
    assert "All joints (" in page
    assert "Wrists" not in page
    legend = page.partition('<i class="diamond keypose"></i>')[2].partition("</p>")[0]
    assert "height of the root" in legend
    assert "left" not in legend


def test_points_files_hold_joints_only(capsys, tmp_path):
    file, points = tmp_path / "camera.bvh", tmp_path / "camera.csv"
    save(camera_pan(), file)
    assert main(["convert", str(file), str(points)]) == 0
    assert "camera (" not in points.read_text()
