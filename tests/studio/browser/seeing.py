"""What a machine can see of a page: what lies outside the window, what is cut off, what cannot be read."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEAST_CONTRAST = 4.5
"""Of running text on its ground, as WCAG 2.1 has it (1.4.3)."""

BOXES = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.dataset.area ?? one.getAttribute("aria-label") ?? one.getAttribute("class"),
    one.getBoundingClientRect()])
  .map(([name, { left, top, right, bottom }]) => ({ name, left, top, right, bottom }))
  .filter((box) => box.right > box.left && box.bottom > box.top)"""

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
