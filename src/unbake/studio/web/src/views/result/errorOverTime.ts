/** The largest error of every frame, drawn along a line of pixels. */

import { classNameOf } from "../../document/keys";
import type { Keys } from "../../messages";
import { colour } from "../../theme/colours";
import { type Axis, frameAt, ticks, xOf } from "../../timeline/axis";
import type { Drawn } from "../../timeline/useCanvas";

export const LEFT = 36;
const RIGHT = 7;
const TOP = 6;
const BOTTOM = 26;

export interface Shown {
  first: number;
  last: number;
  errors: Float32Array;
  keys: Keys | null;
  playhead: number;
  hovered: number | null;
  worstFrame: number;
}

export function axisOf(width: number, { first, last }: Pick<Shown, "first" | "last">): Axis {
  return { from: first, to: Math.max(last, first + 1), left: LEFT, width: Math.max(width - LEFT - RIGHT, 1) };
}

export function frameUnder(x: number, width: number, range: Pick<Shown, "first" | "last">): number {
  return Math.min(Math.max(Math.round(frameAt(axisOf(width, range), x)), range.first), range.last);
}

/** A smaller scale would show rounding. */
const LEAST_CM = 0.01;

/** The top of the chart: a round number with room for the largest error. */
export function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, LEAST_CM)));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((n) => n * power).find((n) => n >= 1.04 * most) ?? 20 * power;
}

export function drawErrors({ context, width, height }: Drawn, shown: Shown): void {
  const axis = axisOf(width, shown);
  const bottom = height - BOTTOM;
  let most = 0;
  for (const error of shown.errors) most = Math.max(most, error);
  const top = topOf(most);
  const y = (error: number) => bottom - (error / top) * (bottom - TOP);
  context.font = "11px system-ui, sans-serif";
  drawGrid(context, axis, top, y, height);
  drawCurve(context, axis, shown, y, bottom);
  drawKeys(context, axis, shown.keys, bottom);
  drawDot(context, xOf(axis, shown.worstFrame), y(shown.errors[shown.worstFrame - shown.first] ?? 0), colour("error"));
  if (shown.hovered !== null) drawLine(context, xOf(axis, shown.hovered), bottom, colour("quiet"));
  drawLine(context, xOf(axis, shown.playhead), bottom, colour("accent"));
}

function drawGrid(
  context: CanvasRenderingContext2D,
  axis: Axis,
  top: number,
  y: (error: number) => number,
  height: number,
): void {
  context.fillStyle = colour("quiet");
  context.strokeStyle = colour("line");
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const part of [0, 0.5, 1]) {
    const level = Math.round(y(part * top)) + 0.5;
    context.beginPath();
    context.moveTo(axis.left, level);
    context.lineTo(axis.left + axis.width, level);
    context.stroke();
    context.fillText(String(Number((part * top).toPrecision(2))), axis.left - 5, level);
  }
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  for (const frame of ticks(axis, 60)) {
    const half = context.measureText(String(frame)).width / 2;
    const x = Math.min(xOf(axis, frame), axis.left + axis.width + RIGHT - half);
    context.fillText(String(frame), x, height - 3);
  }
}

/** One column of pixels shows the largest error of its frames, so that no peak gets lost on a long take. */
function drawCurve(
  context: CanvasRenderingContext2D,
  axis: Axis,
  { first, errors }: Shown,
  y: (error: number) => number,
  bottom: number,
): void {
  const step = Math.max(1, Math.floor(errors.length / axis.width));
  context.beginPath();
  for (let at = 0; at < errors.length; at += step) {
    let most = errors[at];
    for (let near = at + 1; near < Math.min(at + step, errors.length); near++) most = Math.max(most, errors[near]);
    context.lineTo(xOf(axis, first + at), y(most));
  }
  context.strokeStyle = colour("ink");
  context.lineWidth = 1.25;
  context.lineJoin = "round";
  context.stroke();
  context.lineWidth = 1;
  context.lineTo(axis.left + axis.width, bottom);
  context.lineTo(axis.left, bottom);
  context.fillStyle = colour("accent-wash");
  context.fill();
}

function drawKeys(context: CanvasRenderingContext2D, axis: Axis, keys: Keys | null, bottom: number): void {
  if (!keys) return;
  for (const [row, frame] of keys.frames.entries()) {
    context.fillStyle = colour(classNameOf(keys.classes[row]));
    context.fillRect(Math.round(xOf(axis, frame)) - 1, bottom + 2, 2, 7);
  }
}

function drawLine(context: CanvasRenderingContext2D, x: number, bottom: number, stroke: string): void {
  context.strokeStyle = stroke;
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, 0);
  context.lineTo(Math.round(x) + 0.5, bottom + 9);
  context.stroke();
}

function drawDot(context: CanvasRenderingContext2D, x: number, y: number, fill: string): void {
  context.fillStyle = fill;
  context.beginPath();
  context.arc(x, y, 3, 0, 2 * Math.PI);
  context.fill();
}
