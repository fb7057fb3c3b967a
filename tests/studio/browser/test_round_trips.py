"""After each single kind of edit: the project, opened by another server in another page, is as it was left, and its
undo leads to where the edit began."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from studio.browser.desk import COUNT, LEFT, PAINTED, PATIENCE_S
from studio.browser.test_curves import CHANNEL, Graph, column

Edit = tuple[str, Callable[[Any], None]]

SAVED = f"""async (path) => {{
  const saving = studio.saving.save(path, true);
  const left = {LEFT};
  return [await saving, left];
}}"""
"""What is left is read in the moment in which it is saved; the camera may still be on its way before."""

SEEN = """(() => {
  const { document, evaluation, keys } = { document: studio.document.get(), evaluation: studio.evaluation(),
    keys: studio.shownKeys() };
  const sum = (numbers) => numbers.reduce((total, one, n) => total + one * (1 + (n % 89)), 0);
  return JSON.stringify({ document, keys, positions: sum(evaluation.positions),
    rotations: sum(evaluation.rotations),
    worst: [evaluation.max_cm.toFixed(9), evaluation.worst_joint, evaluation.worst_frame] },
    (_, value) => ArrayBuffer.isView(value) ? [...value] : value);
})()"""


def press(*chords: str) -> Callable[[Any], None]:
    return lambda studio: studio.press(*chords)


def at_free_frame(chord: str) -> Callable[[Any], None]:
    """Do something with the playhead where there is no key."""

    def do(studio: Any) -> None:
        frames = studio.key_frames()
        free = next(one + 3 for one, other in pairwise(frames) if other - one > 8)
        studio.page.evaluate(f"studio.playhead.set({free})")
        studio.press(chord)

    return do


def fill(name: str, text: str) -> Callable[[Any], None]:
    return lambda studio: studio.fill(name, text)


def select(name: str, option: str) -> Callable[[Any], None]:
    return lambda studio: studio.page.get_by_label(name, exact=True).select_option(option)


def choose(group: str, option: str) -> Callable[[Any], None]:
    return lambda studio: studio.page.get_by_role("group", name=group).get_by_text(option, exact=True).click()


def dragged(by: tuple[float, float], handle: bool = False) -> Callable[[Any], None]:
    """Drag the selected key in the graph editor, or its right handle."""

    def do(studio: Any) -> None:
        graph, key = Graph(studio), selected_row(studio)
        frame, value = studio.key_frames()[key], column(studio)[key]
        start = graph.spot(*column(studio, "right")[key]) if handle else graph.spot(frame, value)
        mouse = studio.page.mouse
        mouse.move(*start)
        mouse.down()
        for part in (0.3, 1.0):
            mouse.move(start[0] + part * by[0], start[1] + part * by[1])
        mouse.up()

    return do


def selected_row(studio: Any) -> int:
    return studio.key_frames().index(studio.js("studio.view.get().selectedKeys[0]"))


def unfold(studio: Any, title: str) -> None:
    button = studio.page.locator(".fold-title", has_text=title).first
    if button.get_attribute("aria-expanded") == "false":
        button.click()


def in_graph(studio: Any) -> None:
    """Show one channel in the graph editor, with one key selected and the pointer there."""
    studio.page.locator(f"[data-row=channel-{CHANNEL}]").click()
    studio.tab("Graph editor")
    studio.page.mouse.move(5, 5)
    graph, frame = Graph(studio), studio.key_frames()[4]
    studio.page.mouse.click(*graph.spot(frame, column(studio)[4]))
    assert studio.drawn("graph", "selected") == [f"{frame}:{CHANNEL}"]


def in_dopesheet(studio: Any) -> None:
    in_graph(studio)
    studio.tab("Dopesheet")
    studio.page.locator("[data-area=dopesheet] canvas").first.hover()


def by_count(studio: Any) -> None:
    """Choose a count, so that what counts decides about the keys."""
    studio.fill(COUNT, "12")
    studio.settle()
    for title in ("What counts", "Curves"):
        unfold(studio, title)


def by_layers(studio: Any) -> None:
    studio.choose_by("Layers")
    unfold(studio, "Keyposes")


def add_lead(studio: Any) -> None:
    group = studio.js("studio.clip.get().leads.find((name) => name.includes('hand'))")
    studio.page.get_by_label("Add to the leading part").select_option(group)


def copy_and_paste(studio: Any) -> None:
    studio.press("Control+c")
    at_free_frame("Control+v")(studio)


def paste_mirrored(studio: Any) -> None:
    studio.press("Control+c")
    at_free_frame("Control+Shift+v")(studio)


def pin_here(studio: Any) -> None:
    studio.page.evaluate("studio.playhead.set(71)")
    studio.button("Pin current frame").click()


def duplicate(studio: Any) -> None:
    frames, row = studio.key_frames(), selected_row(studio)
    assert frames[row + 1] - frames[row] > 3
    studio.press("Shift+d", "2", "Enter")


KEYS: list[Edit] = [
    ("Move key", press("Control+ArrowRight")),
    ("Add key", at_free_frame("i")),
    ("Make keypose", press("r")),
    ("Make breakdown", press("r")),
    ("Paste key", copy_and_paste),
    ("Delete key", press("Delete")),
]
PINNED: list[Edit] = [
    ("Pin key", press("p")),
    ("Unpin key", press("p")),
    ("Pin key", press("p")),
    ("Move key", press("Control+ArrowLeft")),
    ("Delete key", press("x")),
]
WHOLE: list[Edit] = [
    ("Scale key", press("s", "0", ".", "9", "7", "Enter")),
    ("Paste mirrored key", paste_mirrored),
    ("Duplicate key", duplicate),
    ("Cut key", press("Control+x")),
]
HANDLES: list[Edit] = [
    ("Free handles", press("Shift+b")),
    ("Move handle", dragged((0, -25), handle=True)),
    ("Aligned handles", press("Shift+a")),
    ("Flatten handles", press("Shift+f")),
    ("Vector handles", press("Shift+l")),
    ("Automatic handles", press("v", "u")),
    ("Auto-clamped handles", press("Shift+c")),
    ("Lock keys", press("Alt+l")),
    ("Unlock keys", press("Alt+l")),
    ("Refit segments", press("Shift+r")),
]
DRAGS: list[Edit] = [
    ("Change key", dragged((0, -40))),
    ("Move key", dragged((25, 0))),
    ("Move handle", dragged((0, -30), handle=True)),
    ("Change key", press("Control+ArrowUp")),
    ("Change detail", lambda studio: studio.slider("Detail that is put back").press("PageUp")),
]
CHOICES: list[Edit] = [
    ("Choose 13 keys", lambda studio: studio.slider().press("ArrowRight")),
    ("Choose by error", choose("How to choose", "Error")),
    ("Choose by an error of 9 cm", fill("No joint farther off than", "9")),
    ("Choose automatically", choose("How to choose", "Automatic")),
    ("Change thresholds", fill("Accuracy", "4")),
    ("Change thresholds", fill("Significance", "3")),
    ("Choose by layers", choose("How to choose", "Layers")),
    ("Choose by layers: thesis", select("Preset", "thesis")),
    ("Choose by count", choose("How to choose", "Count")),
]
SETTINGS: list[Edit] = [
    ("Change criterion", select("Criterion", "line-sum")),
    ("Change metric", choose("Metric", "Whole pose")),
    ("Change composition", select("Errors add up by", "sum")),
    ("Change leading part", add_lead),
    ("Pin frame", pin_here),
    ("Change range", fill("First frame", "11")),
    ("Change range", fill("Last frame", "130")),
    ("Change gaps", fill("Least gap", "6")),
    ("Change gaps", fill("Largest gap", "40")),
]
JOINING: list[Edit] = [
    ("Change breaks", fill("Tangents break (1: never)", "0.4")),
    ("Change weights", fill("Feet", "3")),
    (
        "Leave out the world-space match",
        lambda studio: studio.page.get_by_text("World-space match", exact=True).click(),
    ),
    *(("Change curves", select("Curves", name)) for name in ("hermite", "broken", "schneider", "thesis", "free")),
]
GROUPS: dict[str, tuple[Callable[[Any], None], list[Edit]]] = {
    "keys": (in_graph, KEYS),
    "pinned keys": (in_dopesheet, PINNED),
    "whole keys": (in_dopesheet, WHOLE),
    "handles": (in_graph, HANDLES),
    "drags": (in_graph, DRAGS),
    "choices": (by_count, CHOICES),
    "settings": (by_count, SETTINGS),
    "joining": (by_count, JOINING),
}


@pytest.fixture(scope="module")
def other_server(start_server: Callable[..., Any]) -> Any:
    """A server that knows nothing of the first one's work."""
    return start_server()


def save(studio: Any, file: Path) -> Any:
    """Save without a word, and return what was seen then."""
    outcome, left = studio.page.evaluate(SAVED, str(file))
    assert outcome == "done"
    return json.loads(left)


def seen_in(studio: Any) -> Any:
    """Return the document, and what is shown of it."""
    return json.loads(studio.js(SEEN))


def open_project(studio: Any, file: Path) -> None:
    """Give a project to the page as if it was dropped there."""
    before = studio.js("studio.clip.get()?.id ?? ''")
    if not before:
        studio.page.get_by_label("Files to open").set_input_files(file)
    else:
        studio.press("Control+o")
        studio.page.get_by_role("dialog").get_by_label("Files to open").set_input_files(file)
    studio.wait_until(f"studio.clip.get() && studio.clip.get().id !== '{before}'")
    studio.wait_for_clip()


def without_camera(left: Any) -> Any:
    """Leave the camera out of what is left: it may still follow the hips to where the playhead went."""
    left["view"]["viewport"]["camera"] = None
    return left


def comes_to(studio: Any, wanted: Any, what: str) -> None:
    """Check what is seen once it is evaluated: that follows the keys."""
    deadline = time.monotonic() + PATIENCE_S
    studio.settle()
    while (seen := seen_in(studio)) != wanted and time.monotonic() < deadline:
        studio.page.wait_for_timeout(50)
    assert seen == wanted, what


def parts_of(tree: Any, path: str = "") -> dict[str, Any]:
    """Return the parts of what is left by where they are; a list is one part."""
    if not isinstance(tree, dict):
        return {path: tree}
    return {key: part for name, below in tree.items() for key, part in parts_of(below, f"{path}/{name}").items()}


def changed_parts(before: Any, after: Any) -> set[str]:
    """Return where two of what is left differ."""
    one, other = parts_of(before), parts_of(after)
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


@dataclass
class Chain:
    """Edits one after the other that change different parts of the document: the last project shows them all."""

    states: list[Any]
    """What was seen before the first of them, and after each."""
    names: list[str] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    file: Path = Path()
    """The project after the last one."""
    left: Any = None

    def add(self, name: str, after: Any, changed: set[str], file: Path, left: Any) -> None:
        self.names.append(name)
        self.states.append(after)
        self.changed |= changed
        self.file, self.left = file, left


@pytest.mark.parametrize("group", GROUPS)
def test_a_project_is_as_it_was_left_after_each_edit(
    group: str, studio: Any, other_server: Any, page_of: Callable[[Any], Any], tmp_path: Path
) -> None:
    begin, edits = GROUPS[group]
    studio.open_jump()
    begin(studio)
    chains: list[Chain] = []
    for number, (name, edit) in enumerate(edits):
        before = seen_in(studio)
        with studio.edit():
            edit(studio)
        after = seen_in(studio)
        label = studio.js("studio.history.past.get().done.at(-1).label")
        assert label == name
        changed = changed_parts(before["document"], after["document"])
        assert changed, name
        if begin is in_dopesheet:
            assert set(after["document"]["settings"]["pins"]) <= set(after["keys"]["frames"]), (
                f"pins go with keys: {name}"
            )
        file = studio.server.folder / f"{tmp_path.name}-{number}.unbake"
        left = without_camera(save(studio, file))
        if not chains or changed & chains[-1].changed:
            chains.append(Chain([before]))
        chains[-1].add(name, after, changed, file, left)

    other = page_of(other_server)
    for chain in chains:
        names = ", ".join(chain.names)
        open_project(other, chain.file)
        assert without_camera(other.left()) == chain.left, names
        comes_to(other, chain.states[-1], names)
        assert other.js("studio.saving.isUnsaved.get()") is False
        for name, state in zip(reversed(chain.names), reversed(chain.states[:-1]), strict=True):
            other.press("Control+z")
            comes_to(other, state, f"undo of {name}")
        for name, state in zip(chain.names, chain.states[1:], strict=True):
            other.press("Control+Shift+z")
            comes_to(other, state, f"redo of {name}")
        assert other.left()["past"] == chain.left["past"], names


def drag_in(area: str, by: tuple[float, float], button: str = "left") -> Callable[[Any], None]:
    def do(studio: Any) -> None:
        box = studio.page.locator(f"[data-area={area}] canvas").first.bounding_box()
        mouse = studio.page.mouse
        x, y = box["x"] + 0.6 * box["width"], box["y"] + 0.5 * box["height"]
        mouse.move(x, y)
        mouse.down(button=button)
        mouse.move(x + by[0], y + by[1], steps=3)
        mouse.up(button=button)

    return do


def wheel_over(area: str) -> Callable[[Any], None]:
    def do(studio: Any) -> None:
        studio.page.locator(f"[data-area={area}] canvas").first.hover()
        studio.page.mouse.wheel(0, -240)

    return do


def over(area: str, *chords: str) -> Callable[[Any], None]:
    def do(studio: Any) -> None:
        studio.page.locator(f"[data-area={area}] canvas").first.hover()
        studio.press(*chords)

    return do


LOOKS: list[list[Edit]] = [
    [
        ("camera", drag_in("viewport", (90, 20))),
        ("joint", over("viewport", "]")),
        ("zoom in time", wheel_over("dopesheet")),
    ],
    [
        ("nearer", wheel_over("viewport")),
        ("its trail", over("viewport", "Shift+p")),
        ("time panned", drag_in("dopesheet", (40, 0), "middle")),
    ],
    [
        ("from above", over("viewport", "Numpad7")),
        ("trails", over("viewport", "p")),
        ("keys", over("dopesheet", "a")),
    ],
    [
        ("tint", over("viewport", "t")),
        ("playhead", over("viewport", "ArrowUp", "ArrowUp")),
        ("tab", lambda s: s.tab("Graph editor")),
        ("loop", lambda s: s.menu("Play", "Loop")),
    ],
    [
        ("ghosts", over("viewport", "o")),
        ("normalised", over("graph", "n")),
        ("channel", lambda s: s.page.locator(f"[data-row=channel-{CHANNEL}]").click()),
    ],
    [
        ("figures", lambda s: s.page.get_by_role("radio", name="Side by side").locator("xpath=..").click()),
        ("another channel", lambda s: s.page.locator("[data-row=channel-4]").click(modifiers=["Control"])),
        ("values", drag_in("graph", (20, 30), "middle")),
    ],
    [
        ("keys in some channels", over("graph", "Alt+a", "Control+Shift+ArrowRight", "Control+Shift+ArrowRight")),
        ("speed", lambda s: s.page.get_by_label("Speed", exact=True).select_option("0.5")),
    ],
]
"""What stands together is opened together: each changes what no other of them touches."""


def test_a_project_shows_what_was_looked_at(
    studio: Any, other_server: Any, page_of: Callable[[Any], Any], tmp_path: Path
) -> None:
    studio.open_jump()
    studio.rest()
    kept: list[tuple[str, Path, Any]] = []
    before = studio.left()
    for number, looks in enumerate(LOOKS):
        touched: set[str] = set()
        file = studio.server.folder / f"{tmp_path.name}-{number}.unbake"
        for name, look in looks:
            look(studio)
            # What is being looked at need not have come to rest: it is written down with the project.
            studio.page.evaluate(PAINTED)
            left = save(studio, file)
            changed = changed_parts(before, left)
            assert changed, f"{name}: nothing happened"
            assert not changed & touched, f"{name} hides what came before it"
            assert left["document"] == before["document"], name
            touched |= changed
            before = left
        kept.append((", ".join(name for name, _ in looks), file, before))
    other = page_of(other_server)
    for names, file, left in kept:
        open_project(other, file)
        other.page.evaluate(PAINTED)
        assert other.left() == left, names
