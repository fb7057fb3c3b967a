"""Choosing by looking: the slider, the fields and the layers show what the library finds, everywhere at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from studio.browser.desk import COUNT
from studio.browser.library import best_frames, flat, jump, numbered, space_of
from unbake import ReduceOptions, reduce_motion
from unbake.keyframes.layers import THESIS_LAYERS

STEPPED = """async ([count, patience]) => {
  const end = performance.now() + patience;
  while (studio.shownKeys().frames.length !== count || studio.results.get().chosen.keys !== studio.shownKeys()) {
    if (performance.now() > end) throw new Error(`no ${count} keys, but ${studio.shownKeys().frames.length}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}"""


@pytest.fixture
def opened(studio: Any) -> Any:
    studio.open_jump()
    return studio


def assert_shows(studio: Any, frames: list[int]) -> None:
    """Check that every view shows these keys."""
    assert studio.key_frames() == frames
    assert studio.frames_drawn("dopesheet", "keys") == frames
    assert studio.drawn("viewport", "keys") == [str(len(frames))]
    playhead = studio.js("studio.playhead.get()")
    ghosts = studio.frames_drawn("viewport", "ghost-frames")
    assert set(ghosts) <= set(frames) - {playhead}
    # The nearest keys are what one compares with; others may be too faint to draw.
    around = [max((f for f in frames if f < playhead), default=None), min(f for f in frames if f > playhead)]
    assert {frame for frame in around if frame is not None} <= set(ghosts)
    assert studio.field(COUNT).input_value() == str(len(frames))
    assert f"{len(frames)} keys" in (studio.slider().get_attribute("aria-valuetext") or "")


def chosen_count(studio: Any) -> int:
    return int(studio.js("studio.document.get().choice.keys"))


def test_the_slider_under_the_arrow_keys(opened: Any) -> None:
    opened.choose_by("Count")
    start = chosen_count(opened)
    assert start == len(jump().selection.frames)
    opened.slider().focus()
    for key, count in (("ArrowRight", start + 1), ("ArrowRight", start + 2), ("ArrowLeft", start + 1), ("Home", 2)):
        opened.slider().press(key)
        assert chosen_count(opened) == count
        opened.settle()
        assert_shows(opened, best_frames(count, jump))


def test_every_step_of_a_drag_leads_to_its_picture(opened: Any) -> None:
    """Also the quick picture under the hand, before the curves are fitted as well as can be."""
    opened.page.evaluate("studio.playhead.set(90)")
    box = opened.slider().bounding_box()
    seen = set()
    opened.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    opened.page.mouse.down()
    for share in np.random.default_rng(5).uniform(0.02, 0.98, 25):
        opened.page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        count = chosen_count(opened)
        opened.page.evaluate(STEPPED, [count, 20_000])
        assert_shows(opened, best_frames(count, jump))
        seen.add(count)
    opened.page.mouse.up()
    assert len(seen) > 15
    assert len(opened.js("studio.history.past.get().done.map((one) => one.label)")) == 1
    opened.settle()
    assert_shows(opened, best_frames(chosen_count(opened), jump))


def test_the_final_keys_are_the_librarys_to_the_last_digit(opened: Any) -> None:
    opened.fill(COUNT, "20")
    opened.settle()
    library = jump(keys=20)
    assert_shows(opened, list(numbered(library.animation)))
    for part in ("values", "left", "right"):
        assert np.array_equal(opened.numbers(f"studio.shownKeys().{part}"), flat(library.animation, part)), part
    evaluation = opened.js(
        "(({ max_cm, mean_cm, worst_joint }) => [max_cm, mean_cm, worst_joint])(studio.evaluation())"
    )
    assert evaluation == [100 * library.error.max_m, 100 * library.error.mean_m, library.error.worst_joint]
    assert opened.page.get_by_text(f"{100 * library.error.max_m:.2f} cm").first.is_visible()
    drawn = opened.drawn("dopesheet", "classes")
    assert drawn == list(library.animation.key_classes())


def test_the_curve_of_the_space_is_the_librarys(opened: Any) -> None:
    space = space_of(jump)
    counts = [int(count) for count in opened.numbers("studio.results.get().space.counts")]
    assert counts == list(range(2, jump().motion.n_frames + 1))
    assert [len(space.selection(count).frames) for count in (2, 37, 140)] == [2, 37, 140]
    errors = opened.numbers("studio.results.get().space.errors_cm")
    expected = [100.0 * space.error(count) for count in counts]
    assert np.allclose(errors, expected, rtol=1e-6)


def test_a_promised_error_is_kept_with_the_librarys_keys(opened: Any) -> None:
    opened.choose_by("Error")
    opened.fill("No joint farther off than", "3")
    opened.settle()
    library = reduce_motion(jump().motion, ReduceOptions(error_m=0.03))
    assert opened.key_frames() == list(library.animation.key_numbers())
    assert opened.js("studio.evaluation().max_cm") <= 3.0


def test_the_first_hint_is_read_once_and_covers_nothing(server: Any, open_studio: Any) -> None:
    studio = open_studio(server)
    studio.js("studio.setPreferences({ knowsSlider: false })")
    studio.open_jump()
    hint = studio.page.locator(".first-hint")
    hint.wait_for()
    slider, box = studio.page.locator(".count-slider").bounding_box(), hint.bounding_box()
    assert box["y"] + box["height"] <= slider["y"]
    assert "Red" in hint.inner_text()
    hint.get_by_role("button", name="Got it").click()
    hint.wait_for(state="detached")
    again = open_studio(server)
    again.js("studio.preferences.get().knowsSlider || new Promise((done) => setTimeout(done, 1500))")
    another = open_studio(server)
    another.open_jump()
    assert another.page.locator(".first-hint").count() == 0


def test_three_layers_with_their_own_controls(opened: Any) -> None:
    library = jump()
    assert library.blocking is not None
    assert opened.numbers("studio.results.get().chosen.layers") == list(library.blocking.layer_of)
    cards = (("Knots", "key"), ("Extremes", "keypose"), ("Breakdowns", "breakdown"))
    for place, (name, kind) in enumerate(cards, start=1):
        count = list(library.blocking.layer_of).count(place)
        assert opened.page.locator("button", has_text=name).filter(has_text=f"{count} {kind}").first.is_visible()
    in_layers = [list(library.blocking.layer_of).count(place) for place in (1, 2, 3)]
    words = opened.page.locator(".result .line").first.inner_text()
    assert f"{sum(in_layers[:2])} keypose" in words
    opened.page.locator("button", has_text="Breakdowns").first.click()
    for name in ("Never earns a key", "May be missed"):
        opened.page.get_by_role("textbox", name=name).last.fill("0.5")
        opened.page.get_by_role("textbox", name=name).last.press("Enter")
        opened.settle()
    layers = opened.js("studio.document.get().choice.layers.map((layer) => [layer.floor_cm, layer.accuracy])")
    assert layers[2] == [0.5, 0.005]
    more = opened.key_frames()
    assert len(more) > len(library.selection.frames)
    assert "breakdown" in opened.page.locator(".result .line").first.inner_text()
    opened.page.get_by_label("Preset").select_option("thesis")
    opened.settle()
    thesis = reduce_motion(library.motion, ReduceOptions(layers=THESIS_LAYERS))
    assert_shows(opened, list(thesis.animation.key_numbers()))
    opened.page.keyboard.press("Control+z")
    opened.settle()
    assert opened.key_frames() == more


def test_the_command_line_that_is_offered_gives_the_same_keys(opened: Any, tmp_path: Any) -> None:
    import shlex

    from typer.testing import CliRunner

    from clips import jump_bytes
    from unbake import KeyedAnimation, load
    from unbake.cli.main import app

    opened.fill(COUNT, "15")
    opened.settle()
    words = shlex.split(opened.js("studio.results.get().chosen.command"))
    assert words[:2] == ["unbake", "reduce"]
    (tmp_path / "clip.bvh").write_bytes(jump_bytes())
    words[2], words[words.index("-o") + 1] = str(tmp_path / "clip.bvh"), str(tmp_path / "keys.json")
    done = CliRunner().invoke(app, words[1:])
    assert done.exit_code == 0, done.output
    animation = load(tmp_path / "keys.json")
    assert isinstance(animation, KeyedAnimation)
    assert list(animation.key_numbers()) == opened.key_frames()
