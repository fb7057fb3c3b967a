/** What a drag of the mouse does to the camera, as in Blender or as in Maya. */

import type { Keymap } from "../../../actions/action";
import { turned } from "../../../controls/wheel";

export type Gesture = "orbit" | "pan" | "zoom" | "box";

interface Pressed {
  /** 0 left, 1 middle, 2 right. */
  button: number;
  altKey: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey?: boolean;
}

/** Null where the button does nothing here. In Blender's keymap the plain left button orbits, as not every mouse has a
 * middle; in Maya's it selects, and the camera moves with Alt. */
export function gestureOf(pressed: Pressed, keymap: Keymap): Gesture | null {
  const { button, altKey, shiftKey } = pressed;
  const isCtrl = pressed.ctrlKey || pressed.metaKey === true;
  if (keymap === "maya" && altKey) return (["orbit", "pan", "zoom"] as const)[button] ?? null;
  if (button === 1) return shiftKey ? "pan" : isCtrl ? "zoom" : "orbit";
  if (button !== 0) return null;
  if (keymap === "maya") return "box";
  return shiftKey ? "pan" : isCtrl ? "zoom" : "orbit";
}

/** How much a turn of the wheel zooms; a pinch comes with Ctrl. */
export function wheelFactor(event: Pick<WheelEvent, "deltaY" | "deltaMode" | "ctrlKey">): number {
  return Math.exp(turned(event) * (event.ctrlKey ? 0.008 : 0.0016));
}
