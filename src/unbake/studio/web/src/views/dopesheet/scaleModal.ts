/** Scaling keys with the mouse alone or by a typed factor, as in Blender: a click or Enter takes over, Escape or the right
 * button leaves all as it was. */

import type { Studio } from "../../studio/studio";
import { axisOf, frameAt, framesIn } from "../../timeline/axis";
import { KeyScale } from "./KeyScale";
import { selectedFrames } from "./keyEdits";
import { untilClicked } from "./modal";
import { factorOf } from "./scaling";

/** Pixels: a pointer that begins nearer to the pivot scales by how far it goes instead of by its distance. */
const NEAR = 24;
/** Pixels to the right that double the time, where it begins near. */
const DOUBLE = 150;

/** The factor after a key was pressed; null for a key that is no part of a number. */
function factorAfter(typed: string, key: string): string | null {
  if (/^\d$/.test(key)) return typed + key;
  if (key === "." || key === ",") return typed.includes(".") ? typed : `${typed}.`;
  return key === "Backspace" ? typed.slice(0, -1) : null;
}

/** Where keys are scaled about: the playhead, as in Blender; in Maya, the first of them. */
function pivotOf(studio: Studio, frames: readonly number[]): number {
  return studio.preferences.get().keymap === "maya" ? frames[0] : studio.playhead.get();
}

export function scaleWithMouse(studio: Studio): void {
  const frames = selectedFrames(studio);
  const scale = KeyScale.begin(studio, frames, pivotOf(studio, frames));
  if (!scale) return;
  let start: number | null = null;
  let typed = "";
  const follow = (event: PointerEvent) => {
    const canvas = document.querySelector<HTMLElement>("canvas.dopesheet, canvas[data-graph]");
    if (!canvas || typed !== "") return;
    const axis = axisOf(studio.view.get(), canvas.clientWidth);
    const x = event.clientX - canvas.getBoundingClientRect().left;
    start ??= x - event.movementX;
    const isNear = Math.abs(frameAt(axis, start) - scale.pivot) < framesIn(axis, NEAR);
    const factor = factorOf(scale.pivot, frameAt(axis, start), frameAt(axis, x));
    scale.to(isNear ? Math.max(1 + (x - start) / DOUBLE, 0) : factor);
  };
  const type = (key: string) => {
    const next = factorAfter(typed, key);
    if (next === null) return;
    typed = next;
    scale.to(typed === "" || typed === "." ? 1 : Number(typed), typed);
  };
  untilClicked(scale, follow, type);
}
