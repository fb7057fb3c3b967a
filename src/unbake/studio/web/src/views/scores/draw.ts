/** The lane of scores on its canvas: the probability above, and below it a row for each kind of fault. */

import type { ClipScored } from "../../messages";
import { colour } from "../../theme/colours";
import { type Axis, frameAt, GUTTER, xOf } from "../../timeline/axis";
import type { Drawn } from "../../timeline/useCanvas";

const ROW = 12;
const TOP = 10;
/** Log odds that a fault adds where its row has its full colour. */
const FULL = 4;

export function drawScores({ context, width, height }: Drawn, scored: ClipScored, first: number, axis: Axis): void {
  const { terms, probabilities, worst_first, worst_last, worst_frame } = scored;
  const bottom = Math.max(height - terms.length * ROW - 8, TOP + 30);
  const y = (part: number) => bottom - part * (bottom - TOP);
  context.font = "11px system-ui, sans-serif";
  context.save();
  context.beginPath();
  context.rect(GUTTER, 0, width - GUTTER, height);
  context.clip();
  const [left, right] = [xOf(axis, worst_first), xOf(axis, worst_last)];
  context.fillStyle = colour("accent-wash");
  context.fillRect(left, 0, Math.max(right - left, 2), height);
  drawCurve(context, probabilities, first, axis, y, bottom);
  for (const row of terms.keys()) drawTerm(context, scored, row, first, axis, bottom + 6 + row * ROW);
  context.fillStyle = colour("error");
  context.beginPath();
  context.arc(xOf(axis, worst_frame), y(probabilities[worst_frame - first]), 3.5, 0, 2 * Math.PI);
  context.fill();
  context.restore();
  drawNames(context, terms, bottom, y);
}

/** The largest number of the frames in each column of pixels: a moment must not get lost on a long take. */
function largestIn(
  values: Float32Array,
  first: number,
  axis: Axis,
  x: number,
  offset = 0,
  count = values.length,
): number {
  const from = Math.max(Math.floor(frameAt(axis, x) - first), 0);
  const to = Math.min(Math.max(Math.ceil(frameAt(axis, x + 1) - first), from + 1), count);
  let most = 0;
  for (let at = from; at < to; at++) most = Math.max(most, values[offset + at]);
  return most;
}

/** The pixels between which there are frames. */
function columns(axis: Axis, first: number, count: number): [number, number] {
  const left = Math.max(Math.floor(xOf(axis, first)), GUTTER);
  return [left, Math.min(Math.ceil(xOf(axis, first + count - 1)), axis.left + axis.width)];
}

function drawCurve(
  context: CanvasRenderingContext2D,
  probabilities: Float32Array,
  first: number,
  axis: Axis,
  y: (part: number) => number,
  bottom: number,
): void {
  const [left, right] = columns(axis, first, probabilities.length);
  context.strokeStyle = colour("line");
  context.setLineDash([4, 4]);
  context.beginPath();
  context.moveTo(GUTTER, y(0.5));
  context.lineTo(axis.left + axis.width, y(0.5));
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  for (let x = left; x <= right; x++) context.lineTo(x, y(largestIn(probabilities, first, axis, x)));
  context.strokeStyle = colour("ink");
  context.stroke();
  context.lineTo(right, bottom);
  context.lineTo(left, bottom);
  context.fillStyle = colour("accent-wash");
  context.fill();
}

function drawTerm(
  context: CanvasRenderingContext2D,
  { parts, probabilities }: ClipScored,
  row: number,
  first: number,
  axis: Axis,
  top: number,
): void {
  const count = probabilities.length;
  const [left, right] = columns(axis, first, count);
  context.fillStyle = colour("sunken");
  context.fillRect(left, top + 1, right - left, ROW - 3);
  context.fillStyle = colour("error");
  for (let x = left; x <= right; x++) {
    const part = largestIn(parts, first, axis, x, row * count, count) / FULL;
    if (part < 0.02) continue;
    context.globalAlpha = Math.min(part, 1);
    context.fillRect(x, top + 1, 1, ROW - 3);
  }
  context.globalAlpha = 1;
}

function drawNames(
  context: CanvasRenderingContext2D,
  terms: readonly string[],
  bottom: number,
  y: (part: number) => number,
): void {
  context.fillStyle = colour("quiet");
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const part of [0, 0.5, 1]) context.fillText(`${100 * part} %`, GUTTER - 8, y(part));
  for (const [row, term] of terms.entries()) {
    context.fillText(term, GUTTER - 8, bottom + 6 + row * ROW + ROW / 2);
  }
}
