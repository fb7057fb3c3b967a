"""What is exported comes back as it was seen: read by the library, and by a reader that is not ours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pygltflib
import pytest

from clips import jump_clip
from studio.browser.desk import COUNT
from studio.browser.library import flat
from unbake import KeyedAnimation, ReadOptions, load, load_motion
from unbake.curves.measure import measure_motions


@pytest.fixture
def opened(studio: Any) -> Any:
    studio.open_jump()
    studio.fill(COUNT, "12")
    studio.settle()
    return studio


@pytest.fixture
def folder(opened: Any, tmp_path: Path) -> Path:
    """Where the studio may write: inside the folder in which it was started."""
    inside: Path = opened.server.folder / tmp_path.name
    inside.mkdir()
    return inside


def dialog(studio: Any) -> Any:
    """Return the export dialog, once it knows what each format keeps."""
    studio.menu("File", "Export")
    window = studio.page.get_by_role("dialog", name="Export")
    window.get_by_role("group", name="Format").wait_for()
    return window


def exported(studio: Any, suffix: str, file: Path) -> Path:
    """Export by the dialog and return the file."""
    return exported_from(dialog(studio), suffix, file)


def exported_from(window: Any, suffix: str, file: Path, **chosen: str) -> Path:
    """Export by the open dialog, with what is chosen below the format, and return the file."""
    window.get_by_role("group", name="Format").locator("label").filter(has_text=suffix).first.click()
    for field, option in chosen.items():
        window.get_by_label(field, exact=True).select_option(option)
    window.get_by_role("textbox", name="File").fill(str(file))
    window.get_by_role("button", name="Export", exact=True).click()
    window.wait_for(state="detached")
    return file


def seen(studio: Any) -> np.ndarray:
    """Return where every joint is at every frame, as the page shows it."""
    joints = studio.js("studio.clip.get().joints.length")
    return np.array(studio.numbers("studio.evaluation().positions")).reshape(-1, joints, 3)


@pytest.mark.parametrize("size", [(1440, 900), (1024, 640), (720, 450)])
def test_the_chosen_format_and_the_file_are_in_sight_at_once(opened: Any, size: tuple[int, int]) -> None:
    opened.page.set_viewport_size({"width": size[0], "height": size[1]})
    for suffix in (".json", ".bvh", ".csv"):
        opened.js(f"studio.setPreferences({{ exports: '{suffix}' }})")
        window = dialog(opened)
        content, chosen, field = (
            window.locator(place).bounding_box() for place in (".content", ".formats .chosen", "[data-first]")
        )
        for box in (chosen, field):
            assert content["y"] <= box["y"] + 1, suffix
            assert box["y"] + min(box["height"], 40) <= content["y"] + content["height"] + 1, suffix
        high = [label.bounding_box()["height"] for label in window.locator(".delivery .field label").all()]
        assert max(high) < 24, suffix  # no word is broken
        opened.press("Escape")
    opened.js("studio.setPreferences({ exports: '.glb' })")


def test_the_native_file_is_what_was_seen(opened: Any, folder: Path) -> None:
    animation = load(exported(opened, ".json", folder / "keys.json"))
    assert isinstance(animation, KeyedAnimation)
    assert list(animation.key_numbers()) == opened.key_frames()
    for part in ("values", "left", "right"):
        assert np.array_equal(flat(animation, part), opened.numbers(f"studio.shownKeys().{part}")), part
    assert np.allclose(animation.sample().positions(), seen(opened)[:, : len(animation.skeleton.names)], atol=1e-5)


def test_the_glb_is_what_was_seen(opened: Any, folder: Path) -> None:
    window = dialog(opened)
    words = window.get_by_role("group", name="Format").locator("label").filter(has_text=".glb").first.inner_text()
    opened.press("Escape")
    said_cm = float(re.search(r"Up to ([\d.]+) cm from what you see", words)[1])
    motion = load_motion(exported(opened, ".glb", folder / "jumps.glb"))
    names = opened.js("studio.clip.get().joints.map((joint) => joint.name)")
    shared = [names[joint] for joint in opened.js("studio.clip.get().measured")]
    assert len(shared) == 17
    assert set(shared) <= set(motion.skeleton.names)
    found = motion.positions()[:, [motion.skeleton.names.index(name) for name in shared]]
    expected = seen(opened)[:, [names.index(name) for name in shared]]
    assert found.shape == expected.shape
    apart_cm = 100 * np.linalg.norm(found - expected, axis=2).max()
    assert apart_cm == pytest.approx(said_cm, abs=0.01)


def test_the_result_says_how_near_the_file_will_be(opened: Any, folder: Path) -> None:
    """For the format that was chosen last, before anything is written: the dialog's number, measured on the file."""
    line = opened.page.locator(".in-file")
    for suffix in (".glb", ".bvh"):
        line.locator("select").select_option(suffix)
        said = float(re.search(r"([\d.]+) cm", line.locator("b").inner_text(timeout=120_000))[1])
        window = dialog(opened)
        format_row = window.get_by_role("group", name="Format").locator("label").filter(has_text=suffix).first
        assert format_row.locator(".deviation").inner_text() == line.locator("b").inner_text()
        assert "in Blender" in format_row.locator(".frames").inner_text()
        opened.press("Escape")
        file = exported(opened, suffix, folder / f"jumps{suffix}")
        away = measure_motions(jump_clip(), load_motion(file))
        assert away.max_cm == pytest.approx(said, abs=0.006)
        tips = float(re.search(r"tips ([\d.]+) cm", line.inner_text())[1])
        assert away.tips is not None
        assert away.tips.max_cm == pytest.approx(tips, abs=0.006)


def test_another_reader_finds_the_keys_in_the_glb(opened: Any, folder: Path) -> None:
    document = pygltflib.GLTF2().load(str(exported(opened, ".glb", folder / "jumps.glb")))
    animation = document.animations[0]
    fps = opened.js("studio.clip.get().fps")
    first = opened.js("studio.clip.get().first_frame")
    assert {sampler.interpolation for sampler in animation.samplers} == {"CUBICSPLINE"}
    for sampler in animation.samplers:
        times = pygltflib_floats(document, sampler.input)
        assert np.allclose(times * fps + first, opened.key_frames(), atol=1e-3)


def pygltflib_floats(document: pygltflib.GLTF2, number: int) -> np.ndarray:
    """Return the numbers of a scalar accessor."""
    accessor = document.accessors[number]
    view = document.bufferViews[accessor.bufferView]
    start = (view.byteOffset or 0) + (accessor.byteOffset or 0)
    return np.frombuffer(document.binary_blob(), np.float32, accessor.count, start).astype(float)


def test_a_download_is_the_same_file(opened: Any, folder: Path) -> None:
    file = exported(opened, ".glb", folder / "jumps.glb")
    window = dialog(opened)
    window.get_by_role("group", name="Format").locator("label").filter(has_text=".glb").first.click()
    with opened.page.expect_download() as downloading:
        window.get_by_role("button", name="Download", exact=True).click()
    downloaded = folder / "downloaded.glb"
    downloading.value.save_as(downloaded)
    assert downloading.value.suggested_filename.endswith(".glb")
    assert downloaded.read_bytes() == file.read_bytes()


def test_what_a_format_loses_stands_beside_it(opened: Any) -> None:
    window = dialog(opened)
    formats = window.get_by_role("group", name="Format")
    suffixes = opened.js("studio.welcome.get().exports.map((one) => one.suffix)")
    assert {".json", ".glb", ".bvh"} <= set(suffixes)
    for suffix in suffixes:
        assert formats.locator("label").filter(has_text=suffix).first.is_visible()
    assert "As you see it" in formats.locator("label").filter(has_text=".json").first.inner_text()
    baked = formats.locator("label").filter(has_text=".bvh").first.inner_text()
    assert "key on every frame" in baked or "every frame" in baked


def test_a_file_is_not_replaced_unasked(opened: Any, folder: Path) -> None:
    there = folder / "there.json"
    there.write_text("precious")
    window = dialog(opened)
    window.get_by_role("group", name="Format").locator("label").filter(has_text=".json").first.click()
    window.get_by_role("textbox", name="File").fill(str(there))
    window.get_by_role("button", name="Export", exact=True).click()
    window.get_by_text("There is a file of this name already").wait_for()
    assert there.read_text() == "precious"
    window.get_by_role("button", name="Replace it").click()
    window.wait_for(state="detached")
    assert isinstance(load(there), KeyedAnimation)


def test_the_dialog_asks_what_an_engine_wants(opened: Any, folder: Path) -> None:
    window = dialog(opened)
    window.get_by_label("Travel").select_option("On a root joint")
    window.get_by_label("Names").select_option("Unreal’s mannequin")
    window.get_by_label("Frames a second").select_option("60")
    found = load_motion(exported_from(window, ".json", folder / "engine.json"))
    assert (found.skeleton.names[:2], found.fps) == (("root", "pelvis"), 60)


def test_the_dialog_asks_what_the_format_leaves_open(opened: Any, folder: Path) -> None:
    window = dialog(opened)
    window.get_by_label("Unit").wait_for(state="detached")
    exported_from(window, ".usda", folder / "splines.usda", As="Splines")
    assert isinstance(load(folder / "splines.usda"), KeyedAnimation)
    file = exported_from(dialog(opened), ".bvh", folder / "up.bvh", Unit="Millimetres", Up="Z, forward −Y")
    found = load_motion(file, ReadOptions(metres_per_unit=0.001))
    # The file has z up: to read it, the figure is turned upright, which a note says.
    assert any("stands along z" in note for note in found.warnings)
    assert found.positions()[:, 0, 1].min() > 0.4  # metres over the floor
