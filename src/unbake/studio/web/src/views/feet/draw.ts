/** The picture of the lanes: labels, the oracle's guess below them, and how the points move. */

import { isGuessed, POINTS, type Stretch } from "../../document/plants";
import type { FeetFound, FeetGuessed, Plant } from "../../messages";
import { colour } from "../../theme/colours";
import { type Axis, frameAt, RIGHT_ROOM, xOf } from "../../timeline/axis";
import { drawAround, drawFrames, spanOf } from "../../timeline/lanes";
import type { Range } from "../../timeline/range";
import type { Drawn } from "../../timeline/useCanvas";
import type { Draft } from "./bench";
import { type Lane, laneOf } from "./lanes";

export interface Scene {
  axis: Axis;
  laneHeight: number;
  plants: readonly Plant[];
  selected: Plant | null;
  lane: number;
  brush: Draft["brush"];
  guess: FeetGuessed | null;
  feet: FeetFound | null;
  /** The file's number of the first frame of what was measured and guessed. */
  firstFrame: number;
  range: Range;
  sequence: (Stretch & { farthest: number }) | null;
}

/** What the curves' full height stands for: above, where they leave the picture, a foot is in the air for certain. */
const MOST_CM = 12;
const MOST_SPEED = 1.2;

/** Distances to the nearest example below which nothing is said of them, and above which a frame is like none. Takes
 * that the packaged oracle has not seen are mostly between 0.4 and 2.8, what was learnt is at 0. */
const FAMILIAR = 0.5;
const STRANGE = 3.5;

/** The theme's name for the colour of a point. */
export function pointColour(point: number): "heel" | "toe" {
  return point % 2 ? "toe" : "heel";
}

export function drawLanes(drawn: Drawn, scene: Scene): void {
  const { context, width, height } = drawn;
  context.fillStyle = colour("panel");
  context.fillRect(0, 0, width, height);
  drawGround(drawn, scene);
  context.save();
  context.beginPath();
  context.rect(scene.axis.left, 0, width - scene.axis.left, height);
  context.clip();
  POINTS.forEach((_, point) => {
    const lane = laneOf(point, scene.laneHeight);
    drawWashes(context, scene, point, lane);
    drawCertainty(context, scene, point, lane);
    drawCurves(context, scene, point, lane);
    drawPlants(context, scene, point, lane);
  });
  drawUnlikeness(context, scene);
  drawSequence(context, scene);
  drawBrush(context, scene);
  context.restore();
}

function drawGround({ context, width }: Drawn, { axis, laneHeight: high, lane, range }: Scene): void {
  const bottom = POINTS.length * high;
  context.fillStyle = colour("raised");
  context.fillRect(0, lane * high, width, high);
  drawFrames(context, axis, range, [width, bottom]);
  context.globalAlpha = 1;
  // The feet stand apart more than heel and toe do.
  for (let row = 1; row <= POINTS.length; row++) {
    context.globalAlpha = row % 2 ? 0.45 : 1;
    context.fillRect(0, row * high - 1, width, 1);
  }
  context.globalAlpha = 1;
}

function plantsIn({ plants, axis }: Scene, point: number): Plant[] {
  const [from, to] = [frameAt(axis, axis.left) - 1, axis.to + 1];
  return plants.filter((plant) => plant.point === point && plant.last >= from && plant.first <= to);
}

/** All of a lane's height, so that a boundary can be held against the curves. */
function drawWashes(context: CanvasRenderingContext2D, scene: Scene, point: number, lane: Lane): void {
  context.fillStyle = colour(pointColour(point));
  for (const plant of plantsIn(scene, point)) {
    const { left, right } = spanOf(scene.axis, plant);
    context.globalAlpha = 0.13;
    context.fillRect(left, lane.top, right - left, lane.height - 1);
    // Far away, lines would be all that is seen.
    context.globalAlpha = Math.min((right - left) / 30, 0.55);
    for (const x of [left, right]) context.fillRect(Math.round(x), lane.top, 1, lane.height - 1);
  }
  context.globalAlpha = 1;
}

/** What was seen or measured is solid; what nobody has looked at yet is hollow. */
function drawPlants(context: CanvasRenderingContext2D, scene: Scene, point: number, { bar }: Lane): void {
  const { axis, selected } = scene;
  const paint = colour(pointColour(point));
  for (const plant of plantsIn(scene, point)) {
    const { left, right } = spanOf(axis, plant);
    const wide = Math.max(right - left, 2);
    const isSelected = selected?.point === point && selected.first === plant.first && selected.last === plant.last;
    context.beginPath();
    context.roundRect(left, bar.top, wide, bar.height, Math.min(3, wide / 2));
    context.fillStyle = paint;
    context.globalAlpha = isGuessed(plant) ? 0.32 : 1;
    context.fill();
    context.globalAlpha = 1;
    if (isGuessed(plant) || isSelected) {
      context.strokeStyle = isSelected ? colour("accent") : paint;
      context.lineWidth = isSelected ? 2 : 1;
      context.stroke();
    }
  }
}

/** A band as dense as the oracle is certain, with a line under what it takes to be planted. */
function drawCertainty(context: CanvasRenderingContext2D, scene: Scene, point: number, { band }: Lane): void {
  const { guess, axis, firstFrame } = scene;
  if (!guess) return;
  const frames = guess.certainty.length / POINTS.length;
  context.fillStyle = colour(pointColour(point));
  const from = Math.max(Math.floor(axis.left), Math.floor(xOf(axis, firstFrame - 0.5)));
  const to = Math.min(Math.ceil(axis.left + axis.width + RIGHT_ROOM), Math.ceil(xOf(axis, firstFrame + frames - 0.5)));
  for (let x = from; x < to; x += 2) {
    const index = Math.round(frameAt(axis, x + 1)) - firstFrame;
    const certainty = guess.certainty[POINTS.length * Math.min(Math.max(index, 0), frames - 1) + point];
    if (certainty < 0.04) continue;
    context.globalAlpha = 0.75 * certainty;
    context.fillRect(x, band.top, 2, band.height);
  }
  context.globalAlpha = 1;
  for (const plant of guess.plants) {
    if (plant.point !== point) continue;
    const { left, right } = spanOf(axis, plant);
    context.fillRect(left, band.top + band.height, right - left, 1.5);
  }
}

function drawCurves(context: CanvasRenderingContext2D, scene: Scene, point: number, { curves }: Lane): void {
  const { feet } = scene;
  if (!feet || curves.height < 5) return;
  context.save();
  context.beginPath();
  context.rect(scene.axis.left, curves.top, scene.axis.width + RIGHT_ROOM, curves.height + 1);
  context.clip();
  drawCurve(context, scene, feet.speeds, point, curves, MOST_SPEED, "foot-speed");
  drawCurve(context, scene, feet.heights_cm, point, curves, MOST_CM, "foot-height");
  context.restore();
}

function drawCurve(
  context: CanvasRenderingContext2D,
  { axis, firstFrame }: Scene,
  values: Float32Array,
  point: number,
  place: Lane["curves"],
  most: number,
  name: string,
): void {
  const frames = values.length / POINTS.length;
  // Of frames closer than a pixel, not all have to be drawn.
  const step = Math.max(1, Math.floor((axis.to - axis.from) / axis.width / 1.5));
  const first = Math.max(0, Math.floor(axis.from) - firstFrame - step);
  const last = Math.min(frames - 1, Math.ceil(axis.to) - firstFrame + step);
  context.strokeStyle = colour(name);
  context.lineWidth = 1;
  // Of long stretches, steps would only be a thicket in front of the labels.
  context.globalAlpha = Math.min(Math.max(2 / step, 0.25), 1);
  context.beginPath();
  for (let f = first - (first % step); f <= last; f += step) {
    const share = Math.max(values[POINTS.length * f + point] / most, 0);
    context.lineTo(xOf(axis, f + firstFrame), place.top + place.height * (1 - share));
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** A line above the lanes, the denser the less a frame is like any example. */
function drawUnlikeness(context: CanvasRenderingContext2D, { guess, axis, firstFrame }: Scene): void {
  const distance = guess?.distance;
  if (!distance?.length) return;
  context.fillStyle = colour("pinned");
  const from = Math.max(axis.left, Math.floor(xOf(axis, firstFrame - 0.5)));
  const to = Math.min(axis.left + axis.width + RIGHT_ROOM, xOf(axis, firstFrame + distance.length - 0.5));
  for (let x = from; x < to; x += 2) {
    const index = Math.round(frameAt(axis, x + 1)) - firstFrame;
    const away = distance[Math.min(Math.max(index, 0), distance.length - 1)];
    context.globalAlpha = Math.min(Math.max((away - FAMILIAR) / (STRANGE - FAMILIAR), 0), 1);
    context.fillRect(x, 0, 2, 2);
  }
  context.globalAlpha = 1;
}

/** The sequence to label stands out of what is around it. */
function drawSequence(context: CanvasRenderingContext2D, { axis, sequence, laneHeight: high }: Scene): void {
  if (!sequence) return;
  const bottom = POINTS.length * high;
  drawAround(context, axis, sequence, bottom);
  const x = Math.round(xOf(axis, sequence.farthest)) + 0.5;
  context.beginPath();
  context.moveTo(x - 5, 0);
  context.lineTo(x + 5, 0);
  context.lineTo(x, 7);
  context.fill();
}

function drawBrush(context: CanvasRenderingContext2D, { axis, brush, laneHeight: high }: Scene): void {
  if (!brush) return;
  const { left, right } = spanOf(axis, brush);
  const top = Math.min(...brush.points) * high;
  context.strokeStyle = colour(brush.isErasing ? "error" : "accent");
  context.lineWidth = 1;
  if (brush.isErasing) context.setLineDash([4, 3]);
  const [x, y] = [Math.round(left) + 0.5, top + 0.5];
  context.strokeRect(x, y, Math.round(right - left), brush.points.length * high - 2);
  context.setLineDash([]);
}
