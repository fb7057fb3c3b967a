/** One key as a picture: its column of diamonds, drawn once and then stamped, so that long takes stay quick. */

import type { ClassName } from "../../document/keys";
import { MARK_PARTS } from "../../graphics/marks";
import { colour } from "../../theme/colours";

export interface Look {
  rows: number;
  rowHeight: number;
  name: ClassName;
  isSelected: boolean;
  /** The first and the last key stay where they are. */
  isEnd: boolean;
  /** Among close neighbours, how wide a mark is in place of the diamond; 0 where there is room for that. */
  tick: number;
}

/** Pixels from the middle of a column to its edge. */
export const COLUMN = 9;

let known = new Map<string, OffscreenCanvas>();
let knownFor = "";

/** Half the width of a diamond. */
export function halfOf(rowHeight: number, name: ClassName = "keypose"): number {
  return MARK_PARTS[name] * Math.max(3.5, Math.min(6, rowHeight * 0.28));
}

/** The column of a key, for a screen with so many pixels to each of the page's. */
export function columnOf(look: Look, ratio: number): OffscreenCanvas {
  const { rows, rowHeight } = look;
  const all = [rows, rowHeight, ratio, ...["keypose", "breakdown", "hold", "accent", "paper"].map(colour)].join(" ");
  if (all !== knownFor) {
    known = new Map();
    knownFor = all;
  }
  const key = `${look.name} ${look.isSelected} ${look.isEnd} ${look.tick}`;
  let column = known.get(key);
  if (!column) {
    column = new OffscreenCanvas(Math.ceil(2 * COLUMN * ratio), Math.ceil(rows * rowHeight * ratio));
    const context = column.getContext("2d")!;
    context.scale(ratio, ratio);
    for (let row = 0; row < rows; row++) (look.tick ? drawTick : drawDiamond)(context, look, row);
    known.set(key, column);
  }
  return column;
}

/** Close keys side by side: how near they stand shows as light and shade. */
function drawTick(context: OffscreenCanvasRenderingContext2D, look: Look, row: number): void {
  const { rowHeight, name, isSelected, tick } = look;
  const half = halfOf(rowHeight, name) + (row === 0 ? 1.5 : 0);
  const middle = (row + 0.5) * rowHeight - 0.5;
  context.fillStyle = colour(isSelected ? "accent" : name);
  context.fillRect(COLUMN + 0.5 - tick / 2, middle - half, tick, 2 * half);
}

function drawDiamond(context: OffscreenCanvasRenderingContext2D, look: Look, row: number): void {
  const { rowHeight, name, isSelected, isEnd } = look;
  const [x, y] = [COLUMN + 0.5, (row + 0.5) * rowHeight - 0.5];
  // The row of all stands out a little.
  const half = halfOf(rowHeight, name) + (row === 0 ? 0.5 : -0.5);
  context.beginPath();
  context.moveTo(x, y - half);
  context.lineTo(x + half, y);
  context.lineTo(x, y + half);
  context.lineTo(x - half, y);
  context.closePath();
  context.strokeStyle = colour(isSelected ? "accent" : "paper");
  context.lineWidth = isSelected ? 4 : 2;
  context.stroke();
  context.fillStyle = colour(name);
  context.fill();
  if (!isEnd) return;
  context.fillStyle = colour("paper");
  context.beginPath();
  context.arc(x, y, half * 0.36, 0, 2 * Math.PI);
  context.fill();
}
