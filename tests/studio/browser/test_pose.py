"""The Pose view: joints dragged by hand, pins, the brush, the rings, whole poses, and an edit carried over."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from studio.browser.desk import Studio
from studio.browser.seeing import cut, squeezed, unreachable

pytestmark = [pytest.mark.slow(5), pytest.mark.pictures]


@pytest.fixture
def posing(studio: Studio) -> Studio:
    """The packaged clip, with the playhead on a key, and the view in front."""
    studio.open_packaged()
    studio.js("studio.playhead.set(studio.shownKeys().frames[4])")
    studio.menu("Keys", "Pose by hand")
    studio.js("studio.posing.state.patch({ tool: 'drag', pins: [], influence: null, onion: 0, keepsFloor: true })")
    studio.js("studio.propagating.clear()")
    studio.wait_until("document.querySelectorAll('.pose-handles .joint').length > 10")
    studio.rest()
    return studio


def joint(studio: Studio, role: str) -> int:
    return int(studio.js(f"studio.clip.get().joints.findIndex((one) => one.role === '{role}')"))


def place(studio: Studio, role: str) -> np.ndarray:
    """Where a joint is at the playhead, in metres."""
    code = f"""(() => {{
      const count = studio.clip.get().joints.length;
      const row = studio.playhead.get() - studio.shownKeys().first;
      const at = 3 * (row * count + {joint(studio, role)});
      return [...studio.results.get().evaluation.positions.slice(at, at + 3)];
    }})()"""
    return np.array(studio.js(code))


def on_screen(studio: Studio, role: str) -> tuple[float, float]:
    """Where the handle of a joint is, in pixels of the page.

    In one go, because every picture of the stage makes the handles anew.
    """
    name = studio.js(f"studio.clip.get().joints[{joint(studio, role)}].name")
    handle = f"document.querySelector(`.pose-handles .joint[data-joint='{name}']`)"
    studio.wait_until(f"{handle} && {handle}.getBoundingClientRect().width > 0")
    x, y, width, height = studio.numbers(
        f"(({{ x, y, width, height }}) => [x, y, width, height])({handle}.getBoundingClientRect())"
    )
    return x + width / 2, y + height / 2


def drag(studio: Studio, role: str, dx: float, dy: float) -> None:
    """Drag a joint's handle by some pixels, in steps as a hand does."""
    x, y = on_screen(studio, role)
    mouse = studio.page.mouse
    mouse.move(x, y)
    mouse.down()
    for part in (0.25, 0.5, 0.75, 1.0):
        mouse.move(x + part * dx, y + part * dy)
    mouse.up()


def test_a_dragged_wrist_follows_the_hand_and_undo_takes_it_back(posing: Studio, tmp_path: Path) -> None:
    before, frame = place(posing, "left-wrist"), posing.js("studio.playhead.get()")
    values = posing.numbers("studio.shownKeys().values")
    x, y = on_screen(posing, "left-wrist")
    with posing.edit():
        drag(posing, "left-wrist", 0, -40)
    assert place(posing, "left-wrist")[1] > before[1] + 0.05
    seen = on_screen(posing, "left-wrist")
    assert seen == pytest.approx((x, y - 40), abs=4)
    posing.wait_until(f"document.querySelector('.pose-lanes canvas').dataset.deltas === '{frame}'")
    assert posing.js("studio.history.past.get().done.at(-1).label").startswith("Drag Left wrist")
    posing.picture(tmp_path / "dragged.png")
    assert not unreachable(posing.page)
    assert not squeezed(posing.page)
    assert not cut(posing.page)
    posing.press("Control+z")
    posing.settle()
    assert posing.numbers("studio.shownKeys().values") == values
    posing.wait_until("document.querySelector('.pose-lanes canvas').dataset.deltas === ''")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 640), (720, 450)])
def test_the_lanes_are_seen_and_all_above_them_is_reached(posing: Studio, size: tuple[int, int]) -> None:
    posing.page.set_viewport_size({"width": size[0], "height": size[1]})
    posing.js("(studio.layers.add(), studio.layers.add())")
    posing.js("studio.posing.state.patch({ tool: 'brush' })")
    posing.button("Key without change").wait_for()
    posing.wait_until("studio.commands.isIdle")
    view, lanes = (posing.page.locator(place).bounding_box() for place in (".pose-view", ".pose-lanes"))
    assert view is not None
    assert lanes is not None
    assert lanes["height"] >= (100 if size[1] >= 600 else 66)
    assert lanes["y"] >= view["y"]
    assert lanes["y"] + lanes["height"] <= view["y"] + view["height"] + 1
    assert not unreachable(posing.page, ".pose-view :is(button, input, select)")
    # Handles never cover the buttons on the picture.
    assert posing.js("Boolean(document.querySelector('.pose-handles ~ .viewport-top'))")
    posing.press("Control+z", "Control+z")


def test_the_name_of_a_joint_goes_where_the_joint_does(posing: Studio) -> None:
    x, y = on_screen(posing, "left-wrist")
    posing.page.mouse.move(x - 1, y)
    posing.page.locator(".viewport-tip").wait_for(state="visible")
    with posing.edit():
        drag(posing, "left-wrist", 0, -60)
    posing.page.locator(".viewport-tip").wait_for(state="hidden")
    posing.page.mouse.move(x, y - 58)
    posing.page.locator(".viewport-tip").wait_for(state="visible")


def test_pinned_feet_stay_while_the_hips_sink(posing: Studio) -> None:
    posing.button("Pin feet").click()
    feet = [place(posing, role) for role in ("left-ankle", "right-ankle")]
    hips = place(posing, "hips")
    with posing.edit():
        drag(posing, "hips", 0, 25)
    assert place(posing, "hips")[1] < hips[1] - 0.03
    for role, was in zip(("left-ankle", "right-ankle"), feet, strict=True):
        assert np.linalg.norm(place(posing, role) - was) < 0.003
    assert posing.page.locator(".pose-handles .pinned").count() >= 2


def test_escape_gives_a_drag_up(posing: Studio) -> None:
    values = posing.numbers("studio.shownKeys().values")
    x, y = on_screen(posing, "right-wrist")
    posing.page.mouse.move(x, y)
    posing.page.mouse.down()
    posing.page.mouse.move(x + 30, y - 30)
    posing.wait_until("studio.results.get().handled")
    posing.press("Escape")
    posing.page.mouse.up()
    posing.settle()
    assert posing.js("studio.results.get().handled") is None
    assert posing.numbers("studio.shownKeys().values") == values


def test_a_ring_turns_the_selected_joint(posing: Studio, tmp_path: Path) -> None:
    posing.page.get_by_role("group", name="What a hand does").get_by_text("Turn", exact=True).click()
    posing.js(f"studio.view.patch({{ selectedJoints: [{joint(posing, 'left-shoulder')}] }})")
    posing.wait_until("document.querySelectorAll('.pose-handles .ring').length === 3")
    shoulder, wrist = place(posing, "left-shoulder"), place(posing, "left-wrist")
    points = posing.js("document.querySelector('.pose-handles .ring.z').getAttribute('points')").split()
    middle, box = on_screen(posing, "left-shoulder"), posing.page.locator(".viewport-canvas").bounding_box()
    assert box
    (x, y), (u, v) = ((float(one) for one in points[n].split(",")) for n in (0, 8))
    posing.picture(tmp_path / "rings.png")
    with posing.edit():
        posing.page.mouse.move(box["x"] + x, box["y"] + y)
        posing.page.mouse.down()
        posing.page.mouse.move(box["x"] + (x + u) / 2, box["y"] + (y + v) / 2)
        posing.page.mouse.move(box["x"] + u, box["y"] + v)
        posing.page.mouse.up()
    assert np.linalg.norm(place(posing, "left-shoulder") - shoulder) < 0.001
    assert np.linalg.norm(place(posing, "left-wrist") - wrist) > 0.05
    assert on_screen(posing, "left-shoulder") == pytest.approx(middle, abs=1)


def test_the_brush_paints_and_the_painted_follow(posing: Studio, tmp_path: Path) -> None:
    posing.page.get_by_role("group", name="What a hand does").get_by_text("Brush", exact=True).click()
    posing.page.get_by_label("Both sides").check()
    x, y = on_screen(posing, "left-wrist")
    posing.page.mouse.click(x, y)
    posing.wait_until("studio.posing.state.get().influence")
    painted = posing.numbers("studio.posing.state.get().influence")
    left, right, head = (painted[joint(posing, role)] for role in ("left-wrist", "right-wrist", "head"))
    assert left == right == 1.0
    assert head < 0.2
    posing.picture(tmp_path / "painted.png")
    posing.page.get_by_role("group", name="What a hand does").get_by_text("Drag", exact=True).click()
    before = place(posing, "right-wrist")
    with posing.edit():
        drag(posing, "left-wrist", 0, -30)
    assert place(posing, "right-wrist")[1] > before[1] + 0.03
    posing.page.get_by_label("Both sides").is_hidden()
    posing.button("Clear").first.click()
    assert posing.js("studio.posing.state.get().influence") is None


def test_poses_are_copied_mirrored_tweened_and_made_as_captured(posing: Studio) -> None:
    frames = posing.key_frames()
    wrist = place(posing, "left-wrist")
    posing.button("Copy pose").click()
    posing.wait_until("studio.posing.state.get().copied")
    posing.js(f"studio.playhead.set({frames[7]})")
    with posing.edit():
        posing.button("Paste").click()
    np.testing.assert_allclose(place(posing, "left-wrist"), wrist, atol=1e-4)
    with posing.edit():
        posing.button("Captured pose").click()
    row = f"3 * ((studio.playhead.get() - 1) * studio.clip.get().joints.length + {joint(posing, 'left-wrist')})"
    captured = posing.numbers(f"studio.clip.get().positions.slice({row}, {row} + 3)")
    np.testing.assert_allclose(place(posing, "left-wrist"), captured, atol=1e-3)
    heights = [place(posing, f"{side}-wrist")[1] for side in ("left", "right")]
    with posing.edit():
        posing.button("Mirror").click()
    mirrored = [place(posing, f"{side}-wrist")[1] for side in ("left", "right")]
    np.testing.assert_allclose(mirrored, heights[::-1], atol=0.02)
    slider = posing.page.get_by_role("slider", name="Tween between the keys around")
    slider.focus()
    with posing.edit():
        posing.press("Home")
    posing.wait_until("studio.history.past.get().done.at(-1).label === 'Tween pose'")
    tweened = place(posing, "left-wrist")
    posing.js(f"studio.playhead.set({frames[6]})")
    np.testing.assert_allclose(place(posing, "left-wrist"), tweened, atol=1e-3)


def test_onion_skins_are_the_frames_around(posing: Studio, tmp_path: Path) -> None:
    frame = posing.js("studio.playhead.get()")
    posing.fill("Onion skins", "6")
    wanted = [frame + by for by in (-18, -12, -6, 6, 12, 18)]
    posing.wait_until(
        f"document.querySelector('.viewport-canvas').dataset.ghostFrames === '{' '.join(map(str, wanted))}'"
    )
    posing.picture(tmp_path / "onion.png")


def test_arrows_move_the_selected_joint_across_the_picture(posing: Studio) -> None:
    posing.js(f"studio.view.patch({{ selectedJoints: [{joint(posing, 'left-wrist')}] }})")
    posing.page.locator(".viewport-canvas").hover(position={"x": 20, "y": 300})
    before, keys = place(posing, "left-wrist"), posing.numbers("studio.shownKeys().values")
    for chord, up in (("Control+ArrowUp", 0.01), ("Control+Shift+ArrowUp", 0.05), ("Control+ArrowDown", -0.01)):
        start, seen = place(posing, "left-wrist"), on_screen(posing, "left-wrist")
        with posing.edit():
            posing.press(chord)
        posing.rest()
        after = place(posing, "left-wrist")
        assert np.linalg.norm(after - start) == pytest.approx(abs(up), abs=0.003)
        moved = np.subtract(on_screen(posing, "left-wrist"), seen)
        assert moved[1] * up < 0.0  # pixels count downwards
        assert abs(moved[0]) < 0.3 * abs(moved[1]) + 1.0
    assert posing.js("studio.history.past.get().done.at(-1).label").startswith("Move Left wrist")
    posing.press("Control+ArrowRight")
    posing.wait_until("studio.commands.isIdle")
    posing.press("Control+z", "Control+z", "Control+z", "Control+z")
    posing.settle()
    assert posing.numbers("studio.shownKeys().values") == keys
    np.testing.assert_allclose(place(posing, "left-wrist"), before, atol=1e-6)


def test_an_edit_is_carried_over_and_corrections_join_the_examples(posing: Studio, tmp_path: Path) -> None:
    keys = posing.key_frames()
    with posing.edit():
        drag(posing, "left-wrist", 0, -45)
    posing.wait_until("studio.posing.state.get().deltas?.found.frames.length === 1")
    posing.button("Mark edited").click()
    posing.wait_until("studio.propagating.state.get().examples.length === 1")
    around = round(0.125 * posing.js("studio.clip.get().fps")) + 1
    example = {"first": max(keys[4] - around, keys[0]), "last": keys[4] + around}
    assert posing.js("studio.propagating.state.get().examples") == [example]
    edited = posing.numbers("studio.shownKeys().values")
    with posing.edit():
        posing.button("Propagate").click()
    posing.wait_until("studio.propagating.state.get().found")
    assert posing.key_frames() == keys
    wide = len(edited) // len(keys)
    result = posing.numbers("studio.shownKeys().values")
    assert result[4 * wide : 5 * wide] == edited[4 * wide : 5 * wide]
    assert result != edited
    frames = posing.js("studio.propagating.state.get().found.confidence.length")
    assert frames == posing.js("studio.clip.get().last_frame")
    assert "confidence" in posing.page.locator(".pose-toolbar .sentence").inner_text()
    posing.picture(tmp_path / "propagated.png")
    posing.js(f"studio.playhead.set({keys[-6]})")
    posing.rest()
    with posing.edit():
        drag(posing, "left-wrist", 0, -30)
    posing.button("Mark edited").click()
    posing.wait_until("studio.propagating.state.get().examples.length === 2")
    assert len(posing.js("studio.propagating.state.get().examples")) == 2
    with posing.edit():
        posing.button("Propagate again").click()
    posing.wait_until("studio.propagating.state.get().rounds === 2")
    assert len([text for text in posing.notices() if "unlike every example" in text]) == 1
    posing.picture(tmp_path / "again.png")
    posing.press("Control+z", "Control+z")
    posing.settle()
    assert posing.numbers("studio.shownKeys().values") == result


def test_an_edit_is_carried_over_with_the_labels_of_the_feet(posing: Studio) -> None:
    posing.page.evaluate(
        """() => {
      const { connection } = studio;
      const request = connection.request.bind(connection);
      connection.request = (type, body, told) => {
        if (type === "Propagate") window.carriedPlants = body.plants;
        return request(type, body, told);
      };
    }"""
    )
    with posing.edit():
        drag(posing, "left-wrist", 0, -45)
    plant = {"first": 20, "last": 60, "point": 0, "source": "hand"}
    posing.page.evaluate("(plant) => studio.document.patch({ plants: [plant] })", plant)
    posing.button("Mark edited").click()
    posing.wait_until("studio.propagating.state.get().examples.length === 1")
    with posing.edit():
        posing.button("Propagate").click()
    posing.wait_until("studio.propagating.state.get().found")
    assert posing.js("window.carriedPlants") == [plant]
