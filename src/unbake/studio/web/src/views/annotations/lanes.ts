/** The lanes from top to bottom, and what is under the pointer in them. */

import { markAt } from "../../document/marks";
import type { End, Stretch } from "../../document/plants";
import type { Mark } from "../../messages";
import { type Axis, frameAt, xOf } from "../../timeline/axis";

export const LEAST_LANE = 20;
const MOST_LANE = 40;
/** Pixels around an edge that still take it; of a short mark a third, so that something is left between its edges. */
const REACH = 5;
const LEAST_REACH = 1.5;

/** Lanes fill the height as far as they may; where there are more, the view scrolls. */
export function laneHeight(height: number, lanes: number): number {
  return Math.min(Math.max(Math.floor(height / Math.max(lanes, 1)), LEAST_LANE), MOST_LANE);
}

/** The lane at a height, or the nearest one. */
export function laneAt(y: number, high: number, lanes: number): number {
  return Math.min(Math.max(Math.floor(y / high), 0), lanes - 1);
}

/** Lanes from one to another, whichever is above. */
export function lanesBetween(a: number, b: number): number[] {
  const from = Math.min(a, b);
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, n) => from + n);
}

/** Frames stand for half a frame to both sides: a mark of one frame can be seen and taken. */
export function spanOf(axis: Axis, { first, last }: Stretch): { left: number; right: number } {
  return { left: xOf(axis, first - 0.5), right: xOf(axis, last + 0.5) };
}

export function frameUnder(axis: Axis, x: number): number {
  return Math.round(frameAt(axis, x));
}

export interface Edge {
  mark: Mark;
  end: End;
}

/** The edge of some marks that is nearest to a place, where one is near. Of two marks that meet, the one that is true. */
export function edgeNear(marks: readonly Mark[], axis: Axis, x: number): Edge | null {
  let found: Edge | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const mark of [...marks].sort((a, b) => Number(b.is_yes) - Number(a.is_yes))) {
    const { left, right } = spanOf(axis, mark);
    const reach = Math.min(REACH, Math.max((right - left) / 3, LEAST_REACH));
    for (const [end, at] of [["first", left] as const, ["last", right] as const]) {
      const away = Math.abs(at - x);
      if (away <= reach && away < least) [found, least] = [{ mark, end }, away];
    }
  }
  return found;
}

/** The frame that an edge is dragged to. */
export function edgeFrame(axis: Axis, end: End, x: number): number {
  return Math.round(frameAt(axis, x) + (end === "first" ? 0.5 : -0.5));
}

/** The stretch around a frame on which a guess says the same and nothing else is said; null where there is none. */
export function guessAround(
  guess: Uint8Array,
  start: number,
  frame: number,
  marks: readonly Mark[],
  wordOf: (percent: number | undefined) => boolean | null,
): Stretch | null {
  const word = wordOf(guess[frame - start]);
  if (word === null || markAt(marks, frame)) return null;
  const isAlike = (at: number) => wordOf(guess[at - start]) === word && !markAt(marks, at);
  let [first, last] = [frame, frame];
  while (isAlike(first - 1)) first--;
  while (isAlike(last + 1)) last++;
  return { first, last };
}
