/** The four lanes from top to bottom, and what is under the pointer in them. */

import { type End, ofPoint, POINTS } from "../../document/plants";
import type { Plant } from "../../messages";
import { type Axis, frameAt, xOf } from "../../timeline/axis";

export const LEAST_LANE = 20;
export const MOST_LANE = 84;
/** Pixels around an edge that still take it; of a short plant a third, so that something is left between its edges. */
export const REACH = 5;
const LEAST_REACH = 1.5;

export interface Lane {
  top: number;
  height: number;
  /** Of the labels, and of the guess below them; what is left is for curves. */
  bar: { top: number; height: number };
  band: { top: number; height: number };
  curves: { top: number; height: number };
}

export function laneHeight(height: number): number {
  return Math.min(Math.max(Math.floor(height / POINTS.length), LEAST_LANE), MOST_LANE);
}

export function laneOf(index: number, high: number): Lane {
  const top = index * high;
  const bar = { top: top + 3, height: Math.min(Math.max(Math.round(0.3 * high), 8), 18) };
  const band = { top: bar.top + bar.height + 1, height: Math.max(3, Math.min(Math.round(0.14 * high), 7)) };
  const begin = band.top + band.height + 2;
  return { top, height: high, bar, band, curves: { top: begin, height: Math.max(top + high - 3 - begin, 2) } };
}

/** The lane at a height, or the nearest one. */
export function laneAt(y: number, high: number): number {
  return Math.min(Math.max(Math.floor(y / high), 0), POINTS.length - 1);
}

/** Lanes from one to another, whichever is above. */
export function lanesBetween(a: number, b: number): number[] {
  const from = Math.min(a, b);
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, n) => from + n);
}

/** Frames stand for half a frame to both sides: a plant of one frame can be seen and taken. */
export function spanOf(axis: Axis, { first, last }: Pick<Plant, "first" | "last">): { left: number; right: number } {
  return { left: xOf(axis, first - 0.5), right: xOf(axis, last + 0.5) };
}

export function frameUnder(axis: Axis, x: number): number {
  return Math.round(frameAt(axis, x));
}

export interface Edge {
  plant: Plant;
  end: End;
}

/** The edge of a lane's plants that is nearest to a place, where one is near. */
export function edgeNear(plants: readonly Plant[], lane: number, axis: Axis, x: number): Edge | null {
  let found: Edge | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const plant of ofPoint(plants, lane)) {
    const { left, right } = spanOf(axis, plant);
    const reach = Math.min(REACH, Math.max((right - left) / 3, LEAST_REACH));
    for (const [end, at] of [["first", left] as const, ["last", right] as const]) {
      const away = Math.abs(at - x);
      if (away <= reach && away < least) [found, least] = [{ plant, end }, away];
    }
  }
  return found;
}

/** The frame that an edge is dragged to. */
export function edgeFrame(axis: Axis, end: End, x: number): number {
  return Math.round(frameAt(axis, x) + (end === "first" ? 0.5 : -0.5));
}
