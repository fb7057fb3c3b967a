/** The frames that are seen follow the playhead when it leaves them. */

import type { Axis } from "./axis";

type Span = Pick<Axis, "from" | "to">;

/** Where to look after the playhead went from one frame to another; null where nothing has to move. While time runs and
 * somebody looks elsewhere, they are left alone. */
export function followed(span: Span, before: number, now: number, isPlaying: boolean): Span | null {
  const { from, to } = span;
  const isInside = (frame: number) => frame >= from && frame <= to;
  if (isInside(now) || (isPlaying && !isInside(before))) return null;
  const length = to - from;
  // A page on while time runs; a step shows just enough, a jump puts the frame into the middle.
  if (isPlaying) return { from: now - 0.05 * length, to: now + 0.95 * length };
  const isStep = Math.abs(now - before) < 0.1 * length;
  const at = !isStep ? 0.5 : now > before ? 0.95 : 0.05;
  return { from: now - at * length, to: now + (1 - at) * length };
}
