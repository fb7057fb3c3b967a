/** The mouse on the dopesheet: select, move, box. */

import type { PointerEvent } from "react";
import { boxBetween, type Place, placeIn } from "../../controls/place";
import type { LeadSpan } from "../../messages";
import type { Studio } from "../../studio/studio";
import { type Axis, axisOf, frameAt, framesIn } from "../../timeline/axis";
import { drag } from "../../timeline/drag";
import { showGuide, snappedFrames } from "../../timeline/snapping";
import { keyUnder, selectedEnds } from "./drawn";
import { KeyMove } from "./KeyMove";
import { select, selectedFrames } from "./keyEdits";
import { leadsOf } from "./leads";
import { keysIn, modeOf, selected } from "./picking";
import { endAt, scaleFromEnd } from "./rangeEnds";
import { LEADS, rowHeight } from "./rows";
import { type Hint, sheetOf } from "./sheet";

/** Pixels that the pointer goes before a press becomes a drag. */
const SLACK = 3;

type Press = PointerEvent<HTMLCanvasElement>;

export function press(studio: Studio, event: Press): void {
  if (event.altKey || !studio.clip.get()) return;
  const canvas = event.currentTarget;
  const { isBoxArmed, transform } = sheetOf(studio).get();
  if (transform && !transform.isReleased) return;
  if (event.button === 1 && studio.preferences.get().keymap === "maya" && !event.ctrlKey) {
    event.preventDefault();
    moveFrom(studio, event);
  }
  if (event.button !== 0) return;
  const axis = axisOf(studio.view.get(), canvas.clientWidth);
  const key = isBoxArmed ? null : keyUnder(studio, axis, placeIn(canvas, event).x);
  sheetOf(studio).patch({ isBoxArmed: false, active: null });
  const end = isBoxArmed ? null : endUnder(studio, canvas, event);
  if (end && key === null) scaleFromEnd(studio, event, end);
  else if (key === null) drawBox(studio, event);
  else takeKey(studio, event, key);
}

function endUnder(studio: Studio, canvas: HTMLCanvasElement, event: Press) {
  const axis = axisOf(studio.view.get(), canvas.clientWidth);
  const rows = studio.clip.get()!.parts.length + 1;
  const ends = selectedEnds(studio);
  return ends && endAt(ends, axis, placeIn(canvas, event), rowHeight(canvas.clientHeight, rows));
}

/** A press on a key selects it; going on drags what is selected. */
function takeKey(studio: Studio, down: Press, key: number): void {
  const before = selectedFrames(studio);
  const mode = modeOf(down, false, studio.preferences.get().keymap);
  const wasSelected = before.includes(key);
  if (mode !== "replace" || !wasSelected) select(studio, selected(before, [key], mode));
  moveFrom(studio, down, () => {
    if (mode === "replace" && wasSelected) select(studio, [key]);
  });
}

/** Drag what is selected, from wherever the pointer was pressed. */
function moveFrom(studio: Studio, down: Press, clicked = () => {}): void {
  const canvas = down.currentTarget;
  const start = placeIn(canvas, down).x;
  let move: KeyMove | null = null;
  drag(
    canvas,
    down.pointerId,
    (event) => {
      const { x } = placeIn(canvas, event);
      if (!move && Math.abs(x - start) >= SLACK) move = KeyMove.begin(studio, selectedFrames(studio));
      const axis = axisOf(studio.view.get(), canvas.clientWidth);
      if (move) move.to(snappedFrames(studio, move.moving, framesIn(axis, x - start), axis, event));
    },
    (isTaken) => {
      showGuide(studio, null);
      if (move) void (isTaken ? move.commit() : move.cancel());
      else if (isTaken) clicked();
    },
  );
}

/** A drag from where nothing is selects what the box covers; a click there selects nothing. */
function drawBox(studio: Studio, down: Press): void {
  const canvas = down.currentTarget;
  const sheet = sheetOf(studio);
  const before = selectedFrames(studio);
  const mode = modeOf(down, true, studio.preferences.get().keymap);
  const start = placeIn(canvas, down);
  const rows = studio.clip.get()!.parts.length + 1;
  const pick = (now: Place) => {
    const box = boxBetween(start, now);
    const axis = axisOf(studio.view.get(), canvas.clientWidth);
    const bottom = rows * rowHeight(canvas.clientHeight, rows);
    select(studio, selected(before, keysIn(studio.shownKeys()?.frames ?? [], axis, box, bottom), mode));
    sheet.patch({ box });
  };
  drag(
    canvas,
    down.pointerId,
    (event) => {
      const now = placeIn(canvas, event);
      if (sheet.get().box || Math.hypot(now.x - start.x, now.y - start.y) >= SLACK) pick(now);
    },
    (isTaken) => {
      if (!isTaken) select(studio, before);
      else if (!sheet.get().box && mode === "replace") select(studio, []);
      sheet.patch({ box: null });
    },
  );
}

/** Words for where the pointer is, where there is something to say; sets the pointer's shape. */
export function hovered(studio: Studio, event: Press): Hint | null {
  const canvas = event.currentTarget;
  const { isBoxArmed, transform, box } = sheetOf(studio).get();
  const place = placeIn(canvas, event);
  const axis = axisOf(studio.view.get(), canvas.clientWidth);
  const isFree = !transform && !box && !event.buttons;
  const lead = isFree ? leadUnder(studio, axis, place, canvas.clientHeight) : undefined;
  const key = isFree ? keyUnder(studio, axis, place.x) : null;
  const isEnd = !transform && !isBoxArmed && key === null && endUnder(studio, canvas, event) !== null;
  canvas.style.cursor =
    isBoxArmed || box ? "crosshair" : transform || isEnd ? "ew-resize" : key !== null ? "pointer" : "";
  return transform || key !== null || lead ? { ...place, key, lead } : null;
}

/** The span of what leads at a place of a sheet of some height. */
export function leadUnder(studio: Studio, axis: Axis, { x, y }: Place, height: number): LeadSpan | undefined {
  const clip = studio.clip.get()!;
  const rows = clip.parts.length + 1;
  const top = rows * rowHeight(height, rows);
  if (y < top || y >= top + LEADS) return undefined;
  const frame = Math.floor(frameAt(axis, x));
  return leadsOf(clip, studio.document.get().settings.lead).find(({ first, last }) => first <= frame && frame <= last);
}
