/** The dopesheet's picture: rows of diamonds, pins, the box. */

import type { Box } from "../../controls/place";
import { classNameOf } from "../../document/keys";
import type { LeadSpan } from "../../messages";
import { colour } from "../../theme/colours";
import { type Axis, ticks, xOf } from "../../timeline/axis";
import type { Range } from "../../timeline/range";
import type { Drawn } from "../../timeline/useCanvas";
import { tickWidths } from "./crowding";
import { drawLeads } from "./leads";
import { COLUMN, columnOf, halfOf } from "./sprites";

/** Pixels from the first and the last selected key to the brackets beside them. */
export const BRACKET = 12;

export interface Scene {
  axis: Axis;
  rows: number;
  rowHeight: number;
  /** Frames as they are seen, and where they were in the same order. */
  frames: ArrayLike<number>;
  classes: ArrayLike<number>;
  isSelected: readonly boolean[];
  /** Where copies would go. */
  copies: readonly number[];
  pins: readonly number[];
  /** The first and the last of several selected keys, which brackets stand beside. */
  ends: readonly [number, number] | null;
  active: number | null;
  range: Range;
  /** What leads, over time. */
  leads: readonly LeadSpan[];
  box: Box | null;
}

export function drawSheet(drawn: Drawn, scene: Scene): void {
  const { context, width, height } = drawn;
  context.fillStyle = colour("panel");
  context.fillRect(0, 0, width, height);
  drawGround(drawn, scene);
  drawLeads(context, scene.axis, scene.rows * scene.rowHeight, scene.leads);
  drawKeys(context, scene);
  if (scene.copies.length) drawCopies(context, scene);
  drawMarks(context, scene);
  if (scene.ends) drawEnds(context, scene, scene.ends);
  if (scene.box) drawBox(context, scene.box);
}

function drawGround({ context, width, height }: Drawn, { axis, rows, rowHeight, range }: Scene): void {
  const bottom = rows * rowHeight;
  context.fillStyle = colour("raised");
  context.fillRect(0, 0, width, rowHeight);
  context.fillStyle = colour("sunken");
  const [left, right] = [xOf(axis, range.first), xOf(axis, range.last)];
  if (left > axis.left) context.fillRect(axis.left, 0, left - axis.left, height);
  if (right < width) context.fillRect(Math.max(right, axis.left), 0, width, height);
  context.fillStyle = colour("line");
  context.globalAlpha = 0.5;
  for (const frame of ticks(axis, 64)) context.fillRect(Math.round(xOf(axis, frame)), 0, 1, bottom);
  for (let row = 1; row <= rows; row++) context.fillRect(0, row * rowHeight - 1, width, 1);
  context.globalAlpha = 1;
}

function drawKeys(context: CanvasRenderingContext2D, scene: Scene): void {
  const { frames, classes, isSelected, rows, rowHeight, axis } = scene;
  const ratio = devicePixelRatio;
  const last = frames.length - 1;
  const ticks = tickWidths(frames, axis);
  // Selected keys lie above the others.
  for (const isOn of [false, true]) {
    for (let row = 0; row <= last; row++) {
      const x = Math.round(xOf(axis, frames[row]));
      if ((isSelected[row] ?? false) !== isOn || x < axis.left - COLUMN || x > axis.left + axis.width + 2 * COLUMN)
        continue;
      const name = classNameOf(classes[row]);
      const column = columnOf(
        { rows, rowHeight, name, isSelected: isOn, isEnd: row === 0 || row === last, tick: ticks[row] },
        ratio,
      );
      context.drawImage(column, x - COLUMN, 0, column.width / ratio, column.height / ratio);
    }
  }
}

/** Where copies would go. */
function drawCopies(context: CanvasRenderingContext2D, { copies, axis, rows, rowHeight }: Scene): void {
  const half = halfOf(rowHeight);
  context.strokeStyle = colour("accent");
  context.lineWidth = 1.5;
  context.beginPath();
  for (const frame of copies) {
    const x = Math.round(xOf(axis, frame)) + 0.5;
    for (let row = 0; row < rows; row++) {
      const y = (row + 0.5) * rowHeight - 0.5;
      context.moveTo(x, y - half);
      context.lineTo(x + half, y);
      context.lineTo(x, y + half);
      context.lineTo(x - half, y);
      context.closePath();
    }
  }
  context.stroke();
}

/** Pins, in the row of all, and the key that the keyboard is on. */
function drawMarks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { axis, rows, rowHeight, pins, active } = scene;
  const middle = rowHeight / 2 - 0.5;
  const half = halfOf(rowHeight);
  const centre = (frame: number) => Math.round(xOf(axis, frame)) + 0.5;
  context.strokeStyle = colour("pinned");
  context.lineWidth = 1.5;
  for (const pin of pins) {
    context.beginPath();
    context.arc(centre(pin), middle, half + 3.5, 0, 2 * Math.PI);
    context.stroke();
  }
  if (active === null) return;
  context.strokeStyle = colour("ink");
  context.setLineDash([2, 2]);
  context.strokeRect(centre(active) - half - 4, 1.5, 2 * half + 8, rows * rowHeight - 3);
  context.setLineDash([]);
}

/** Brackets beside the selected keys, in the row of all: taken hold of, they scale. */
function drawEnds(
  context: CanvasRenderingContext2D,
  { axis, rowHeight }: Scene,
  ends: readonly [number, number],
): void {
  const high = Math.min(rowHeight - 4, 16);
  const top = (rowHeight - high) / 2 - 0.5;
  context.strokeStyle = colour("accent");
  context.lineWidth = 2;
  for (const [n, side] of [-1, 1].entries()) {
    const x = Math.round(xOf(axis, ends[n])) + side * BRACKET;
    if (x < axis.left) continue;
    context.beginPath();
    context.moveTo(x - 4 * side, top);
    context.lineTo(x, top);
    context.lineTo(x, top + high);
    context.lineTo(x - 4 * side, top + high);
    context.stroke();
  }
}

function drawBox(context: CanvasRenderingContext2D, { left, top, right, bottom }: Box): void {
  context.fillStyle = colour("accent-wash");
  context.strokeStyle = colour("accent");
  context.lineWidth = 1;
  context.fillRect(left, top, right - left, bottom - top);
  context.strokeRect(Math.round(left) + 0.5, Math.round(top) + 0.5, Math.round(right - left), Math.round(bottom - top));
}
