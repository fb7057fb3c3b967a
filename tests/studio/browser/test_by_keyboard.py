"""Without a mouse: everything from the start screen to a saved project, by keys alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from studio.browser.library import best_frames
from studio.browser.seeing import is_focus_seen


def tab_to(studio: Any, selector: str, most: int = 150) -> None:
    """Press Tab until something has the focus, and check that it can be seen there."""
    for _ in range(most):
        if studio.page.evaluate("(selector) => document.activeElement?.matches(selector)", selector):
            assert is_focus_seen(studio), f"the focus cannot be seen on {selector}"
            return
        studio.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_from_the_start_to_a_saved_project(start_screen: Any, tmp_path: Path) -> None:
    studio = start_screen
    tab_to(studio, "button.packaged")
    studio.press("Enter")
    studio.wait_for_clip()

    start = len(studio.key_frames())
    tab_to(studio, "input[type=range][aria-label='Number of keys']")
    studio.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    studio.settle()
    assert studio.key_frames() == best_frames(start + 2)

    tab_to(studio, "[role=slider][aria-label=Playhead]")
    studio.press("Shift+ArrowLeft", *["ArrowRight"] * 5)
    tab_to(studio, "[data-area=dopesheet] [tabindex='0']")
    before = studio.key_frames()
    with studio.edit():
        studio.press("i")
    assert studio.key_frames() == sorted({*before, 6})
    studio.press("Control+z")
    studio.settle()
    assert studio.key_frames() == before

    studio.press("Control+s")
    studio.page.get_by_role("dialog", name="Save project").wait_for()
    studio.press("Control+a")
    file = studio.server.folder / f"{tmp_path.name}.unbake"
    studio.page.keyboard.type(str(file))
    studio.press("Enter")
    studio.wait_until("!studio.dialog.get() && !studio.saving.isUnsaved.get()")
    assert file.is_file()


def test_the_menus(studio: Any) -> None:
    studio.open_jump()
    studio.press("F10")
    assert studio.page.evaluate("document.activeElement.closest('[role=menubar]') !== null")
    studio.press("ArrowDown")
    menu = studio.page.get_by_role("menu").first
    assert menu.is_visible()
    studio.press("ArrowRight")
    assert studio.page.evaluate("document.activeElement.closest('[role=menu]') !== null")
    studio.press("Escape", "Escape")
    assert studio.page.get_by_role("menu").count() == 0
    studio.press("F1")
    studio.page.locator("dialog[open]").wait_for()
    studio.press("Escape")
    studio.page.locator("dialog[open]").wait_for(state="detached")


def test_the_focus_comes_back_from_what_was_in_front(studio: Any) -> None:
    studio.open_jump()
    search = studio.page.get_by_role("searchbox", name="Search joints and channels")
    for chord in ("F1", "Control+s", "Control+,"):
        search.focus()
        studio.press(chord)
        studio.page.locator("dialog[open]").wait_for()
        studio.press("Escape")
        studio.page.locator("dialog[open]").wait_for(state="detached")
        assert search.evaluate("(one) => one === document.activeElement"), chord
    snap = studio.button("What to snap to")
    snap.focus()
    studio.press("Enter")
    studio.page.get_by_role("menu", name="Snap to").wait_for()
    studio.press("Escape")
    assert snap.evaluate("(one) => one === document.activeElement")


def test_arrows_go_on_in_a_menu_that_the_mouse_opened(studio: Any) -> None:
    studio.open_jump()
    studio.page.get_by_role("menubar").get_by_role("menuitem", name="View", exact=True).click()
    studio.press("ArrowDown")
    items = studio.page.get_by_role("menu", name="View").locator("[role^=menuitem]")
    assert items.nth(1).evaluate("(one) => one === document.activeElement")
    studio.press("Escape", "Escape")


def test_time_and_views(studio: Any) -> None:
    studio.open_jump()
    studio.press("ArrowRight", "ArrowRight")
    assert studio.js("studio.playhead.get()") == 3
    studio.press("ArrowUp")
    assert studio.js("studio.playhead.get()") == studio.key_frames()[1]
    studio.press("Shift+ArrowRight")
    assert studio.js("studio.playhead.get()") == 140
    studio.press("Space")
    studio.wait_until("studio.isPlaying.get() && studio.playhead.get() < 140")
    studio.press("Space")
    assert studio.js("studio.isPlaying.get()") is False
    assert studio.drawn("viewport", "frame") == [str(studio.js("studio.playhead.get()"))]


def test_a_view_that_was_chosen_by_its_tab_has_the_keys(studio: Any) -> None:
    studio.open_jump()
    studio.tab("Graph editor")
    assert studio.js("studio.area.get()") == "graph"
    studio.press("ArrowRight")
    assert studio.js("studio.playhead.get()") == 2
    assert studio.js("studio.view.get().tabs.bottom") == "graph"
    # Whoever came to the tab by keys goes on from tab to tab.
    studio.page.locator("[data-tab=graph]").focus()
    studio.press("ArrowLeft")
    assert studio.js("[studio.area.get(), studio.view.get().tabs.bottom]") == ["dopesheet", "dopesheet"]
    assert studio.js("studio.playhead.get()") == 2


def test_nothing_on_the_page_is_out_of_reach(studio: Any) -> None:
    """Every control that a mouse can press has the focus at some point of the way around with Tab."""
    studio.open_jump()
    studio.page.evaluate("document.activeElement.blur()")
    reached: set[str] = set()
    for _ in range(200):
        studio.press("Tab")
        place = studio.page.evaluate(
            """(() => {
              const one = document.activeElement;
              one.dataset.reached = "";
              // Arrow keys lead on inside these.
              const group = one.closest("[role=menubar], [role=tablist], [role=tree], [role=radiogroup], fieldset");
              for (const other of group?.querySelectorAll("button, input, [role]") ?? []) other.dataset.reached = "";
              return one === document.body ? "" : one.outerHTML;
            })()"""
        )
        if place and place in reached and len(reached) > 40:
            break
        reached.add(place)
    missed = studio.page.evaluate(
        """[...document.querySelectorAll("button, input, select, canvas[tabindex]")]
          .filter((one) => one.checkVisibility() && !one.disabled && !("reached" in one.dataset))
          .filter((one) => one.type !== "radio")
          .map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert missed == []


def test_every_control_has_a_name(studio: Any) -> None:
    """And a button whose text can be read says it in its name, by which it is called by voice."""
    studio.open_jump()
    for view in ("Dopesheet", "Graph editor", "Feet"):
        studio.tab(view)
        unsaid = studio.page.evaluate(
            """[...document.querySelectorAll("button[aria-label]")]
              .filter((one) => one.checkVisibility() && one.innerText.trim().length > 1)
              .filter((one) => !` ${one.ariaLabel} `.toLowerCase().includes(` ${one.innerText.trim().toLowerCase()} `))
              .map((one) => `${one.innerText}: ${one.ariaLabel}`)"""
        )
        assert unsaid == []
        nameless = studio.page.evaluate(
            """[...document.querySelectorAll("button, input, select, textarea, canvas[tabindex], [role=slider]")]
              .filter((one) => one.checkVisibility())
              .filter((one) => !(one.getAttribute("aria-label") || one.getAttribute("aria-labelledby")
                || one.labels?.length || one.textContent.trim() || one.title))
              .map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert nameless == []
        # A list of tabs holds nothing else, and what is not at an edge of the page is its main part.
        assert studio.page.evaluate("document.querySelectorAll('[role=tablist] > :not([role=tab])').length") == 0
        assert studio.page.get_by_role("main").count() == 1
        headings = studio.js("[...document.querySelectorAll('h1, h2')].map((one) => one.tagName + ' ' + one.innerText)")
        assert headings == [f"H1 {studio.js('studio.clip.get().name')}", "H2 Channels", "H2 Selection", "H2 Result"]
