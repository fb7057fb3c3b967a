/** Keys that stand too close for their diamonds: they become marks as wide as there is room, so that each can be told
 * from the next as long as the screen can show it. */

import { type Axis, xOf } from "../../timeline/axis";

/** Pixels from key to key that a diamond needs. */
const DIAMOND = 10;
const WIDEST = 4;
/** Half a pixel is a faint mark: many of them make up a shade. */
const FINEST = 0.5;

/** How wide each key's mark is, in pixels; 0 for a diamond. The first and the last key always are one. */
export function tickWidths(frames: ArrayLike<number>, axis: Axis): number[] {
  const places = Array.from(frames, (frame) => xOf(axis, frame));
  // Keys in the hand may pass each other.
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const widths = new Array<number>(places.length).fill(0);
  order.forEach((row, n) => {
    const isEnd = n === 0 || n === order.length - 1;
    const before = isEnd ? Infinity : places[row] - places[order[n - 1]];
    const after = isEnd ? Infinity : places[order[n + 1]] - places[row];
    const room = Math.min(before, after);
    if (room < DIAMOND) widths[row] = Math.min(Math.max(Math.round(room) / 2, FINEST), WIDEST);
  });
  return widths;
}
