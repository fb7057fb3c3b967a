/** The lanes of the Pose view on their canvas. */

import type { DeltasFound, Keys, Propagated } from "../../messages";
import type { Range } from "../../studio/poses";
import { colour } from "../../theme/colours";
import { type Axis, GUTTER, xOf } from "../../timeline/axis";
import type { Drawn } from "../../timeline/useCanvas";

export interface Lanes {
  keys: Keys | null;
  deltas: DeltasFound | null;
  /** Frames of time keys. */
  times: readonly number[];
  examples: readonly Range[];
  draft: Range | null;
  found: Pick<Propagated, "first" | "confidence" | "low_first" | "low_last"> | null;
  /** Whether the keys were changed since. */
  isOld: boolean;
}

const TITLES = ["Delta keys", "Examples", "Confidence"];
/** The lane of examples is as high as a hand needs; the others share the rest. */
const EXAMPLES = 22;
/** A change of this many centimetres has a bar of full height. */
const FULL_CM = 20;

function edges(height: number): number[] {
  const rest = Math.max(height - EXAMPLES, 20) / 2;
  return [0, rest, rest + EXAMPLES, height];
}

/** Which lane is at a height: 0 delta keys, 1 examples, 2 confidence. */
export function laneAt(y: number, height: number): number {
  const [, second, third] = edges(height);
  return y < second ? 0 : y < third ? 1 : 2;
}

export function drawLanes({ context, width, height }: Drawn, lanes: Lanes, axis: Axis): void {
  const tops = edges(height);
  context.font = "11px system-ui, sans-serif";
  drawTitles(context, tops, width);
  context.save();
  context.beginPath();
  context.rect(GUTTER, 0, width - GUTTER, height);
  context.clip();
  drawDeltas(context, lanes, axis, tops[1]);
  drawTimes(context, lanes.times, axis);
  for (const range of lanes.examples) drawRange(context, range, axis, tops[1], "accent");
  if (lanes.draft) drawRange(context, lanes.draft, axis, tops[1], "quiet");
  if (lanes.found) drawConfidence(context, lanes.found, axis, tops[2], height, lanes.isOld ? 0.45 : 1);
  context.restore();
}

function drawTitles(context: CanvasRenderingContext2D, tops: readonly number[], width: number): void {
  context.textAlign = "right";
  context.textBaseline = "middle";
  TITLES.forEach((title, lane) => {
    context.fillStyle = colour("quiet");
    context.fillText(title, GUTTER - 8, (tops[lane] + tops[lane + 1]) / 2);
    context.fillStyle = colour("line");
    context.fillRect(0, Math.round(tops[lane + 1]) - 1, width, 1);
  });
}

function drawDeltas(context: CanvasRenderingContext2D, { keys, deltas }: Lanes, axis: Axis, bottom: number): void {
  for (const frame of keys?.frames ?? []) {
    context.fillStyle = colour("line");
    context.fillRect(Math.round(xOf(axis, frame)) - 0.5, 4, 1, bottom - 8);
  }
  const room = bottom - 16;
  for (const [n, frame] of (deltas?.frames ?? []).entries()) {
    const [x, high] = [xOf(axis, frame), Math.max(2, Math.min(deltas!.moved_cm[n] / FULL_CM, 1) * room)];
    context.fillStyle = colour("accent");
    context.fillRect(x - 1.5, bottom - 4 - high, 3, high);
    context.beginPath();
    context.moveTo(x, bottom - 4 - high - 6);
    context.lineTo(x + 5, bottom - 4 - high);
    context.lineTo(x, bottom - 4 - high + 6);
    context.lineTo(x - 5, bottom - 4 - high);
    context.fill();
  }
}

/** Time keys hang from the top of their lane. */
function drawTimes(context: CanvasRenderingContext2D, times: readonly number[], axis: Axis): void {
  context.fillStyle = colour("warning");
  for (const frame of times) {
    const x = xOf(axis, frame);
    context.beginPath();
    context.moveTo(x - 6, 2);
    context.lineTo(x + 6, 2);
    context.lineTo(x, 11);
    context.fill();
  }
}

function drawRange(
  context: CanvasRenderingContext2D,
  { first, last }: Range,
  axis: Axis,
  top: number,
  name: "accent" | "quiet",
): void {
  const [left, right] = [xOf(axis, first), xOf(axis, last)];
  context.fillStyle = colour(name);
  context.globalAlpha = 0.6;
  context.fillRect(left, top + 4, Math.max(right - left, 2), EXAMPLES - 9);
  context.globalAlpha = 1;
}

function drawConfidence(
  context: CanvasRenderingContext2D,
  { first, confidence, low_first, low_last }: NonNullable<Lanes["found"]>,
  axis: Axis,
  top: number,
  bottom: number,
  strength: number,
): void {
  const y = (part: number) => bottom - 4 - part * (bottom - top - 10);
  context.globalAlpha = strength;
  context.fillStyle = colour("error");
  for (const [n, start] of low_first.entries()) {
    const [left, right] = [xOf(axis, start), xOf(axis, low_last[n])];
    context.globalAlpha = 0.25 * strength;
    context.fillRect(left, top + 2, Math.max(right - left, 2), bottom - top - 5);
  }
  context.globalAlpha = strength;
  context.beginPath();
  context.moveTo(xOf(axis, first), y(0));
  confidence.forEach((part, n) => {
    context.lineTo(xOf(axis, first + n), y(part));
  });
  context.lineTo(xOf(axis, first + confidence.length - 1), y(0));
  context.fillStyle = colour("accent-wash");
  context.fill();
  context.strokeStyle = colour("result");
  context.stroke();
  context.globalAlpha = 1;
}
