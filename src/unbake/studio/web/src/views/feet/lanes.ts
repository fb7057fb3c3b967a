/** The four lanes from top to bottom, and what is under the pointer in them. */

import { type End, ofPoint, POINTS } from "../../document/plants";
import type { Plant } from "../../messages";
import type { Axis } from "../../timeline/axis";
import { nearestEdge } from "../../timeline/lanes";

export const LEAST_LANE = 20;
export const MOST_LANE = 84;

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

export interface Edge {
  plant: Plant;
  end: End;
}

/** The edge of a lane's plants that is nearest to a place, where one is near. */
export function edgeNear(plants: readonly Plant[], lane: number, axis: Axis, x: number): Edge | null {
  const found = nearestEdge(ofPoint(plants, lane), axis, x);
  return found && { plant: found.stretch, end: found.end };
}
