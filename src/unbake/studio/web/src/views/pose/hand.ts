/** The mouse on the figure while somebody poses: it drags joints, turns them, or paints how far they follow. */

import type { Vector3 } from "three";
import type { Studio } from "../../studio/studio";
import { selectJoint } from "../viewport/joints";
import { jointTitle } from "../viewport/picking";
import type { Stage } from "../viewport/Stage";
import type { PoseHandles, Ring } from "./PoseHandles";
import { angleBetween, dragStep, turnStep } from "./steps";

/** A drag that is shorter is a click, which selects. */
const CLICK_PX = 4;

type Grip =
  | { kind: "drag"; joint: number; from: Vector3 }
  | { kind: "turn"; ring: Ring; angle: number }
  | { kind: "brush"; painted: number | null };

interface Hold {
  grip: Grip;
  start: { x: number; y: number };
  last: { x: number; y: number };
  isClick: boolean;
}

export function poseByHand(studio: Studio, stage: Stage, handles: PoseHandles): () => void {
  const { canvas } = stage;
  const { posing } = studio;
  let hold: Hold | null = null;

  const gripAt = (x: number, y: number): Grip | null => {
    const { tool } = posing.state.get();
    const ring = handles.ringAt(x, y);
    if (ring) return { kind: "turn", ring, angle: 0 };
    const joint = handles.jointAt(x, y);
    if (joint === null) return null;
    if (tool === "brush") return { kind: "brush", painted: null };
    const from = handles.placeOf(joint);
    return tool === "drag" && from ? { kind: "drag", joint, from } : null;
  };
  const down = (event: PointerEvent) => {
    const { button, altKey, ctrlKey, metaKey, shiftKey, offsetX: x, offsetY: y } = event;
    if (!posing.isOn || posing.isHeld || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    const grip = gripAt(x, y);
    if (!grip) return;
    event.stopImmediatePropagation();
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    hold = { grip, start: { x, y }, last: { x, y }, isClick: true };
    if (grip.kind === "brush") paint(hold, x, y);
  };
  const move = (event: PointerEvent) => {
    if (!hold) return;
    event.stopImmediatePropagation();
    const { offsetX: x, offsetY: y } = event;
    const { grip, start, last } = hold;
    if (hold.isClick && Math.hypot(x - start.x, y - start.y) < CLICK_PX) return;
    if (hold.isClick && grip.kind !== "brush") posing.hold();
    hold.isClick = false;
    if (grip.kind === "drag") {
      const place = handles.moved(grip.joint, grip.from, x - start.x, y - start.y);
      posing.move(dragStep(studio, grip.joint, place));
    } else if (grip.kind === "turn") {
      grip.angle += grip.ring.facing * angleBetween(grip.ring.centre, last, { x, y });
      posing.move(turnStep(studio, grip.ring, grip.angle));
    } else paint(hold, x, y);
    hold.last = { x, y };
  };
  const paint = ({ grip }: Hold, x: number, y: number) => {
    const joint = handles.jointAt(x, y);
    if (grip.kind !== "brush" || joint === null || joint === grip.painted) return;
    grip.painted = joint;
    void posing.paint(joint);
  };
  const up = (event: PointerEvent) => {
    if (!hold) return;
    event.stopImmediatePropagation();
    const { grip, isClick } = hold;
    hold = null;
    if (grip.kind === "brush") return;
    const joint = grip.kind === "drag" ? grip.joint : grip.ring.joint;
    if (isClick) return selectJoint(studio, joint, false);
    if (event.type === "pointercancel") return posing.cancel();
    const verb = grip.kind === "drag" ? "Drag" : "Turn";
    void posing.release(`${verb} ${jointTitle(studio.clip.get()!.joints[joint])}`);
  };
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !hold || !posing.isHeld) return;
    event.stopImmediatePropagation();
    hold = null;
    posing.cancel();
  };

  posing.nudge = (joint, right_m, up_m) => {
    const from = handles.placeOf(joint);
    if (!from || posing.isHeld) return;
    const step = dragStep(studio, joint, handles.beside(from, right_m, up_m));
    void posing.once(`Move ${jointTitle(studio.clip.get()!.joints[joint])}`, step);
  };

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
  for (const [type, listener] of Object.entries(listeners)) canvas.addEventListener(type, listener as EventListener);
  window.addEventListener("keydown", giveUp, true);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) {
      canvas.removeEventListener(type, listener as EventListener);
    }
    window.removeEventListener("keydown", giveUp, true);
    posing.nudge = null;
  };
}
