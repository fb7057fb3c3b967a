"""Playblasts, judged by other people's readers: ffprobe and ffmpeg for video, Pillow for GIF."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytestmark = pytest.mark.pictures

FIRST, LAST = 90, 113
RATE = 120
needs_ffmpeg = pytest.mark.skipif(
    shutil.which("ffprobe") is None or shutil.which("ffmpeg") is None, reason="needs ffmpeg and ffprobe on the path"
)


@pytest.fixture
def clip(studio: Any) -> Any:
    """A short part of a clip in a small viewport: what is tested is the same in a large one."""
    studio.page.set_viewport_size({"width": 900, "height": 620})
    studio.open_jump()
    settings = f"{{ ...studio.document.get().settings, first: {FIRST}, last: {LAST} }}"
    studio.js(f"studio.change('Range', {{ settings: {settings} }})")
    studio.settle()
    return studio


def record(studio: Any, file: Path, size: str = "as seen", overlay: bool = True) -> Any:
    """Ask for a playblast as a person does, and return the dialog."""
    studio.press("Control+Shift+E")
    dialog = studio.page.get_by_role("dialog")
    dialog.get_by_role("group", name="Format").get_by_text(file.suffix[1:].upper(), exact=True).click()
    dialog.get_by_role("group", name="Size").get_by_text(size, exact=True).click()
    dialog.get_by_role("checkbox", name="Name, frame and keys").set_checked(overlay)
    dialog.get_by_role("textbox", name="File").fill(str(file))
    dialog.get_by_role("button", name="Record").click()
    return dialog


def wait_for(studio: Any, file: Path) -> None:
    studio.wait_until("!document.querySelector('dialog[open]') || document.querySelector('dialog .problem')", 240)
    assert studio.page.locator("dialog .problem").all_inner_texts() == []
    assert file.is_file()
    assert any(str(file) in text for text in studio.notices())


def seen_size(studio: Any) -> tuple[int, int]:
    """Return the size of the viewport in pixels, even ones."""
    box = studio.page.locator(".viewport-canvas").bounding_box()
    return int(box["width"]) // 2 * 2, int(box["height"]) // 2 * 2


def middle(pictures: np.ndarray) -> np.ndarray:
    """Return grey pictures without their edges, where the overlay is."""
    grey = pictures.astype(float).mean(axis=3)
    _, high, _ = grey.shape
    return grey[:, high // 8 : high * 13 // 16]


def changes(pictures: np.ndarray) -> np.ndarray:
    """Return how much each picture differs from the one before."""
    return np.abs(np.diff(middle(pictures), axis=0)).mean(axis=(1, 2))


def film_of(file: Path, width: int, height: int) -> np.ndarray:
    """Return the pictures of a video, as ffmpeg decodes them."""
    command = ["ffmpeg", "-v", "error", "-i", str(file), "-f", "rawvideo", "-pix_fmt", "rgb24", "-vsync", "passthrough"]
    raw = subprocess.run([*command, "-"], check=True, capture_output=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, height, width, 3)


@needs_ffmpeg
def test_a_video_has_every_frame_once_at_the_rate_of_the_clip(clip: Any, tmp_path: Path) -> None:
    file = clip.server.folder / f"{tmp_path.name}.mp4"
    clip.js("studio.view.patch({ isStepped: false })")
    width, height = seen_size(clip)
    record(clip, file)
    wait_for(clip, file)
    wanted = "stream=codec_name,width,height,avg_frame_rate,nb_read_frames:format=duration"
    command = ["ffprobe", "-v", "error", "-count_frames", "-show_entries", wanted, "-of", "json", str(file)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    stream = found["streams"][0]
    assert stream["codec_name"] == "h264"
    assert (stream["width"], stream["height"]) == (width, height)
    assert stream["avg_frame_rate"] == f"{RATE}/1"
    assert int(stream["nb_read_frames"]) == LAST - FIRST + 1
    assert float(found["format"]["duration"]) == pytest.approx((LAST - FIRST + 1) / RATE, abs=0.002)
    assert (changes(film_of(file, width, height)) > 0.05).all(), "the figure moves in every frame"


@needs_ffmpeg
def test_a_stepped_video_changes_where_the_keys_are(clip: Any, tmp_path: Path) -> None:
    file = clip.server.folder / f"{tmp_path.name}.mp4"
    clip.js("studio.change('Keys', { choice: { ...studio.document.get().choice, by: 'count', keys: 6 } })")
    clip.settle()
    clip.js("studio.view.patch({ isStepped: true })")
    look = "{ ...studio.view.get().viewport, figures: 'result', hasGhosts: false }"
    clip.js(f"studio.view.patch({{ viewport: {look} }})")
    width, height = seen_size(clip)
    record(clip, file, overlay=False)
    wait_for(clip, file)
    moved = changes(film_of(file, width, height))
    keys = [key - FIRST - 1 for key in clip.key_frames() if FIRST < key <= LAST]
    assert len(keys) >= 2
    others = np.delete(moved, keys)
    assert moved[keys].min() > 3 * others.max()


def test_a_gif_keeps_its_time_with_fewer_pictures(clip: Any, tmp_path: Path) -> None:
    file = clip.server.folder / f"{tmp_path.name}.gif"
    clip.js("studio.view.patch({ isStepped: false })")
    record(clip, file)
    wait_for(clip, file)
    with Image.open(file) as gif:
        assert gif.size == seen_size(clip)
        assert gif.n_frames == len(range(FIRST, LAST + 1, 3))
        assert gif.info["loop"] == 0
        pictures, delays = [], []
        for number in range(gif.n_frames):
            gif.seek(number)
            delays.append(gif.info["duration"])
            pictures.append(np.array(gif.convert("RGB")))
    assert min(delays) >= 20
    assert sum(delays) == pytest.approx(1000 * (LAST - FIRST + 1) / RATE, abs=10)
    assert (changes(np.array(pictures)) > 0.05).all()


def test_the_page_is_as_it_was_afterwards(clip: Any, tmp_path: Path) -> None:
    file = clip.server.folder / f"{tmp_path.name}.gif"
    clip.js("studio.playhead.set(100)")
    clip.rest()
    before = clip.left()
    record(clip, file)
    wait_for(clip, file)
    clip.rest()
    assert clip.left() == before
    assert clip.drawn("viewport", "frame") == ["100"]


def test_a_recording_is_stopped_and_leaves_nothing(clip: Any, tmp_path: Path) -> None:
    file = clip.server.folder / f"{tmp_path.name}.mp4"
    dialog = record(clip, file, size="1080p")
    dialog.get_by_role("progressbar").wait_for()
    dialog.get_by_role("button", name="Cancel").click()
    dialog.get_by_role("button", name="Record").and_(clip.page.locator(":enabled")).wait_for()
    assert dialog.locator(".problem").count() == 0
    assert not file.exists()


def test_a_file_that_is_there_is_replaced_only_when_asked_and_without_another_recording(
    clip: Any, tmp_path: Path
) -> None:
    file = clip.server.folder / f"{tmp_path.name}.gif"
    file.write_text("somebody's")
    dialog = record(clip, file)
    dialog.get_by_role("button", name="Replace it").wait_for(timeout=240_000)
    assert file.read_text() == "somebody's"
    dialog.get_by_text("There is a file of this name already.").wait_for()
    clip.js("void (studio.playback.stop = () => { throw new Error('recorded again') })")
    dialog.get_by_role("button", name="Replace it").click()
    clip.wait_until("!document.querySelector('dialog[open]')")
    assert file.read_bytes()[:6] == b"GIF89a"
    clip.js("delete studio.playback.stop")  # the page is the next test's, too


def test_a_place_that_may_not_be_written_to_is_said_and_the_film_is_kept(clip: Any, tmp_path: Path) -> None:
    dialog = record(clip, Path("/nowhere/film.gif"))
    dialog.locator(".problem", has_text="the studio writes only to").wait_for(timeout=240_000)
    with clip.page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    download.value.save_as(tmp_path / "film.gif")
    with Image.open(tmp_path / "film.gif") as gif:
        assert gif.n_frames == 8
