/** The picture of the lanes: what a person said in front, the guess behind it in a paler tone. */

import { LIKELY, type Marks, NO_GUESS } from "../../document/marks";
import type { Stretch } from "../../document/plants";
import type { Mark } from "../../messages";
import { colour } from "../../theme/colours";
import { type Axis, frameAt, RIGHT_ROOM, xOf } from "../../timeline/axis";
import { drawAround, drawFrames, spanOf } from "../../timeline/lanes";
import type { Range } from "../../timeline/range";
import type { Drawn } from "../../timeline/useCanvas";
import type { Draft } from "./bench";

export interface Scene {
  axis: Axis;
  laneHeight: number;
  flags: readonly string[];
  marks: Marks;
  lane: string | null;
  isPicked(flag: string, mark: Mark): boolean;
  brush: Draft["brush"];
  guessOf(flag: string): Uint8Array;
  /** The file's number of the first frame that is guessed. */
  firstFrame: number;
  range: Range;
  stretch: (Stretch & { flags: readonly string[] }) | null;
}

/** Pixels between a lane's edges and what stands in it. */
const ROOM = 3;
/** Height of the bar that says that a flag is not true. */
const DENIED = 3;

export function drawLanes(drawn: Drawn, scene: Scene): void {
  const { context, width, height } = drawn;
  context.fillStyle = colour("panel");
  context.fillRect(0, 0, width, height);
  drawGround(drawn, scene);
  context.save();
  context.beginPath();
  context.rect(scene.axis.left, 0, width - scene.axis.left, height);
  context.clip();
  for (const [row, flag] of scene.flags.entries()) {
    const top = row * scene.laneHeight;
    drawGuess(context, scene, flag, top);
    for (const mark of scene.marks[flag] ?? []) drawMark(context, scene, flag, mark, top);
  }
  drawStretch(context, scene);
  drawBrush(context, scene);
  context.restore();
}

function drawGround({ context, width }: Drawn, { axis, laneHeight: high, flags, lane, range }: Scene): void {
  const bottom = flags.length * high;
  context.fillStyle = colour("raised");
  context.fillRect(0, flags.indexOf(lane ?? "") * high, width, lane === null ? 0 : high);
  drawFrames(context, axis, range, [width, bottom]);
  for (let row = 1; row <= flags.length; row++) context.fillRect(0, row * high - 1, width, 1);
  context.globalAlpha = 1;
}

/** As high as the guess is certain; a line below where it says that the flag is true. */
function drawGuess(context: CanvasRenderingContext2D, scene: Scene, flag: string, top: number): void {
  const { axis, firstFrame, laneHeight: high } = scene;
  const guess = scene.guessOf(flag);
  if (!guess.length) return;
  const bottom = top + high - ROOM;
  const from = Math.max(Math.floor(axis.left), Math.floor(xOf(axis, firstFrame - 0.5)));
  const to = Math.min(axis.left + axis.width + RIGHT_ROOM, xOf(axis, firstFrame + guess.length - 0.5));
  context.fillStyle = colour("flag");
  for (let x = from; x < to; x += 2) {
    const index = Math.round(frameAt(axis, x + 1)) - firstFrame;
    const percent = guess[Math.min(Math.max(index, 0), guess.length - 1)];
    if (percent === NO_GUESS || percent < 2) continue;
    const tall = ((high - 2 * ROOM) * percent) / 100;
    context.globalAlpha = 0.28;
    context.fillRect(x, bottom - tall, 2, tall);
    context.globalAlpha = 0.75;
    if (percent >= LIKELY) context.fillRect(x, bottom, 2, 1.5);
  }
  context.globalAlpha = 1;
}

/** True is a solid bar, not true a thin one in the middle. */
function drawMark(context: CanvasRenderingContext2D, scene: Scene, flag: string, mark: Mark, top: number): void {
  const { axis, laneHeight: high } = scene;
  const { left, right } = spanOf(axis, mark);
  if (right < axis.left || left > axis.left + axis.width + RIGHT_ROOM) return;
  const wide = Math.max(right - left, 2);
  const tall = mark.is_yes ? high - 2 * ROOM : DENIED;
  context.beginPath();
  context.roundRect(left, top + (high - 1 - tall) / 2, wide, tall, Math.min(3, wide / 2, tall / 2));
  context.fillStyle = colour(mark.is_yes ? "flag" : "quiet");
  context.globalAlpha = mark.is_yes ? 1 : 0.7;
  context.fill();
  context.globalAlpha = 1;
  if (!scene.isPicked(flag, mark)) return;
  context.strokeStyle = colour("accent");
  context.lineWidth = 2;
  context.stroke();
}

/** The stretch to label stands out of what is around it; the flags that are uncertain have a point beside it. */
function drawStretch(context: CanvasRenderingContext2D, { axis, stretch, flags, laneHeight: high }: Scene): void {
  if (!stretch) return;
  const bottom = flags.length * high;
  drawAround(context, axis, stretch, bottom);
  for (const flag of stretch.flags) {
    const row = flags.indexOf(flag);
    if (row < 0) continue;
    context.beginPath();
    context.arc(spanOf(axis, stretch).left - 6, (row + 0.5) * high, 3, 0, 7);
    context.fill();
  }
}

function drawBrush(context: CanvasRenderingContext2D, { axis, brush, flags, laneHeight: high }: Scene): void {
  if (!brush) return;
  const { left, right } = spanOf(axis, brush);
  const rows = brush.flags.map((flag) => flags.indexOf(flag));
  context.strokeStyle = colour(brush.word === null ? "error" : "accent");
  context.lineWidth = 1;
  if (!brush.word) context.setLineDash([4, 3]);
  const [x, y] = [Math.round(left) + 0.5, Math.min(...rows) * high + 0.5];
  context.strokeRect(x, y, Math.round(right - left), rows.length * high - 2);
  context.setLineDash([]);
}
