"""The studio as a test uses it: what a person can press, and what the page says that it shows."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clips import jump_bytes
from studio.browser.serving import StudioServer
from studio.browser.watching import Watch

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

COUNT = "How many keys"
"""The field for the number of keys."""

SETTLED = """async () => {
  await studio.settle();
  // What edited keys lead to is asked for after the edit.
  const isReady = () => studio.results.get().space && studio.results.get().evaluation && !studio.busy.get()
    && studio.deriving.evaluations.isIdle;
  while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 20));
}"""
PATIENCE_S = 20.0
PAINTED = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))"
REMEMBERED = f"""async () => {{
  await ({PAINTED})();
  for (const write of studio.unwritten) write();
  return JSON.stringify(studio.view.get());
}}"""
LEFT = """JSON.stringify({
  document: studio.document.get(), past: studio.history.past.get(),
  view: studio.view.get(), playhead: studio.playhead.get(), clip: studio.clip.get().name,
}, (_, value) => ArrayBuffer.isView(value) ? [...value] : value)"""
"""As text: a browser hands over large objects number by number."""


PRISTINE = """(name) => {
  window.pristine = {
    name, clip: studio.clip.get(), document: studio.document.get(), view: studio.view.get(),
    playhead: studio.playhead.get(),
  };
}"""
RENEWED = """async (name) => {
  const { pristine } = window;
  if (pristine?.name !== name || pristine.clip !== studio.clip.get()) return false;
  await studio.commands.earlier();
  studio.playback.stop();
  studio.dialog.set(null);
  studio.results.patch({ handled: null });
  studio.history.reset(pristine.document);
  studio.view.set(pristine.view);
  studio.playhead.set(pristine.playhead);
  studio.projectPath.set(null);
  studio.saving.opened(false);
  studio.area.set(undefined);
  studio.notices.set([]);
  document.activeElement?.blur();
  return true;
}"""
"""Going back to a clip as it was opened costs a moment; to open it once more, the processor seconds of both cores."""
UNDRAWN = """
for (const name of ["clear", "drawElements", "drawElementsInstanced", "drawArrays", "drawArraysInstanced",
  "blitFramebuffer", "readPixels"]) WebGL2RenderingContext.prototype[name] = () => {};
"""
"""Figures are posed, lit and told of as ever, only their pixels are left out: a processor draws them, and that is a
quarter of all that a test costs."""
START = """() => {
  studio.playback.stop();
  studio.deriving.forget();
  studio.saving.opened(false);
  studio.dialog.set(null);
  studio.clip.set(null);
  studio.notices.set([]);
}"""


class Studio:
    """One page of a studio.

    Parameters
    ----------
    page : a new one.
    server : whose page it is to be.
    is_drawn : whether the viewport has pixels.
    """

    def __init__(self, page: Page, server: StudioServer, is_drawn: bool = True) -> None:
        self.page = page
        self.server = server
        self.is_drawn = is_drawn
        if not is_drawn:
            page.add_init_script(UNDRAWN)
        self.watch = Watch(page, server.origin)
        page.set_default_timeout(1000 * PATIENCE_S)
        page.goto(server.address)
        self.wait_until("window.studio?.welcome.get()")

    def js(self, expression: str) -> Any:
        """Return what an expression about `studio`, the page's controller, comes to."""
        return self.page.evaluate(expression)

    def wait_until(self, expression: str, patience_s: float = 2 * PATIENCE_S) -> None:
        """Wait until an expression about the page is true."""
        # Not Playwright's own way: it makes code of strings in the page, which the policy forbids, as it should.
        deadline = time.monotonic() + patience_s
        while not self.page.evaluate(f"() => Boolean({expression})"):
            assert not self.watch.errors, self.watch.errors
            assert time.monotonic() < deadline, f"not within {patience_s:g} s: {expression}"
            self.page.wait_for_timeout(20)

    def numbers(self, expression: str) -> list[float]:
        """Return an array of the page's, typed or not."""
        return list(self.page.evaluate(f"[...({expression})]"))

    def button(self, name: str) -> Locator:
        """Return the button with this name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def settle(self) -> None:
        """Wait until the page shows the best fit of what was asked for, painted."""
        self.page.evaluate(SETTLED)
        self.page.evaluate(PAINTED)

    @contextmanager
    def edit(self) -> Iterator[None]:
        """Do something inside that changes the document, and wait until it has: some edits are the server's."""
        before = self.js("studio.history.past.get().done.length")
        yield
        self.wait_until(f"studio.history.past.get().done.length > {before}")
        self.settle()

    def rest(self) -> None:
        """Wait until pictures no longer change what is looked at, and let it be remembered as it is.

        The page remembers a camera when it has rested for a while, or when it is saved.
        """
        deadline = time.monotonic() + PATIENCE_S
        before = None
        while before != (before := self.page.evaluate(REMEMBERED)):
            assert time.monotonic() < deadline, "the view does not come to rest"

    def press(self, *chords: str) -> None:
        """Press keys, wherever the focus is."""
        for chord in chords:
            self.page.keyboard.press(chord)

    def wait_for_clip(self) -> None:
        """Wait for a clip that was opened, and for its first keys."""
        self.wait_until("studio.clip.get() && studio.shownKeys()")
        self.settle()

    def open_packaged(self) -> None:
        """Open the clip that comes with the package, from the start screen."""
        if not self._renew("packaged"):
            self.page.get_by_role("button", name="comes with the package").click()
            self._opened("packaged")

    def open_jump(self) -> None:
        """Open a short part of that clip, for what does not depend on its length."""
        if not self._renew("jump"):
            file = {"name": "jump.bvh", "mimeType": "text/plain", "buffer": jump_bytes()}
            self.page.get_by_label("Files to open").set_input_files(file)
            self._opened("jump")

    def _renew(self, name: str) -> bool:
        """Return whether this clip is open already, and is now as it was then; otherwise go to the start screen."""
        self.page.mouse.move(0, 0)
        self.press("Escape", "Escape")  # ends what a hand has begun, such as scaling keys
        if self.page.evaluate(RENEWED, name):
            self.settle()
            return True
        self.start_screen()
        return False

    def start_screen(self) -> None:
        """Go back to the start screen."""
        if self.js("studio.clip.get() !== null"):
            self.page.evaluate(START)

    def _opened(self, name: str) -> None:
        self.wait_for_clip()
        self.page.evaluate(PRISTINE, name)

    def choose_by(self, way: str) -> None:
        """Choose the way in which the number of keys is decided."""
        self.page.get_by_role("group", name="How to choose").get_by_text(way, exact=True).click()
        self.settle()

    def menu(self, menu: str, entry: str) -> None:
        """Choose an entry of the menu bar; an entry's name may go on."""
        self.page.get_by_role("menubar").get_by_role("menuitem", name=menu, exact=True).click()
        self.page.locator("[role=menu] [role^=menuitem]", has_text=entry).first.click()

    def slider(self, name: str = "Number of keys") -> Locator:
        """Return a slider."""
        return self.page.get_by_role("slider", name=name, exact=True)

    def field(self, name: str) -> Locator:
        """Return a field to type in."""
        return self.page.get_by_role("textbox", name=name, exact=True)

    def fill(self, name: str, text: str) -> None:
        """Type into a field and take it over."""
        self.field(name).fill(text)
        self.field(name).press("Enter")

    def left(self) -> Any:
        """Return everything that a project keeps, comparable."""
        return json.loads(self.js(LEFT))

    def tab(self, name: str) -> None:
        """Bring a view to the front."""
        self.page.get_by_role("tab", name=name, exact=True).click()

    def drawn(self, area: str, what: str) -> list[str]:
        """Return, word by word, what the picture in an area says that it shows, such as its `keys`."""
        self.page.evaluate(PAINTED)
        found = self.page.locator(f"[data-area={area}] canvas[data-{what}]").first.get_attribute(f"data-{what}")
        return (found or "").split()

    def frames_drawn(self, area: str, what: str) -> list[int]:
        """Return frames that the picture in an area says that it shows."""
        return [int(word) for word in self.drawn(area, what)]

    def key_frames(self) -> list[int]:
        """Return the frames of the keys that are seen."""
        return [int(frame) for frame in self.numbers("studio.shownKeys().frames")]

    def notices(self) -> list[str]:
        """Return the texts of the notices on the page."""
        return [str(text) for text in self.js("studio.notices.get().map((notice) => notice.text)")]

    def picture(self, file: Path) -> None:
        """Write what is seen to a PNG file."""
        self.page.screenshot(path=file)
