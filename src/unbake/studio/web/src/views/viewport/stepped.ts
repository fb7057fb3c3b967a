/** Poses that hold from key to key, as in blocking: a way to look at them, which changes no curve. */

import type { Keys } from "../../messages";

/** The frame whose pose is seen at a frame: that of the key at or before it; before the first key, the first one's. */
export function steppedFrame({ frames }: Pick<Keys, "frames">, frame: number): number {
  if (!frames.length) return frame;
  const after = frames.findIndex((key) => key > frame);
  return frames[after < 0 ? frames.length - 1 : Math.max(after - 1, 0)];
}
