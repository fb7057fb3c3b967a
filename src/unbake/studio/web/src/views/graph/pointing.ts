/** What the pointer does on the graph: pick, drag, draw a box, pan, add a key. */

import { boxBetween, type Place, placeIn } from "../../controls/place";
import type { KeyPlace } from "../../curves/handles";
import type { Studio } from "../../studio/studio";
import { frameAt, GUTTER, xOf } from "../../timeline/axis";
import { addKey } from "../dopesheet/keyEdits";
import { type Mode, modeOf } from "../dopesheet/picking";
import { Drag } from "./Drag";
import { refusesLocked } from "./edits";
import { graphHand } from "./hand";
import { hitAt, placesIn } from "./hits";
import { dragView, wheel } from "./navigation";
import type { Picture } from "./picture";
import { combined, includes, withSelected } from "./selecting";

const STILL = 3;

/** Listen to the canvas until the returned function is called. */
export function listenToPointer(
  studio: Studio,
  canvas: HTMLCanvasElement,
  pictureOf: () => Picture | null,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const hand = graphHand(studio);
  const spotOf = (event: MouseEvent) => placeIn(canvas, event);
  const press = (event: PointerEvent) => {
    const picture = pictureOf();
    if (!picture || hand.get().drag) return;
    const isMaya = studio.preferences.get().keymap === "maya";
    const isZoom = (event.button === 1 && event.ctrlKey) || (event.button === 2 && event.altKey);
    if (event.button === 1) event.preventDefault();
    if (isZoom || (event.button === 1 && (!isMaya || event.altKey))) {
      event.preventDefault();
      dragView(studio, picture, canvas, event, isZoom);
    } else if (event.button === 1) pressMiddle(studio, canvas, picture, event, spotOf);
    // With Alt the hand means the camera, wherever the pointer is.
    else if (event.button === 0 && !(isMaya && event.altKey)) pressLeft(studio, canvas, picture, event, spotOf);
  };
  const hover = (event: PointerEvent) => {
    const spot = spotOf(event);
    hand.patch({ pointer: spot });
    const picture = event.buttons ? null : pictureOf();
    if (picture) canvas.style.cursor = cursorFor(picture, spot, hand.get().isBoxArmed);
  };
  const double = (event: MouseEvent) => {
    const picture = pictureOf();
    const { x } = spotOf(event);
    const hit = picture && hitAt(picture, spotOf(event));
    if (picture && x >= GUTTER && hit?.kind !== "key") void addKey(studio, Math.round(frameAt(picture.axis, x)));
  };
  const turn = (event: WheelEvent) => {
    const picture = pictureOf();
    event.preventDefault();
    // What is in the hand would slip from under the pointer.
    if (picture && !hand.get().drag && !hand.get().box) wheel(studio, picture, event, spotOf(event));
  };
  canvas.addEventListener("pointerdown", press, { signal });
  canvas.addEventListener("pointermove", hover, { signal });
  canvas.addEventListener("dblclick", double, { signal });
  canvas.addEventListener("wheel", turn, { signal, passive: false });
  return () => ending.abort();
}

function cursorFor(picture: Picture, spot: Place, isBoxArmed: boolean): string {
  if (isBoxArmed) return "crosshair";
  const hit = spot.x >= GUTTER ? hitAt(picture, spot) : null;
  return hit?.kind === "key" || hit?.kind === "handle" ? "move" : "";
}

function pressLeft(
  studio: Studio,
  canvas: HTMLCanvasElement,
  picture: Picture,
  down: PointerEvent,
  spotOf: (event: MouseEvent) => Place,
): void {
  const start = spotOf(down);
  const { isBoxArmed } = graphHand(studio).get();
  const hit = isBoxArmed || start.x < GUTTER ? null : hitAt(picture, start);
  if (hit?.kind === "handle" || hit?.kind === "key") {
    const mode = modeOf(down, false, studio.preferences.get().keymap);
    const places = hit.kind === "key" ? picked(studio, picture, hit.place, mode) : null;
    if (places && (!places.length || refusesLocked(studio, picture.keys!, places))) return;
    const taken = hit.kind === "handle" ? hit : { kind: "keys" as const, places: places! };
    const alone = hit.kind === "key" && mode === "replace" ? hit.place : null;
    const isFree = (event: PointerEvent) => hit.kind === "handle" || event.altKey;
    follow(canvas, down, new Drag(studio, taken, start, picture), spotOf, {
      isFree,
      clicked: () => alone && selectAlone(studio, alone),
    });
  } else drawBox(studio, canvas, picture, down, spotOf);
}

/** The middle button in Maya: what is selected moves, wherever the pointer is; Shift holds it to time or value. */
function pressMiddle(
  studio: Studio,
  canvas: HTMLCanvasElement,
  picture: Picture,
  down: PointerEvent,
  spotOf: (event: MouseEvent) => Place,
): void {
  const start = spotOf(down);
  const hit = start.x < GUTTER ? null : hitAt(picture, start);
  const under = hit?.kind === "key" ? [hit.place] : [];
  const places = picture.selected.length ? picture.selected : under;
  if (hit?.kind !== "handle" && !places.length) return;
  if (!picture.selected.length && hit?.kind === "key") picked(studio, picture, hit.place, "replace");
  const taken = hit?.kind === "handle" ? hit : { kind: "keys" as const, places };
  if (taken.kind === "keys" && picture.keys && refusesLocked(studio, picture.keys, places)) return;
  const isFree = (event: PointerEvent) => taken.kind === "handle" || !event.shiftKey;
  follow(canvas, down, new Drag(studio, taken, start, picture), spotOf, { isFree, clicked: () => {} });
}

/** The places in the hand after a key was pressed: what was selected, if the key is part of it. */
function picked(studio: Studio, picture: Picture, place: KeyPlace, mode: Mode): readonly KeyPlace[] {
  const { keys, selected } = picture;
  if (!keys || (includes(selected, place) && mode === "replace")) return selected;
  const places = combined(selected, [place], mode);
  studio.view.patch(withSelected(studio.view.get(), keys, places));
  return includes(places, place) ? places : [];
}

/** Move what is in the hand until the pointer is let go, or Escape is pressed. */
function follow(
  canvas: HTMLCanvasElement,
  down: PointerEvent,
  drag: Drag,
  spotOf: (event: MouseEvent) => Place,
  how: { isFree(event: PointerEvent): boolean; clicked(): void },
): void {
  const ending = new AbortController();
  const { signal } = ending;
  let isMoved = false;
  canvas.setPointerCapture(down.pointerId);
  const end = (isTaken: boolean) => {
    ending.abort();
    if (isTaken && isMoved) void drag.commit();
    else drag.cancel();
    if (isTaken && !isMoved) how.clicked();
  };
  const move = (event: PointerEvent) => {
    isMoved ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= STILL;
    if (isMoved) drag.move(spotOf(event), how.isFree(event), event);
  };
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", () => end(true), { signal });
  canvas.addEventListener("pointercancel", () => end(false), { signal });
  listenWhileDragging(drag, end, signal);
}

/** A click on one of several selected keys leaves only that one. */
function selectAlone(studio: Studio, place: KeyPlace): void {
  const keys = studio.shownKeys();
  if (keys) studio.view.patch(withSelected(studio.view.get(), keys, [place]));
}

/** Escape leaves all as it was, Enter takes over, X and Y hold to time or value. */
function listenWhileDragging(drag: Drag, end: (isTaken: boolean) => void, signal: AbortSignal): void {
  const press = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const key = event.key.toLowerCase();
    if (key === "escape" || key === "enter") end(key === "enter");
    else if (key === "x") drag.hold("time");
    else if (key === "y") drag.hold("value");
  };
  window.addEventListener("keydown", press, { capture: true, signal });
}

/** A box that selects what is in it; without a drag, nothing is selected any more. */
function drawBox(
  studio: Studio,
  canvas: HTMLCanvasElement,
  picture: Picture,
  down: PointerEvent,
  spotOf: (event: MouseEvent) => Place,
): void {
  const hand = graphHand(studio);
  const start = spotOf(down);
  const ending = new AbortController();
  const { signal } = ending;
  canvas.setPointerCapture(down.pointerId);
  const move = (event: PointerEvent) => {
    const now = spotOf(event);
    const isBox = hand.get().box !== null || Math.hypot(now.x - start.x, now.y - start.y) >= STILL;
    if (isBox) hand.patch({ box: boxBetween(start, now) });
  };
  const end = (isTaken: boolean) => {
    ending.abort();
    const { box } = hand.get();
    hand.patch({ box: null, isBoxArmed: false });
    if (!isTaken || !picture.keys || (start.x < GUTTER && !box)) return;
    const places = box
      ? placesIn(picture, { ...box, left: Math.max(box.left, xOf(picture.axis, picture.axis.from)) })
      : [];
    const mode = modeOf(down, true, studio.preferences.get().keymap);
    studio.view.patch(withSelected(studio.view.get(), picture.keys, combined(picture.selected, places, mode)));
  };
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", () => end(true), { signal });
  canvas.addEventListener("pointercancel", () => end(false), { signal });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end(false);
  };
  window.addEventListener("keydown", leave, { capture: true, signal });
}

/** Open the menu; a key under the pointer that was not selected is picked first. */
export function openMenuAt(studio: Studio, x: number, y: number): void {
  const { picture: pictureOf, pointer } = graphHand(studio).get();
  const picture = pictureOf?.();
  const hit = picture && pointer ? hitAt(picture, pointer) : null;
  if (picture && hit?.kind === "key") picked(studio, picture, hit.place, "replace");
  graphHand(studio).patch({ menu: { x, y } });
}

/** Open the menu of handle types under the pointer, or in the middle where it is elsewhere. */
export function openTypeMenu(studio: Studio): void {
  const { pointer, picture: pictureOf } = graphHand(studio).get();
  const picture = pictureOf?.();
  const box = document.querySelector("canvas[data-graph]")?.getBoundingClientRect();
  if (!picture || !box) return;
  const { x, y } = pointer ?? middleOf(picture);
  graphHand(studio).patch({ menu: { x: box.left + x, y: box.top + y, isOfTypes: true } });
}

function middleOf({ axis, values }: Picture): Place {
  return { x: axis.left + axis.width / 2, y: values.top + values.height / 2 };
}

/** Move the selected keys with the pointer alone; a click or Enter takes over, Escape or the right button does not. */
export function moveWithPointer(studio: Studio): void {
  const { pointer, picture: pictureOf, drag: present } = graphHand(studio).get();
  const picture = pictureOf?.();
  if (!picture?.selected.length || present || refusesLocked(studio, picture.keys!, picture.selected)) return;
  const start = pointer ?? middleOf(picture);
  const drag = new Drag(studio, { kind: "keys", places: picture.selected }, start, picture);
  const ending = new AbortController();
  const { signal } = ending;
  let origin: Place | null = null;
  const end = (isTaken: boolean) => {
    ending.abort();
    if (isTaken) void drag.commit();
    else drag.cancel();
  };
  const move = (event: PointerEvent) => {
    origin ??= { x: event.clientX - event.movementX, y: event.clientY - event.movementY };
    const to = { x: start.x + event.clientX - origin.x, y: start.y + event.clientY - origin.y };
    drag.move(to, event.altKey, event);
  };
  const click = (event: PointerEvent) => {
    event.preventDefault();
    event.stopPropagation();
    end(event.button === 0);
  };
  window.addEventListener("pointermove", move, { capture: true, signal });
  window.addEventListener("pointerdown", click, { capture: true, signal });
  listenWhileDragging(drag, end, signal);
}
