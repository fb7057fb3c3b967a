/** Lanes of stretches, as of foot labels and of flags: what is under the pointer in them, and what is drawn around. */

import type { End, Stretch } from "../document/plants";
import { colour } from "../theme/colours";
import { type Axis, frameAt, ticks, xOf } from "./axis";
import type { Range } from "./range";

/** Pixels around an edge that still take it; of a short stretch a third, so that something is left between its edges. */
const REACH = 5;
const LEAST_REACH = 1.5;

/** Lanes from one to another, whichever is above. */
export function lanesBetween(a: number, b: number): number[] {
  const from = Math.min(a, b);
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, n) => from + n);
}

/** Frames stand for half a frame to both sides: a stretch of one frame can be seen and taken. */
export function spanOf(axis: Axis, { first, last }: Stretch): { left: number; right: number } {
  return { left: xOf(axis, first - 0.5), right: xOf(axis, last + 0.5) };
}

export function frameUnder(axis: Axis, x: number): number {
  return Math.round(frameAt(axis, x));
}

/** The stretch whose edge is nearest to a place, and which edge, where one is near; of equally near ones the first. */
export function nearestEdge<S extends Stretch>(
  stretches: readonly S[],
  axis: Axis,
  x: number,
): { stretch: S; end: End } | null {
  let found: { stretch: S; end: End } | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const stretch of stretches) {
    const { left, right } = spanOf(axis, stretch);
    const reach = Math.min(REACH, Math.max((right - left) / 3, LEAST_REACH));
    for (const [end, at] of [["first", left] as const, ["last", right] as const]) {
      const away = Math.abs(at - x);
      if (away <= reach && away < least) [found, least] = [{ stretch, end }, away];
    }
  }
  return found;
}

/** The frame that an edge is dragged to. */
export function edgeFrame(axis: Axis, end: End, x: number): number {
  return Math.round(frameAt(axis, x) + (end === "first" ? 0.5 : -0.5));
}

/** Such as `20–60 · 41 frames · 0.34 s`. */
export function spanWords({ first, last }: Stretch, fps: number): string {
  const count = last - first + 1;
  return `${first}–${last} · ${count === 1 ? "1 frame" : `${count} frames`} · ${(count / fps).toFixed(2)} s`;
}

/** Frames outside of the range are sunken, and round ones have a line; colour and opacity stay those of lines. */
export function drawFrames(
  context: CanvasRenderingContext2D,
  axis: Axis,
  range: Range,
  [width, bottom]: readonly [number, number],
): void {
  context.fillStyle = colour("sunken");
  const [left, right] = [xOf(axis, range.first - 0.5), xOf(axis, range.last + 0.5)];
  if (left > axis.left) context.fillRect(axis.left, 0, left - axis.left, bottom);
  if (right < width) context.fillRect(Math.max(right, axis.left), 0, width, bottom);
  context.fillStyle = colour("line");
  context.globalAlpha = 0.5;
  for (const frame of ticks(axis, 64)) context.fillRect(Math.round(xOf(axis, frame)), 0, 1, bottom);
}

/** A stretch stands out of what is around it; the colour stays that of its edges. */
export function drawAround(context: CanvasRenderingContext2D, axis: Axis, stretch: Stretch, bottom: number): void {
  const { left, right } = spanOf(axis, stretch);
  context.fillStyle = colour("panel");
  context.globalAlpha = 0.6;
  context.fillRect(axis.left, 0, Math.max(left - axis.left, 0), bottom);
  context.fillRect(right, 0, 1e4, bottom);
  context.globalAlpha = 1;
  context.fillStyle = colour("pinned");
  for (const x of [left, right - 1]) context.fillRect(Math.round(x), 0, 1, bottom);
}
