/** The ruler's picture: frames and seconds, the range, where the result is far from the capture, the playhead. */

import { colour } from "../theme/colours";
import { type Axis, frameAt, xOf } from "./axis";
import type { Range } from "./range";
import { frameTicks, minorTicks, secondTicks } from "./tickmarks";
import type { Drawn } from "./useCanvas";

export const FRAMES_HEIGHT = 18;
const HEAT = 3;
/** Errors below this many centimetres never look alarming. */
const LEAST_SCALE_CM = 1;

interface Timed {
  axis: Axis;
  fps: number;
  firstFrame: number;
  range: Range;
  playhead: number;
  pins: readonly number[];
  /** The error of each frame from `from` on. */
  error: { from: number; cm: Float32Array; max: number } | null;
}

const FONT = "11px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

export function drawTimeline(drawn: Drawn, timed: Timed): void {
  const { context, width, height } = drawn;
  const { axis } = timed;
  context.fillStyle = colour("panel");
  context.fillRect(0, 0, width, height);
  context.save();
  context.beginPath();
  context.rect(axis.left, 0, width - axis.left, height);
  context.clip();
  drawRange(drawn, timed);
  drawTicks(drawn, timed);
  drawHeat(drawn, timed);
  drawHandles(drawn, timed);
  drawPins(drawn, timed);
  context.restore();
  drawPlayhead(drawn, timed);
}

function drawRange({ context, width, height }: Drawn, { axis, range }: Timed): void {
  context.fillStyle = colour("sunken");
  const [left, right] = [xOf(axis, range.first), xOf(axis, range.last)];
  if (left > axis.left) context.fillRect(axis.left, 0, left - axis.left, height);
  if (right < width) context.fillRect(Math.max(right, axis.left), 0, width, height);
}

function drawTicks({ context, width }: Drawn, { axis, fps, firstFrame }: Timed): void {
  context.font = FONT;
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.fillStyle = colour("line");
  for (const frame of minorTicks(axis)) context.fillRect(Math.round(xOf(axis, frame)), FRAMES_HEIGHT - 4, 1, 4);
  const seconds = secondTicks(axis, fps, firstFrame);
  for (const { frame } of seconds) context.fillRect(Math.round(xOf(axis, frame)), FRAMES_HEIGHT, 1, 13);
  const frames = frameTicks(axis);
  context.fillStyle = colour("quiet");
  for (const { frame } of frames) context.fillRect(Math.round(xOf(axis, frame)), 4, 1, FRAMES_HEIGHT - 4);
  for (const { frame, text } of seconds) context.fillText(text, Math.round(xOf(axis, frame)) + 4, FRAMES_HEIGHT + 7);
  context.fillStyle = colour("ink");
  for (const { frame, text } of frames) {
    const x = Math.round(xOf(axis, frame)) + 4;
    // Half a number would be another one.
    if (x + context.measureText(text).width <= width) context.fillText(text, x, 8);
  }
}

/** A thin line at the bottom, the redder the farther the worst joint is from the capture. */
function drawHeat({ context, height }: Drawn, { axis, error }: Timed): void {
  if (!error) return;
  const scale = Math.max(error.max, LEAST_SCALE_CM);
  context.fillStyle = colour("error");
  const end = axis.left + axis.width;
  for (let x = axis.left; x < end; x += 2) {
    const from = Math.round(frameAt(axis, x)) - error.from;
    const to = Math.max(Math.round(frameAt(axis, x + 2)) - error.from, from + 1);
    let most = 0;
    for (let i = Math.max(from, 0); i < Math.min(to, error.cm.length); i++) if (error.cm[i] > most) most = error.cm[i];
    if (most <= 0) continue;
    context.globalAlpha = Math.min(1, most / scale);
    context.fillRect(x, height - HEAT, 2, HEAT);
  }
  context.globalAlpha = 1;
}

function drawHandles({ context, height }: Drawn, { axis, range }: Timed): void {
  context.fillStyle = colour("quiet");
  const top = FRAMES_HEIGHT - 1;
  const high = height - top - HEAT - 1;
  for (const [x, side] of [
    [Math.round(xOf(axis, range.first)), -1],
    [Math.round(xOf(axis, range.last)), 1],
  ] as const) {
    context.fillRect(x, 0, 1, height);
    context.beginPath();
    context.roundRect(side < 0 ? x - 7 : x + 1, top, 7, high, side < 0 ? [3, 0, 0, 3] : [0, 3, 3, 0]);
    context.fill();
  }
  context.fillStyle = colour("panel");
  for (const x of [Math.round(xOf(axis, range.first)) - 4, Math.round(xOf(axis, range.last)) + 4])
    context.fillRect(x, top + 4, 1, high - 8);
}

function drawPins({ context }: Drawn, { axis, pins }: Timed): void {
  context.fillStyle = colour("pinned");
  for (const pin of pins) {
    const x = Math.round(xOf(axis, pin)) + 0.5;
    context.beginPath();
    context.moveTo(x - 4, 0);
    context.lineTo(x + 4, 0);
    context.lineTo(x, 6);
    context.fill();
  }
}

function drawPlayhead({ context, width, height }: Drawn, { axis, playhead }: Timed): void {
  const x = Math.round(xOf(axis, playhead));
  if (x < axis.left - 1 || x > width) return;
  context.fillStyle = colour("accent");
  context.fillRect(x, 0, 1, height);
  context.font = `600 ${FONT}`;
  const text = String(playhead);
  const wide = Math.max(Math.ceil(context.measureText(text).width) + 10, 24);
  const left = Math.min(Math.max(x - wide / 2, axis.left - wide / 2), width - wide);
  context.beginPath();
  context.roundRect(left, 1, wide, FRAMES_HEIGHT - 3, 3);
  context.fill();
  context.fillStyle = colour("on-accent");
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, left + wide / 2, 9);
}
