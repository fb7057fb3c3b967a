/** Moving keys with the mouse alone, as in Blender: a click or Enter takes over, Escape or the right button leaves all as
 * it was; numbers can be typed instead. */

import type { Studio } from "../../studio/studio";
import { axisOf, framesIn } from "../../timeline/axis";
import { showGuide, snappedFrames } from "../../timeline/snapping";
import { KeyMove } from "./KeyMove";
import type { KeysInHand } from "./KeysInHand";
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
  let start: number | null = null;
  let typed = "";
  const follow = (event: PointerEvent) => {
    start ??= event.clientX;
    const axis = axisOf(studio.view.get(), sheetWidth());
    if (typed === "") move.to(snappedFrames(studio, move.moving, framesIn(axis, event.clientX - start), axis, event));
  };
  const type = (key: string) => {
    const next = typedAfter(typed, key);
    if (key === "ArrowLeft" || key === "ArrowRight") move.to(move.by + (key === "ArrowLeft" ? -1 : 1));
    else if (next !== null) {
      typed = next;
      move.to(Number(typed) || 0, typed);
    }
  };
  untilClicked(move, follow, type, () => showGuide(studio, null));
}

/** Let the mouse alone lead keys until a click or Enter takes over, or Escape or the right button gives up. */
export function untilClicked(
  hand: KeysInHand,
  follow: (event: PointerEvent) => void,
  type: (key: string) => void,
  ended: () => void = () => {},
): void {
  const ending = new AbortController();
  const end = (isTaken: boolean) => {
    ending.abort();
    ended();
    if (isTaken) void hand.commit();
    else hand.cancel();
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
    if (event.key === "Enter" || event.key === "Escape") end(event.key === "Enter");
    else type(event.key);
  };
  const options = { capture: true, signal: ending.signal };
  window.addEventListener("pointermove", follow, options);
  window.addEventListener("pointerdown", click, options);
  window.addEventListener("keydown", press, options);
}

/** The right button that gives up a move opens no menu; some systems open it when it is pressed, some when it is let go. */
function withoutMenu(): void {
  const over = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("contextmenu", swallow, { capture: true, signal: over.signal });
  window.addEventListener("pointerup", () => setTimeout(() => over.abort()), { once: true });
}
