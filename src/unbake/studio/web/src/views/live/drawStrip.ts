/** The strip of sources on its canvas: time runs to the right, now is at the right edge. */

import type { LiveStarted } from "../../messages";
import { KEPT, type LiveFrame } from "../../studio/liveFrames";
import { colour } from "../../theme/colours";
import type { Drawn } from "../../timeline/useCanvas";

/** Frames in a row of one clip, without a jump between them. */
export interface Run {
  clip: number;
  first: LiveFrame;
  last: LiveFrame;
}

export function runsOf(frames: readonly LiveFrame[]): Run[] {
  const runs: Run[] = [];
  for (const frame of frames) {
    const run = runs.at(-1);
    const goesOn = run && run.clip === frame.clip && !frame.isJump && frame.engine === run.last.engine;
    if (run && goesOn) run.last = frame;
    else runs.push({ clip: frame.clip, first: frame, last: frame });
  }
  return runs;
}

/** A hue for each clip, those of neighbours far apart. */
export function hueOf(clip: number): number {
  return (clip * 137.508) % 360;
}

const PLANTS = 14;
const ENGINES = 14;
const NAMES: Readonly<Record<string, string>> = { matching: "matching", graph: "graph", table: "table" };

export function drawStrip(
  { context, width, height }: Drawn,
  frames: readonly LiveFrame[],
  { clips, engines }: Pick<LiveStarted, "clips" | "engines">,
  recordsFrom: number | null,
): Run[] {
  const now = frames.at(-1)!.number;
  const x = (number: number) => width - ((now + 1 - number) / KEPT) * width;
  const top = ENGINES;
  const high = Math.max(height - ENGINES - PLANTS, 8);
  const runs = runsOf(frames);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  for (const run of runs) drawRun(context, run, clips[run.clip] ?? "", x, top, high);
  drawBlends(context, frames, x, top, high);
  drawEngines(context, frames, engines, x);
  drawPlants(context, frames, x, height - PLANTS);
  if (recordsFrom !== null) {
    context.fillStyle = colour("error");
    const left = Math.max(x(recordsFrom), 0);
    context.fillRect(left, top - 2, width - left, 2);
  }
  return runs;
}

type Across = (number: number) => number;

function drawRun(context: CanvasRenderingContext2D, run: Run, name: string, x: Across, top: number, high: number) {
  const [left, right] = [x(run.first.number), x(run.last.number + 1)];
  context.fillStyle = `hsl(${hueOf(run.clip)} 45% 45%)`;
  context.fillRect(left, top, Math.max(right - left - 0.5, 0.5), high);
  const text = `${name} ${run.first.frame}–${run.last.frame}`;
  const room = right - left - 8;
  context.fillStyle = "#fff";
  const shown = [text, name].find((one) => context.measureText(one).width < room);
  context.textAlign = "left";
  if (shown) context.fillText(shown, Math.max(left, 0) + 4, top + high / 2);
  if (run.first.isJump) {
    context.fillStyle = colour("ink");
    context.fillRect(left - 0.5, top - 3, 1, high + 6);
  }
}

/** How much another clip counts: a wash that grows from below. */
function drawBlends(
  context: CanvasRenderingContext2D,
  frames: readonly LiveFrame[],
  x: Across,
  top: number,
  high: number,
) {
  context.fillStyle = "rgb(255 255 255 / 0.38)";
  for (const { number, part } of frames) {
    const left = Math.round(x(number));
    if (part > 0.01) context.fillRect(left, top + high * (1 - part), Math.round(x(number + 1)) - left, high * part);
  }
}

function drawEngines(
  context: CanvasRenderingContext2D,
  frames: readonly LiveFrame[],
  engines: LiveStarted["engines"],
  x: Across,
) {
  context.fillStyle = colour("quiet");
  let before = -1;
  for (const { number, engine } of frames) {
    if (engine === before) continue;
    before = engine;
    const name = engines[engine]?.name ?? "";
    const left = Math.max(x(number), 0);
    context.fillRect(left, 0, 1, ENGINES);
    context.fillText(NAMES[name] ?? name, left + 4, ENGINES / 2);
  }
}

/** Left foot above right: dark where heel or toe stands. */
function drawPlants(context: CanvasRenderingContext2D, frames: readonly LiveFrame[], x: Across, top: number) {
  for (const { number, planted } of frames) {
    const [left, right] = [Math.round(x(number)), Math.round(x(number + 1))];
    context.fillStyle = colour("left");
    if (planted[0] || planted[1]) context.fillRect(left, top + 3, right - left, 4);
    context.fillStyle = colour("right");
    if (planted[2] || planted[3]) context.fillRect(left, top + 9, right - left, 4);
  }
}
