"""What a machine can see of a page: what lies outside the window, what is cut off, what cannot be read."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from studio.browser.desk import Studio

LEAST_CONTRAST = 4.5
"""Of running text on its ground, as WCAG 2.1 has it (1.4.3)."""

BOXES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.dataset.area ?? one.getAttribute("aria-label") ?? one.getAttribute("class"),
    one.getBoundingClientRect()])
  .map(([name, { left, top, right, bottom }]) => ({ name, left, top, right, bottom }))
  .filter((box) => box.right > box.left && box.bottom > box.top)"""

LAYOUT = """() => JSON.stringify([...document.querySelectorAll("body *")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, height, one.scrollWidth, one.scrollHeight];
}))"""

OUTSIDE = """(selector) => {
  const found = [];
  // What scrolls may be longer than what is seen of it, but not wider; what is clipped says so, or `cut` does.
  const check = (one, limits, isScrolled) => {
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return;
    const isWide = box.left < limits.left - 1 || box.right > limits.right + 1;
    const isHigh = !isScrolled && (box.top < -1 || box.bottom > innerHeight + 1);
    if (box.width > 1 && box.height > 1 && (isWide || isHigh)) found.push(one.outerHTML.slice(0, 120));
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
    if ((!scrolls && style.overflowX !== "visible") || one.tagName === "svg") return;
    for (const part of one.children) check(part, scrolls ? box : limits, scrolls || isScrolled);
  };
  for (const root of document.querySelectorAll(selector)) check(root, { left: 0, right: innerWidth }, false);
  return found;
}"""

CUT = """() => {
  const found = [];
  const isAround = (outer, inner) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const owner = text.parentElement;
    // A label that is only heard is one pixel wide.
    const isRead = text.data.trim() && owner.checkVisibility() && owner.clientWidth !== 1;
    if (!isRead || owner.closest("svg, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const inside = range.getBoundingClientRect();
    if (!inside.width) continue;
    let clip = owner;
    while (clip !== document.body && getComputedStyle(clip).overflowX === "visible" && !clip.matches("dialog"))
      clip = clip.parentElement;
    if (getComputedStyle(clip).textOverflow === "ellipsis") continue;
    if (!isAround(clip.getBoundingClientRect(), inside)) found.push(`cut: ${text.data}`);
    const button = owner.closest("button, .segments label, [role=tab]")?.getBoundingClientRect();
    const isHigh = button && (inside.top < button.top - 1 || inside.bottom > button.bottom + 1);
    if (button && (isHigh || !isAround(button, inside))) found.push(`out of its button: ${text.data}`);
  }
  return found;
}"""

FAINT = """(least) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const luminance = () => {
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paint = (colour, alpha) => {
    canvas.globalAlpha = alpha;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
  };
  const known = new Map();
  const contrast = (grounds, ink, alpha) => {
    const name = [...grounds, ink, alpha].join("|");
    if (!known.has(name)) {
      for (const ground of grounds) paint(ground, 1);
      const below = luminance();
      paint(ink, alpha);
      const [high, low] = [luminance(), below].sort((a, b) => b - a);
      known.set(name, (high + 0.05) / (low + 0.05));
    }
    return known.get(name);
  };
  const clear = (colour) => /^rgba\\(.*, 0\\)$|^transparent$/.test(colour);
  const solid = (colour) => /^rgb\\(/.test(colour) || /^color\\([^/]*\\)$/.test(colour);
  const front = document.querySelector("dialog[open]") ?? document.body;
  const texts = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const owner = text.parentElement;
    if (!text.data.trim() || !owner.checkVisibility() || owner.closest("svg, option")) continue;
    // What cannot be done now may be faint.
    if (owner.closest(":disabled, [aria-disabled=true]")) continue;
    const grounds = [];
    let alpha = 1;
    let around = owner;
    for (; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      alpha *= Number(style.opacity);
      if (!clear(style.backgroundColor)) grounds.unshift(style.backgroundColor);
      if (style.backgroundImage !== "none" || solid(style.backgroundColor)) break;
    }
    if (!around || getComputedStyle(around).backgroundImage !== "none") continue;
    const reached = contrast(grounds, getComputedStyle(owner).color, alpha);
    if (reached < least) found.add(`${reached.toFixed(2)}: ${text.data.slice(0, 40)} (${owner.className})`);
  }
  return [...found];
}"""


def boxes(page: Page, selector: str) -> list[dict[str, Any]]:
    """Return the boxes of what is seen of a selector, named."""
    return list(page.evaluate(BOXES, selector))


def layout(page: Page) -> str:
    """Return where everything on the page is: the same text if nothing moved."""
    return str(page.evaluate(LAYOUT))


def overlap(one: dict[str, float], other: dict[str, float]) -> float:
    """Return how many square pixels two boxes share."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(wide, 0.0) * max(high, 0.0)


def overlapping(boxes: list[dict[str, Any]]) -> list[str]:
    """Return the pairs of boxes that lie over each other."""
    return [f"{a['name']} × {b['name']}" for a, b in combinations(boxes, 2) if overlap(a, b) > 1.0]


def outside(page: Page, selector: str) -> list[str]:
    """Return what of a selector and inside of it no one can reach: beyond the window, or beside what scrolls."""
    return list(page.evaluate(OUTSIDE, selector))


def cut(page: Page) -> list[str]:
    """Return texts that are cut off without a sign, or that leave their button."""
    return list(page.evaluate(CUT))


def faint(page: Page) -> list[str]:
    """Return texts of what is in front whose contrast to their ground is too low, each with what it is."""
    return list(page.evaluate(FAINT, LEAST_CONTRAST))


CONTROLS = "button, input, select, textarea, a[href], [role=tab], [role=slider], [role=separator], [role=treeitem]"
UNREACHABLE = """(selector) => {
  const front = document.querySelector("dialog[open]") ?? document.body;
  const found = new Set();
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const root = document.scrollingElement;
  const named = (one) => `${one.tagName.toLowerCase()} "${
    (one.getAttribute("aria-label") || one.innerText || one.title || one.className || "").trim().slice(0, 40)}"`;
  // A field whose mark is drawn by its label is as large as that.
  const seen = (one) => {
    const isHidden = getComputedStyle(one).opacity === "0" && one.matches("input");
    return isHidden ? one.closest("label") ?? one.labels?.[0] ?? one : one;
  };
  // A control that is only heard is one pixel wide, or in something that is.
  const isHeard = (one) => {
    for (let part = one; part && part !== document.body; part = part.parentElement)
      if (part.clientWidth <= 1 && getComputedStyle(part).clipPath !== "none") return true;
    return false;
  };
  for (const control of front.querySelectorAll(selector)) {
    const one = seen(control);
    if (!one.checkVisibility({ opacityProperty: true }) || isHeard(one)) continue;
    const box = one.getBoundingClientRect();
    if (box.width < 4 || box.height < 4) {
      found.add(`squeezed to ${box.width.toFixed(0)} × ${box.height.toFixed(0)}: ${named(one)}`);
      continue;
    }
    // What is in sight of it, through everything around it that clips; what scrolls brings the rest.
    const sight = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    const [fromLeft, fromTop] = [{ scrolls: false }, { scrolls: false }];
    const isFixed = getComputedStyle(one).position === "fixed";
    for (let around = one.parentElement; around && !isFixed; around = around.parentElement) {
      const isPage = around === root || around === document.body;
      const { overflowX, overflowY, position } = getComputedStyle(around);
      const frame = isPage ? page : around.getBoundingClientRect();
      for (const [low, high, overflow, size, way] of [
        ["left", "right", overflowX, "Width", fromLeft], ["top", "bottom", overflowY, "Height", fromTop]]) {
        if (overflow === "visible" && !isPage) continue;
        // Without the two pixels around, a border that is drawn outside would count.
        if (/auto|scroll/.test(overflow) && around[`scroll${size}`] > around[`client${size}`] + 1) way.scrolls = true;
        const isCut = sight[low] < frame[low] - 1 || sight[high] > frame[high] + 1;
        if (isCut && !way.scrolls) found.add(`cut by ${isPage ? "the window" : named(around)}: ${named(one)}`);
        sight[low] = Math.max(sight[low], frame[low]);
        sight[high] = Math.min(sight[high], frame[high]);
      }
      if (position === "fixed" || around === front && front !== document.body) break;
    }
    sight.left = Math.max(sight.left, 0);
    sight.top = Math.max(sight.top, 0);
    sight.right = Math.min(sight.right, innerWidth);
    sight.bottom = Math.min(sight.bottom, innerHeight);
    if (sight.right - sight.left < 4 || sight.bottom - sight.top < 4) continue;
    // What takes the pointer at its middle, and towards its corners, is itself.
    const at = (across, down) => document.elementFromPoint(
      sight.left + across * (sight.right - sight.left), sight.top + down * (sight.bottom - sight.top));
    // On a picture lie words and fields on purpose.
    const corners = one.matches("canvas") ? [] : [[0.2, 0.25], [0.8, 0.25], [0.2, 0.75], [0.8, 0.75]];
    for (const [across, down] of [[0.5, 0.5], ...corners]) {
      const top = at(across, down);
      const isOwn = top && (one.contains(top) || top.closest("label")?.contains(control)
        || top.contains(one) && getComputedStyle(one).pointerEvents === "none");
      if (!isOwn) {
        found.add(`covered by ${top ? named(top) : "nothing"}: ${named(one)}`);
        break;
      }
    }
  }
  return [...found];
}"""
SQUEEZED = """(least) => {
  const found = [];
  const front = document.querySelector("dialog[open]") ?? document.body;
  const texts = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const owner = text.parentElement;
    const isRead = text.data.trim() && owner.checkVisibility() && owner.clientWidth > 1;
    if (!isRead || owner.closest("svg, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const inside = range.getBoundingClientRect();
    if (!inside.width) continue;
    for (let clip = owner; clip && clip !== document.body; clip = clip.parentElement) {
      const style = getComputedStyle(clip);
      if (style.clipPath !== "none" || style.position === "fixed") break;
      const frame = clip.getBoundingClientRect();
      // Letters with an ellipsis are too few where not even these fit.
      if (style.textOverflow === "ellipsis" && inside.width > frame.width + 1 && frame.width < least)
        found.push(`only ${frame.width.toFixed(0)} pixels left of: ${text.data.slice(0, 40)}`);
      if (/auto|scroll/.test(style.overflowY)) break;
      // A line whose place says so may be out of sight as a whole, but never in part.
      const isAway = inside.top >= frame.bottom - 1 || inside.bottom <= frame.top + 1;
      if (isAway && clip.matches("[data-spills]")) break;
      const isCut = inside.top < frame.top - 2 || inside.bottom > frame.bottom + 2;
      if (style.overflowY !== "visible" && isCut) {
        found.push(`cut at its height: ${text.data.slice(0, 40)}`);
        break;
      }
    }
  }
  return found;
}"""
LEAST_TEXT = 24.0
"""Pixels that a shortened text keeps at least."""


def unreachable(page: Page, selector: str = CONTROLS) -> list[str]:
    """Return controls of what is in front that no pointer reaches, each with the reason.

    They lie outside the window, are clipped by something that does not scroll, are squeezed to nothing, or something
    else lies over them.
    """
    return list(page.evaluate(UNREACHABLE, selector))


def squeezed(page: Page) -> list[str]:
    """Return texts that are cut at their height, or shortened until nothing can be read."""
    return list(page.evaluate(SQUEEZED, LEAST_TEXT))


def faults_of_controls(studio: Studio, controls: str) -> list[str]:
    """Return what is wrong in a small and a large window, light and dark: faint, cut, out of reach, over each other.

    `controls` selects those that must not lie over each other.
    """
    faults = {}
    for size in ({"width": 720, "height": 450}, {"width": 1600, "height": 1200}):
        studio.page.set_viewport_size(size)
        for theme in ("light", "dark"):
            studio.js(f"studio.setPreferences({{ theme: '{theme}' }})")
            studio.settle()
            # Numbers of a preview are faint until the fit is there.
            studio.wait_until("!document.querySelector('.result .numbers.quick') && !document.getAnimations().length")
            found = [*faint(studio.page), *unreachable(studio.page), *squeezed(studio.page), *cut(studio.page)]
            found += [f"overlap: {pair}" for pair in overlapping(boxes(studio.page, controls))]
            faults.update(dict.fromkeys(found, (theme, size["width"])))
    return [f"{where}: {fault}" for fault, where in faults.items()]


def is_focus_seen(studio: Studio) -> bool:
    """Return whether what has the focus looks otherwise without it."""
    page = studio.page
    focused = page.evaluate_handle("document.activeElement").as_element()
    assert focused is not None
    box = focused.bounding_box()
    assert box is not None
    around = {"x": max(box["x"] - 6, 0), "y": max(box["y"] - 6, 0), "width": box["width"] + 12, "height": 12}
    around["height"] += box["height"]
    with_focus = page.screenshot(clip=around, caret="initial", animations="disabled")
    focused.evaluate("(one) => one.blur()")
    without = page.screenshot(clip=around, caret="initial", animations="disabled")
    focused.evaluate("(one) => one.focus({ focusVisible: true, preventScroll: true })")
    return bool(with_focus != without)
