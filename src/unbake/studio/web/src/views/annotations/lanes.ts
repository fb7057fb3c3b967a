/** The lanes from top to bottom, and what is under the pointer in them. */

import { markAt } from "../../document/marks";
import type { End, Stretch } from "../../document/plants";
import type { Mark } from "../../messages";
import type { Axis } from "../../timeline/axis";
import { nearestEdge } from "../../timeline/lanes";

export const LEAST_LANE = 20;
const MOST_LANE = 40;

/** Lanes fill the height as far as they may; where there are more, the view scrolls. */
export function laneHeight(height: number, lanes: number): number {
  return Math.min(Math.max(Math.floor(height / Math.max(lanes, 1)), LEAST_LANE), MOST_LANE);
}

/** The lane at a height, or the nearest one. */
export function laneAt(y: number, high: number, lanes: number): number {
  return Math.min(Math.max(Math.floor(y / high), 0), lanes - 1);
}

export interface Edge {
  mark: Mark;
  end: End;
}

/** The edge of some marks that is nearest to a place, where one is near. Of two marks that meet, the one that is true. */
export function edgeNear(marks: readonly Mark[], axis: Axis, x: number): Edge | null {
  const trueFirst = [...marks].sort((a, b) => Number(b.is_yes) - Number(a.is_yes));
  const found = nearestEdge(trueFirst, axis, x);
  return found && { mark: found.stretch, end: found.end };
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
