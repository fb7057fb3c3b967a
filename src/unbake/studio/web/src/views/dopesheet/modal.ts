/** Moving keys with the mouse alone, as in Blender: a click or Enter takes over, Escape or the right button leaves all as
 * it was; numbers can be typed instead. */

import type { Studio } from "../../studio/studio";
import { axisOf, framesIn } from "../../timeline/axis";
import { showGuide, snappedFrames } from "../../timeline/snapping";
import { KeyMove } from "./KeyMove";
import { selectedFrames } from "./keyEdits";
import { sheetWidth } from "./sheet";

/** The number after a key was pressed; null for a key that is no part of a number. */
export function typedAfter(typed: string, key: string): string | null {
  if (/^\d$/.test(key)) return typed + key;
  if (key === "-") return typed.startsWith("-") ? typed.slice(1) : `-${typed}`;
  return key === "Backspace" ? typed.slice(0, -1) : null;
}

export function moveWithMouse(studio: Studio, isCopy = false): void {
  const move = KeyMove.begin(studio, selectedFrames(studio), isCopy);
  if (!move) return;
  studio.view.patch({ tabs: { ...studio.view.get().tabs, bottom: "dopesheet" } });
  const ending = new AbortController();
  const end = (isTaken: boolean) => {
    ending.abort();
    showGuide(studio, null);
    if (isTaken) void move.commit();
    else move.cancel();
  };
  listen(studio, move, end, ending.signal);
}

function listen(studio: Studio, move: KeyMove, end: (isTaken: boolean) => void, signal: AbortSignal): void {
  let start: number | null = null;
  let typed = "";
  const follow = (event: PointerEvent) => {
    start ??= event.clientX;
    const axis = axisOf(studio.view.get(), sheetWidth());
    if (typed === "") move.to(snappedFrames(studio, move.moving, framesIn(axis, event.clientX - start), axis, event));
  };
  const click = (event: PointerEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.button === 2) withoutMenu();
    end(event.button === 0);
  };
  const press = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const next = typedAfter(typed, event.key);
    if (event.key === "Enter" || event.key === "Escape") end(event.key === "Enter");
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight")
      move.to(move.by + (event.key === "ArrowLeft" ? -1 : 1));
    else if (next !== null) {
      typed = next;
      move.to(Number(typed) || 0, typed);
    }
  };
  const options = { capture: true, signal };
  window.addEventListener("pointermove", follow, options);
  window.addEventListener("pointerdown", click, options);
  window.addEventListener("keydown", press, options);
}

/** The right button that gives up a move opens no menu; some systems open it when it is pressed, some when it is let go. */
export function withoutMenu(): void {
  const over = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("contextmenu", swallow, { capture: true, signal: over.signal });
  window.addEventListener("pointerup", () => setTimeout(() => over.abort()), { once: true });
}
