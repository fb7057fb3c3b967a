/** The mouse in the picture: drags move the camera, a click selects, hovering names a joint. */

import { type Box, boxBetween } from "../../controls/place";
import type { Studio } from "../../studio/studio";
import { modeOf } from "../dopesheet/picking";
import { type Gesture, gestureOf, wheelFactor } from "./camera/gesture";
import { orbited, panned, zoomed } from "./camera/view";
import { deselectJoint, selectJoint, selectJoints } from "./joints";
import type { Stage } from "./Stage";

/** A drag that is shorter is a click. */
const CLICK_PX = 4;

interface Drag {
  gesture: Gesture;
  /** Where it began. */
  from: { x: number; y: number };
  x: number;
  y: number;
  isClick: boolean;
  adds: boolean;
  removes: boolean;
}

/** `hovered` is told the joint under the pointer, and where that is; `boxed` the box that is drawn. Until the returned
 * function is called. */
export function navigate(
  studio: Studio,
  stage: Stage,
  hovered: (joint: number | null, x: number, y: number) => void,
  boxed: (box: Box | null) => void,
): () => void {
  const { canvas } = stage;
  let drag: Drag | null = null;
  let request = 0;

  const down = (event: PointerEvent) => {
    const gesture = gestureOf(event, studio.preferences.get().keymap);
    if (!gesture) return;
    if (event.button === 1) event.preventDefault();
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    const { offsetX: x, offsetY: y } = event;
    const { shiftKey: adds, altKey, ctrlKey, metaKey } = event;
    const removes = studio.preferences.get().keymap === "maya" && (ctrlKey || metaKey) && !adds;
    drag = { gesture, from: { x, y }, x, y, isClick: event.button === 0 && !altKey, adds, removes };
    name(null, x, y);
  };
  const move = (event: PointerEvent) => {
    const { offsetX: x, offsetY: y } = event;
    if (!drag) {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(() => name(stage.jointAt(x, y), x, y));
      return;
    }
    const [dx, dy] = [x - drag.x, y - drag.y];
    if (drag.isClick && Math.hypot(dx, dy) < CLICK_PX) return;
    drag = { ...drag, x, y, isClick: false };
    turn(drag.gesture, dx, dy);
  };
  const turn = (gesture: Gesture, dx: number, dy: number) => {
    const view = stage.view;
    const height = canvas.clientHeight;
    if (!view) return;
    if (gesture === "box") boxed(boxBetween(drag!.from, drag!));
    else if (gesture === "orbit") stage.look(orbited(view, dx, dy, height));
    else if (gesture === "pan") stage.look(panned(view, dx, dy, height));
    else stage.look(stage.clear(zoomed(view, Math.exp((dy - dx) * 0.006))));
  };
  const up = (event: PointerEvent) => {
    if (drag?.isClick) {
      const joint = stage.jointAt(event.offsetX, event.offsetY);
      if (drag.removes) deselectJoint(studio, joint);
      else selectJoint(studio, joint, drag.adds);
    } else if (drag?.gesture === "box") {
      boxed(null);
      const mode = modeOf(event, true, studio.preferences.get().keymap);
      if (event.type === "pointerup") selectJoints(studio, stage.jointsIn(boxBetween(drag.from, drag)), mode);
    }
    drag = null;
  };
  const name = (joint: number | null, x: number, y: number) => {
    stage.hover(joint);
    hovered(joint, x, y);
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const view = stage.view;
    const { clientWidth: width, clientHeight: height } = canvas;
    const factor = wheelFactor(event);
    const [x, y] = [event.offsetX - width / 2, height / 2 - event.offsetY];
    if (view) stage.look(stage.clear(zoomed(view, factor, x, y, height)));
  };
  const leave = () => {
    cancelAnimationFrame(request);
    if (!drag) name(null, 0, 0);
  };
  const noMenu = (event: Event) => event.preventDefault();

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: leave };
  for (const [type, listener] of Object.entries(listeners)) canvas.addEventListener(type, listener as EventListener);
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("contextmenu", noMenu);
  return () => {
    cancelAnimationFrame(request);
    for (const [type, listener] of Object.entries(listeners)) {
      canvas.removeEventListener(type, listener as EventListener);
    }
    canvas.removeEventListener("wheel", wheel);
    canvas.removeEventListener("contextmenu", noMenu);
  };
}
