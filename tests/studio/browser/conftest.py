"""One browser and one server for all tests of a worker; pages of a module or of one test, watched throughout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = (
    "--disable-background-networking",
    "--enable-unsafe-swiftshader",
)
SIZE = {"width": 1440, "height": 900}


def missing() -> str | None:
    """Return what the tests in the browser lack here."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "needs Playwright"
    # The client is always there: what tests has built it. Without it, they fail.
    return None if BROWSER else "needs Chromium or Chrome on the path"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Skip what cannot be done here, and say why; try once more what failed, and say so in the summary.

    A browser on a busy machine paints and answers when it can. What fails twice is broken.
    """
    reason = missing()
    if reason:
        item.add_marker(pytest.mark.skip(reason=reason))
    item.add_marker(pytest.mark.flaky(reruns=1))


OPENED = pytest.StashKey[tuple[Path, list[Any]]]()
"""Where pictures of a test go, and its pages."""
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Keep a picture of every page of a test that failed, and say where."""
    report = yield
    item.stash[FAILED] = report.failed
    if report.when in ("setup", "call") and report.failed:
        folder, opened = item.stash.get(OPENED, (Path(), []))
        for number, studio in enumerate(opened):
            if not studio.page.is_closed():
                said = file = folder / f"failed-{number}.png"
                try:
                    studio.picture(file)
                except Exception as gone:  # an error here would end the whole run
                    said = gone
                report.sections.append(("picture of the page", str(said)))
    return report


@pytest.fixture(scope="session")
def compiled_kernels() -> None:
    """All that the studio needs is in the cache: tests wait for pages, not for the compiler."""
    code = "from unbake.studio.server.choosing.warming import warm_up; warm_up()"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)


@pytest.fixture(scope="session")
def browser(compiled_kernels: None) -> Iterator[Any]:
    """Chromium without a window."""
    from playwright.sync_api import sync_playwright

    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = [*ARGUMENTS, *(["--no-sandbox"] if is_root else [])]
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=BROWSER, args=arguments)
        yield running
        running.close()


@pytest.fixture(scope="module")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Any]]:
    """Return a function that starts a server; they are ended with the module."""
    from studio.browser.serving import StudioServer

    running: list[StudioServer] = []

    def start(*arguments: str | Path, folder: Path | None = None, state: Path | None = None) -> StudioServer:
        folder = folder or tmp_path_factory.mktemp("studio")
        running.append(StudioServer(folder, *arguments, state=state or folder / ".state"))
        return running[-1]

    yield start
    for server in running:
        server.kill()


@pytest.fixture(scope="session")
def common_server(compiled_kernels: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server that modules share: to start one takes most of a second of a processor."""
    from studio.browser.serving import StudioServer

    folder = tmp_path_factory.mktemp("studio")
    running = StudioServer(folder, state=folder / ".state")
    yield running
    running.kill()


@pytest.fixture(scope="module")
def server(common_server: Any) -> Any:
    """A server without preferences and recent files; what one test of the module leaves is there in the next.

    Modules that look at what a server starts with, or at what it is told to open, have one of their own.
    """
    common_server.forget()
    return common_server


@pytest.fixture(scope="module")
def window(browser: Any) -> Iterator[Any]:
    """What the pages of a module share, as tabs do: the browser has read and compiled the client before.

    The client keeps nothing in it; each page's own token is the page's.
    """
    context = browser.new_context(viewport=SIZE)
    yield context
    context.close()


@pytest.fixture
def is_drawn(request: pytest.FixtureRequest) -> bool:
    """Whether pages of this test draw the figures: where someone looks at them, which `pictures` says."""
    return request.node.get_closest_marker("pictures") is not None or "UNBAKE_SCREENSHOTS" in os.environ


@pytest.fixture
def open_studio(
    browser: Any, window: Any, is_drawn: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a server's page; in the end nothing must have gone wrong in any of them."""
    from studio.browser.desk import Studio

    own: list[Any] = []
    opened: list[Studio] = []
    request.node.stash[OPENED] = tmp_path, opened

    def open_page(server: Any, **options: Any) -> Studio:
        context = window
        if options:
            context = browser.new_context(**{"viewport": SIZE, **options})
            own.append(context)
        opened.append(Studio(context.new_page(), server, is_drawn))
        return opened[-1]

    yield open_page
    faults = [fault for studio in opened for fault in studio.watch.faults()]
    for studio in opened:
        studio.page.close()
    for context in own:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def start_screen(server: Any, open_studio: Callable[..., Any]) -> Any:
    """The start screen of the studio, in a new page."""
    return open_studio(server)


PAGES = pytest.StashKey[dict[Any, Any]]()


@pytest.fixture
def page_of(
    tmp_path: Path, window: Any, is_drawn: bool, request: pytest.FixtureRequest
) -> Iterator[Callable[[Any], Any]]:
    """Return a function that gives the module's page of a server, as the test before left it.

    A test that fails takes its pages with it; one with pictures does not follow one without.
    """
    from studio.browser.desk import Studio

    kept = request.node.getparent(pytest.Module).stash.setdefault(PAGES, {})
    given: dict[Any, Studio] = {}
    request.node.stash[OPENED] = tmp_path, (opened := [])

    def page(server: Any) -> Studio:
        studio = kept.pop(server, None)
        if studio and studio.is_drawn != is_drawn:
            studio.page.close()
            studio = None
        given[server] = studio = studio or Studio(window.new_page(), server, is_drawn)
        opened.append(studio)
        studio.page.bring_to_front()  # others hardly paint
        studio.page.set_viewport_size(SIZE)
        return studio

    yield page
    faults = [fault for studio in given.values() for fault in studio.watch.faults()]
    for server, studio in given.items():
        if faults or request.node.stash[FAILED] or studio.page.is_closed():
            studio.page.close()
        else:
            kept[server] = studio
    assert not faults, "\n".join(faults)


@pytest.fixture
def studio(server: Any, page_of: Callable[[Any], Any]) -> Any:
    """The page of the module, as the test before left it: `open_packaged` and `open_jump` put it in order."""
    return page_of(server)
