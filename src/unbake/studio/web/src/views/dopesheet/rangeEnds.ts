/** The brackets at the ends of several selected keys, in the row of all: dragged, they scale the keys about the other end. */

import type { PointerEvent } from "react";
import { placeIn } from "../../controls/place";
import type { Studio } from "../../studio/studio";
import { type Axis, axisOf, frameAt, xOf } from "../../timeline/axis";
import { drag } from "../../timeline/drag";
import { showGuide, snappedFrames } from "../../timeline/snapping";
import { BRACKET } from "./draw";
import { KeyScale } from "./KeyScale";
import { selectedFrames } from "./keyEdits";
import { factorOf } from "./scaling";

/** Pixels around a bracket that still take it. */
const REACH = 6;

interface RangeEnd {
  /** The key at this end, and the one that stays. */
  frame: number;
  pivot: number;
}

/** The bracket under the pointer, beside the first or the last of the selected keys. */
export function endAt(
  [first, last]: readonly [number, number],
  axis: Axis,
  place: { x: number; y: number },
  rowHeight: number,
): RangeEnd | null {
  if (place.y > rowHeight) return null;
  const ends = [
    { frame: first, pivot: last, x: xOf(axis, first) - BRACKET },
    { frame: last, pivot: first, x: xOf(axis, last) + BRACKET },
  ];
  return ends.find(({ x }) => Math.abs(place.x - x) <= REACH) ?? null;
}

/** Drag a bracket: the key there goes with the pointer, the others to their share of the time. */
export function scaleFromEnd(studio: Studio, down: PointerEvent<HTMLCanvasElement>, end: RangeEnd): void {
  const canvas = down.currentTarget;
  const scale = KeyScale.begin(studio, selectedFrames(studio), end.pivot);
  if (!scale) return;
  const start = placeIn(canvas, down).x;
  drag(
    canvas,
    down.pointerId,
    (event) => {
      const axis = axisOf(studio.view.get(), canvas.clientWidth);
      const by = frameAt(axis, placeIn(canvas, event).x) - frameAt(axis, start);
      const snapped = snappedFrames(studio, [end.frame], by, axis, event);
      scale.to(factorOf(end.pivot, end.frame, end.frame + snapped));
    },
    (isTaken) => {
      showGuide(studio, null);
      if (isTaken) void scale.commit();
      else scale.cancel();
    },
  );
}
