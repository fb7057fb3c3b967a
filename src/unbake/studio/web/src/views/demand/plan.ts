/** What the floor plan shows: from above, X to the right and Z down, as the viewport's Top. Metres and degrees. */

import type { DemandParts, FloorPoint } from "../../messages";

export interface Window {
  x: number;
  z: number;
  /** Of both sides. */
  size: number;
}

const LEAST_M = 4;
const AROUND_M = 0.8;

/** The square that holds all that is given. */
export function windowOf(parts: DemandParts, way: readonly FloorPoint[]): Window {
  const spots = [parts.start, ...parts.places].flatMap(({ place }) => (place ? [place] : []));
  const points = [...spots, ...(parts.path?.points ?? []), ...way];
  if (!points.length) return { x: -LEAST_M / 2, z: -LEAST_M / 2, size: LEAST_M };
  const [xs, zs] = [points.map(({ x }) => x), points.map(({ z }) => z)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...zs), Math.max(...zs)];
  const size = Math.max(right - left, bottom - top, LEAST_M) + 2 * AROUND_M;
  return { x: (left + right - size) / 2, z: (top + bottom - size) / 2, size };
}

/** Metres between lines of the floor, so that there are some ten. */
export function gridOf(size: number): number {
  return [0.5, 1, 2, 5, 10, 20, 50, 100].find((step) => size / step <= 14) ?? 1000;
}

/** The way of a motion (F, 3), a point every tenth of a second. */
export function wayOf(flat: Float32Array, every = 6): FloorPoint[] {
  const n = flat.length / 3;
  return Array.from({ length: Math.ceil(n / every) }, (_, i) => ({
    x: flat[3 * i * every],
    z: flat[3 * i * every + 1],
  }));
}

/** A point so far away in a direction: 0° is +Z, 90° is +X. */
export function ahead({ x, z }: FloorPoint, heading_deg: number, metres: number): FloorPoint {
  const angle = (heading_deg * Math.PI) / 180;
  return { x: x + metres * Math.sin(angle), z: z + metres * Math.cos(angle) };
}

/** The direction from one point to another, in whole steps of 5°. */
export function headingTo(from: FloorPoint, to: FloorPoint): number {
  const degrees = (Math.atan2(to.x - from.x, to.z - from.z) * 180) / Math.PI;
  return Math.round(degrees / 5) * 5;
}
