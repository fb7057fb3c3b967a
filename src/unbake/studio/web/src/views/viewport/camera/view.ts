/** The camera as numbers: orbit, pan, zoom, presets, framing. Nothing here changes its input. */

import { Vector3 } from "three";
import type { CameraView } from "../../../studio/view";

/** Vertical opening of the perspective view. */
export const OPENING_RAD = (32 * Math.PI) / 180;
const STEEPEST = Math.PI / 2;
const NEAREST_M = 0.02;
const FARTHEST_M = 2000;

export interface Axes {
  right: Vector3;
  up: Vector3;
  /** From the target to the viewer. */
  back: Vector3;
}

export function axesOf({ yaw, pitch }: Pick<CameraView, "yaw" | "pitch">): Axes {
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return {
    right: new Vector3(cy, 0, -sy),
    up: new Vector3(-sy * sp, cp, -cy * sp),
    back: new Vector3(sy * cp, sp, cy * cp),
  };
}

export function eyeOf(view: CameraView): Vector3 {
  return axesOf(view)
    .back.multiplyScalar(view.distance)
    .add(new Vector3(...view.target));
}

/** Turned by a drag: a drag across the whole height is a half turn. */
export function orbited(view: CameraView, dx: number, dy: number, height: number): CameraView {
  const turn = Math.PI / Math.max(height, 1);
  const pitch = Math.min(Math.max(view.pitch + dy * turn, -STEEPEST), STEEPEST);
  return { ...view, yaw: wrapped(view.yaw - dx * turn), pitch };
}

function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** Metres that one pixel is wide at the target. */
export function metresPerPixel(view: CameraView, height: number): number {
  return (2 * view.distance * Math.tan(OPENING_RAD / 2)) / Math.max(height, 1);
}

/** Moved so that the picture follows the pointer. */
export function panned(view: CameraView, dx: number, dy: number, height: number): CameraView {
  const { right, up } = axesOf(view);
  const size = metresPerPixel(view, height);
  return moved(view, right.multiplyScalar(-dx * size).addScaledVector(up, dy * size));
}

export function moved(view: CameraView, by: Vector3): CameraView {
  const [x, y, z] = view.target;
  return { ...view, target: [x + by.x, y + by.y, z + by.z] };
}

/** Nearer by a factor below 1; what is under the pointer (pixels from the middle, up positive) stays there. */
export function zoomed(view: CameraView, factor: number, x = 0, y = 0, height = 1): CameraView {
  const distance = Math.min(Math.max(view.distance * factor, NEAREST_M), FARTHEST_M);
  const kept = 1 - distance / view.distance;
  return { ...panned(view, -x * kept, y * kept, height), distance };
}

/** The nearest camera between two that keeps its distance from some points, flat: x y z. From a camera that is too near
 * already, the way leads outwards only. */
export function nearestClear(
  from: CameraView,
  to: CameraView,
  points: ArrayLike<number>,
  clearance: number,
): CameraView {
  const room = (view: CameraView) => {
    const eye = eyeOf(view);
    let nearest = Infinity;
    for (let n = 0; n + 2 < points.length; n += 3) {
      nearest = Math.min(nearest, Math.hypot(eye.x - points[n], eye.y - points[n + 1], eye.z - points[n + 2]));
    }
    return nearest;
  };
  const between = (part: number): CameraView => {
    const mixed = (a: number, b: number) => a + part * (b - a);
    const [a, b] = [from.target, to.target];
    const target = [mixed(a[0], b[0]), mixed(a[1], b[1]), mixed(a[2], b[2])] as const;
    return { ...to, target, distance: mixed(from.distance, to.distance) };
  };
  // A fast wheel must not jump through the figure either, so the way is gone step by step.
  let kept = 0;
  for (let step = 1; step <= STEPS; step++) {
    const part = step / STEPS;
    const gap = room(between(part));
    if (gap < clearance && gap < room(between(kept))) break;
    kept = part;
  }
  return kept === 1 ? to : between(kept);
}

const STEPS = 32;

export type Preset = "front" | "back" | "right" | "left" | "top" | "bottom";

const PRESETS: Record<Preset, readonly [number, number]> = {
  front: [0, 0],
  back: [Math.PI, 0],
  right: [Math.PI / 2, 0],
  left: [-Math.PI / 2, 0],
  top: [0, STEEPEST],
  bottom: [0, -STEEPEST],
};

/** Along an axis of the world, without perspective. */
export function fromPreset(view: CameraView, preset: Preset): CameraView {
  const [yaw, pitch] = PRESETS[preset];
  return { ...view, yaw, pitch, isOrthographic: true };
}

/** Room around what is framed, as a factor; a part of it more above than below, for the toolbar. */
const ROOM = 1.24;
const ABOVE = 0.07;

/** All of some points in sight, from the same direction. `points` is flat: x y z. */
export function framed(view: CameraView, points: ArrayLike<number>, aspect: number, least: number): CameraView {
  const { right, up } = axesOf(view);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const axes = [right, up, right.clone().cross(up)];
  const point = new Vector3();
  for (let n = 0; n + 2 < points.length; n += 3) {
    point.set(points[n], points[n + 1], points[n + 2]);
    axes.forEach((axis, k) => {
      const along = point.dot(axis);
      low[k] = Math.min(low[k], along);
      high[k] = Math.max(high[k], along);
    });
  }
  if (!Number.isFinite(low[0])) return view;
  const middle = axes.reduce((sum, axis, k) => sum.addScaledVector(axis, (low[k] + high[k]) / 2), new Vector3());
  const half = Math.max((high[1] - low[1]) / 2, (high[0] - low[0]) / 2 / Math.max(aspect, 1e-3), least);
  middle.addScaledVector(up, ABOVE * half);
  const deep = view.isOrthographic ? 0 : (high[2] - low[2]) / 2;
  const distance = (half * ROOM) / Math.tan(OPENING_RAD / 2) + deep;
  return { ...view, target: [middle.x, middle.y, middle.z], distance: Math.max(distance, NEAREST_M) };
}
