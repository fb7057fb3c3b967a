/** Figures of sticks on thumbnails: a strip of poses, or one pose in the middle of its time. */

import type { ClipDrawn } from "../../messages";
import { colour } from "../../theme/colours";

interface Box {
  left: number;
  width: number;
  height: number;
}

/** Seen from ahead and a little from the left, and a little from above. */
const YAW = 0.6;
const PITCH = 0.12;
/** The part of a thumbnail's height that a standing body takes, and where its feet are. */
const BODY = 0.78;
const GROUND = 0.9;
const SIDES = ["middle", "left", "right"];
const STRIP = 5;

export function poseCount({ positions, parents }: ClipDrawn): number {
  return positions.length / (3 * parents.length);
}

/** Time in seconds of a clip's poses, without the last one, which is where the next round begins. */
export function secondsOf(drawn: ClipDrawn): number {
  return Math.max(poseCount(drawn) - 1, 1) / drawn.rate_hz;
}

/** Poses from left to right, equally far apart in time; `from` and `to` are parts of the clip. */
export function drawStrip(
  context: CanvasRenderingContext2D,
  drawn: ClipDrawn,
  width: number,
  height: number,
  from = 0,
  to = 1,
): void {
  const last = poseCount(drawn) - 1;
  const count = Math.max(1, Math.min(STRIP, Math.floor(width / 26)));
  // Later poses lie over earlier ones.
  for (let n = 0; n < count; n++) {
    const part = count === 1 ? 0.5 : n / (count - 1);
    const slot = width / count;
    context.globalAlpha = 0.45 + 0.55 * part;
    drawPose(context, drawn, (from + (to - from) * part) * last, { left: n * slot, width: slot, height });
  }
  context.globalAlpha = 1;
}

/** One pose, between two that were kept where the time lies between them. */
export function drawPose(context: CanvasRenderingContext2D, drawn: ClipDrawn, time: number, box: Box): void {
  const { parents, sides } = drawn;
  const places = parents.map((_, joint) => onPicture(drawn, time, joint, box));
  context.lineCap = "round";
  context.lineWidth = Math.max(1.4, 0.022 * box.height);
  for (const [joint, parent] of parents.entries()) {
    if (parent < 0) continue;
    context.strokeStyle = colour(SIDES[sides[joint]]);
    context.beginPath();
    context.moveTo(...places[parent]);
    context.lineTo(...places[joint]);
    context.stroke();
  }
  const head = headOf(parents, places);
  context.fillStyle = colour("middle");
  context.beginPath();
  context.arc(...places[head], 0.035 * box.height, 0, 7);
  context.fill();
}

/** The highest joint without children that is in the middle of the page's figure: drawn as a knob. */
function headOf(parents: readonly number[], places: readonly (readonly [number, number])[]): number {
  const ends = parents.map((_, joint) => joint).filter((joint) => !parents.includes(joint));
  return ends.reduce((best, joint) => (places[joint][1] < places[best][1] ? joint : best), ends[0] ?? 0);
}

function onPicture({ positions, parents }: ClipDrawn, time: number, joint: number, box: Box): [number, number] {
  const wide = 3 * parents.length;
  const last = positions.length / wide - 1;
  const before = Math.min(Math.max(Math.floor(time), 0), last);
  const after = Math.min(before + 1, last);
  const part = Math.min(Math.max(time - before, 0), 1);
  const at = (axis: number) => {
    const [a, b] = [positions[before * wide + 3 * joint + axis], positions[after * wide + 3 * joint + axis]];
    return a + (b - a) * part;
  };
  const [x, y, z] = [at(0), at(1), at(2)];
  const across = Math.cos(YAW) * x + Math.sin(YAW) * z;
  const towards = -Math.sin(YAW) * x + Math.cos(YAW) * z;
  const up = Math.cos(PITCH) * y - Math.sin(PITCH) * towards;
  const scale = BODY * box.height;
  return [box.left + box.width / 2 + across * scale, GROUND * box.height - up * scale];
}
