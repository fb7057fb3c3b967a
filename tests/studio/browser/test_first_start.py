"""The first start of an installation, whose kernels are not compiled yet: what it is busy with is said, and how far."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studio.browser.serving import StudioServer

PATIENCE_S = 600.0
"""Compiling takes about forty seconds of one processor; others may want it too."""

WATCHED = """() => {
  window.seen = { parts: [], texts: new Set(), waiting: new Set() };
  const look = () => {
    const bar = document.querySelector("progress[aria-label=Compiling]");
    if (bar) {
      window.seen.parts.push(bar.position);
      window.seen.texts.add(bar.parentElement.innerText.trim());
    }
    const waiting = document.querySelector(".space-chart.waiting");
    if (waiting) window.seen.waiting.add(waiting.innerText);
    const count = document.querySelector(".choice-headline input");
    if (count) window.seen.texts.add(`count: ${count.value}`);
    if (!studio.shownKeys() && /\\b0 (keys|keyposes|breakdowns)/.test(document.body.innerText))
      window.seen.texts.add("no keys before there is an answer");
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def studio(start_screen: Any) -> Any:
    """Each test begins on the start screen."""
    return start_screen


def test_compiling_is_said_once_with_a_bar_that_moves(tmp_path: Path, open_studio: Callable[..., Any]) -> None:
    cache = tmp_path / "cache"
    quickly = {"NUMBA_CACHE_DIR": str(cache), "NUMBA_OPT": "0"}  # in two thirds of the time
    server = StudioServer(tmp_path / "work", state=tmp_path / "state", environment=quickly)
    try:
        studio = open_studio(server)
        studio.page.evaluate(WATCHED)
        studio.page.get_by_role("button", name="comes with the package").click()
        studio.wait_until("studio.clip.get() && studio.shownKeys()", PATIENCE_S)
        studio.wait_until("studio.compiled.get() === null", PATIENCE_S)
        studio.settle()
        seen = studio.js("({ ...window.seen, texts: [...window.seen.texts], waiting: [...window.seen.waiting] })")
        assert "Compiling, once for this installation" in seen["texts"]
        parts = seen["parts"]
        assert parts == sorted(parts)
        assert len(set(parts)) >= 10
        # The count of kernels in `warming` is right: the bar is neither full too early, nor far from full in the end.
        assert 0.9 <= parts[-1] <= 1.0
        assert parts.count(1.0) < len(parts) / 10
        assert "count: 0" not in seen["texts"]
        assert "no keys before there is an answer" not in seen["texts"]
        assert "Compiling once: later starts are quick." in seen["waiting"]
    finally:
        server.kill()


def test_a_start_with_compiled_kernels_says_nothing_of_it(studio: Any) -> None:
    studio.page.evaluate(WATCHED)
    studio.open_packaged()
    studio.wait_until("studio.compiled.get() === null")
    assert studio.js("window.seen.parts") == []
    assert studio.js("[...window.seen.texts]") != ["count: 0"]
