"""Another site, open in the same browser, can neither use the studio nor look into it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

TRIALS = """
async ([origin, token]) => {
  const socket = (protocols) => new Promise((resolve) => {
    const socket = new WebSocket(origin.replace("http", "ws") + "/socket", protocols);
    socket.onopen = () => resolve("open");
    socket.onclose = () => resolve("closed");
  });
  const asked = async (path, options) => {
    try {
      const answer = await fetch(origin + path, options);
      return answer.type === "opaque" ? "opaque" : `${answer.status} ${await answer.text()}`;
    } catch { return "blocked"; }
  };
  const element = (make) => new Promise((resolve) => {
    const made = make();
    made.onload = () => resolve("loaded");
    made.onerror = () => resolve("blocked");
    document.body.append(made);
  });
  const authorised = { Authorization: `Bearer ${token}` };
  return {
    socket: await socket([]),
    socketGuessing: await socket(["unbake", "guess"]),
    socketKnowing: await socket(["unbake", token]),
    upload: await asked("/upload?name=a.bvh", { method: "PUT", body: "x" }),
    uploadKnowing: await asked("/upload?name=a.bvh", { method: "PUT", body: "x", headers: authorised }),
    post: await asked("/upload?name=a.bvh", { method: "POST", body: "x" }),
    read: await asked("/", {}),
    readBlind: await asked("/", { mode: "no-cors" }),
    script: await element(() => Object.assign(document.createElement("script"), { src: origin + SCRIPT })),
    image: await element(() => Object.assign(document.createElement("img"), { src: origin + "/icon.svg" })),
  };
}
"""


@pytest.fixture(scope="module")
def server(start_server: Callable[..., Any]) -> Any:
    """Its own, which others attack."""
    return start_server()


@pytest.fixture
def studio(start_screen: Any) -> Any:
    """Each test begins on the start screen."""
    return start_screen


@pytest.fixture
def site() -> Iterator[int]:
    """The port of a site that is not the studio's."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title><body></body>")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    served = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    yield served.server_address[1]
    served.shutdown()
    thread.join()
    served.server_close()


@pytest.fixture
def elsewhere(studio: Any, site: int) -> Iterator[Callable[[str], Any]]:
    """Return a function that opens the other site by one of its names, beside the studio."""
    pages = []

    def go(host: str) -> Any:
        pages.append(studio.page.context.new_page())
        pages[-1].goto(f"http://{host}:{site}/")
        return pages[-1]

    yield go
    for page in pages:
        page.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_another_site_gets_nowhere(studio: Any, elsewhere: Callable[[str], Any], host: str) -> None:
    page = elsewhere(host)
    script = studio.page.locator("script[src]").first.evaluate("(one) => new URL(one.src).pathname")
    # It is given the token, which it cannot know, to show that the origin alone keeps it out.
    found = page.evaluate(TRIALS.replace("SCRIPT", json.dumps(script)), [studio.server.origin, studio.server.token])
    blind = found.pop("readBlind")
    assert blind in ("blocked", "opaque")
    assert set(found.items()) == {(trial, "closed" if trial.startswith("socket") else "blocked") for trial in found}, (
        found
    )
    assert studio.js("studio.isLost.get()") is False


def test_another_site_cannot_show_the_studio_in_itself(studio: Any, elsewhere: Callable[[str], Any]) -> None:
    page = elsewhere("127.0.0.1")
    for address in (studio.server.origin, studio.server.address):
        page.evaluate(
            """(address) => new Promise((resolve) => {
              const frame = document.createElement("iframe");
              frame.onload = resolve;
              frame.src = address;
              document.body.append(frame);
            })""",
            address,
        )
    assert [frame.url for frame in page.frames[1:]] == ["chrome-error://chromewebdata/"] * 2
    assert not any(frame.locator("#studio").count() for frame in page.frames[1:])


def test_the_token_alone_opens_the_studio(studio: Any, browser: Any) -> None:
    """A person who types the address without it gets a page that cannot do anything."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(studio.server.origin)
    page.locator("#studio > *").wait_for()
    while not page.evaluate("studio.isLost.get()"):
        page.wait_for_timeout(20)
    assert page.evaluate("studio.welcome.get()") is None
    context.close()


def test_the_token_does_not_stay_in_the_address(studio: Any) -> None:
    assert studio.server.token not in studio.page.url
    assert studio.page.evaluate("performance.getEntriesByType('navigation')[0].name") in (
        studio.server.origin + "/",
        studio.server.address,
    )


def test_the_judge_sees_a_request_elsewhere(open_studio: Callable[..., Any], server: Any, site: int) -> None:
    studio = open_studio(server)
    studio.page.evaluate(
        """(address) => new Promise((resolve) => {
          const image = new Image();
          image.onload = image.onerror = resolve;
          image.src = address;
        })""",
        f"http://127.0.0.1:{site}/picture.png",
    )
    studio.page.evaluate("console.error('of the judge')")
    found = "\n".join(studio.watch.faults())
    assert "of the judge" in found
    assert "picture.png" in found
    assert "policy: img-src" in found
    studio.watch.allow("of the judge|picture.png|img-src|Content Security Policy")
