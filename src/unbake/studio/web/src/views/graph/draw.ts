/** The graph on its canvas: grid, captured curves, fitted curves, keys, handles. */

import type { Place } from "../../controls/place";
import { isLocked, keyValue } from "../../curves/handles";
import { AUTO, AUTO_CLAMPED, FREE, type HandleType, VECTOR } from "../../curves/tangents";
import { channelCount, classNameOf } from "../../document/keys";
import { MARK_PARTS } from "../../graphics/marks";
import type { Keys } from "../../messages";
import { colour } from "../../theme/colours";
import { GUTTER, ticks, xOf } from "../../timeline/axis";
import type { Drawn } from "../../timeline/useCanvas";
import { axisColour } from "../channels/names";
import { dashOf } from "./dashes";
import { handleSpot, keySpot, shownHandles } from "./hits";
import type { Curve, Picture } from "./picture";
import { valueTicks, yOf } from "./scale";

/** Of more curves than these, only those with something selected show what was captured, as long as they are few. */
const CROWD = 24;
/** More selected keys than these that stand close are dots, like the others. */
const MOST_DIAMONDS = 400;
const LABELS = "11px system-ui, sans-serif";

/** By type, as in Blender. */
const HANDLE_COLOURS = ["handle-aligned", "handle-free", "handle-vector", "handle-auto", "handle-clamped"] as const;

/** Numbers of the first and the last key that matter for what is seen. */
type Seen = readonly [number, number];

export function drawGraph(drawn: Drawn, picture: Picture): void {
  const { context, width, height } = drawn;
  drawGrid(drawn, picture);
  context.save();
  context.beginPath();
  context.rect(GUTTER, 0, width - GUTTER, height);
  context.clip();
  const touched = new Set(picture.selected.map(({ channel }) => channel));
  const captured =
    picture.curves.length > CROWD ? picture.curves.filter((c) => touched.has(c.channel)) : picture.curves;
  if (captured.length <= CROWD) for (const curve of captured) drawCaptured(context, picture, curve);
  for (const curve of picture.curves)
    drawFitted(context, picture, curve, touched.size === 0 || touched.has(curve.channel));
  drawHandles(context, picture);
  drawKeys(context, picture);
  context.restore();
}

export function drawGrid({ context, width, height }: Drawn, picture: Picture): void {
  const { axis, values } = picture;
  context.fillStyle = colour("sunken");
  context.fillRect(GUTTER, 0, width - GUTTER, height);
  const left = Math.max(xOf(axis, picture.first), GUTTER);
  const right = Math.min(xOf(axis, picture.last), width);
  context.fillStyle = colour("panel");
  if (right > left) context.fillRect(left, 0, right - left, height);
  context.strokeStyle = colour("line");
  context.lineWidth = 1;
  context.globalAlpha = 0.5;
  context.beginPath();
  for (const frame of ticks(axis, 64)) line(context, snapped(xOf(axis, frame)), 0, snapped(xOf(axis, frame)), height);
  const found = valueTicks(values);
  for (const value of found.values)
    line(context, GUTTER, snapped(yOf(values, value)), width, snapped(yOf(values, value)));
  context.stroke();
  context.globalAlpha = 1;
  if (values.low < 0 && values.high > 0) {
    context.beginPath();
    line(context, GUTTER, snapped(yOf(values, 0)), width, snapped(yOf(values, 0)));
    context.stroke();
  }
  drawValueLabels(context, picture, height, found);
}

function drawValueLabels(
  context: CanvasRenderingContext2D,
  picture: Picture,
  height: number,
  { values, digits }: { values: readonly number[]; digits: number },
): void {
  context.font = LABELS;
  context.fillStyle = colour("quiet");
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const value of values) {
    const y = yOf(picture.values, value);
    // −0 is 0.
    if (y > 8 && y < height - 8) context.fillText(signed(value + 0, digits), GUTTER - 7, y);
  }
}

/** The captured samples; where several fall on one pixel, from the least to the largest. */
function drawCaptured(context: CanvasRenderingContext2D, picture: Picture, { channel, measure }: Curve): void {
  const { clip, axis, values } = picture;
  const wide = clip.channels.length;
  const count = clip.last_frame - clip.first_frame;
  const from = Math.max(0, Math.floor(axis.from) - clip.first_frame - 1);
  const to = Math.min(count, Math.ceil(axis.to + 0.02 * (axis.to - axis.from)) - clip.first_frame + 1);
  const perPixel = (axis.to - axis.from) / axis.width;
  const stride = Math.max(1, Math.floor(perPixel));
  const y = (frame: number) => yOf(values, clip.values[frame * wide + channel] * measure.scale + measure.shift);
  context.beginPath();
  for (let start = from; start <= to; start += stride) {
    const x = xOf(axis, start + clip.first_frame);
    let low = y(start);
    let high = low;
    for (let frame = start + 1; frame < Math.min(start + stride, to + 1); frame++) {
      const here = y(frame);
      if (here < low) low = here;
      if (here > high) high = here;
    }
    context.lineTo(x, low);
    if (high > low) context.lineTo(x, high);
  }
  context.strokeStyle = colour(axisColour(clip.channels[channel].name));
  context.globalAlpha = 0.38;
  context.lineWidth = 3;
  context.lineJoin = "bevel";
  context.stroke();
  context.globalAlpha = 1;
}

/** Segments are Bézier curves in frames and values, so they are on the canvas, too. */
function drawFitted(context: CanvasRenderingContext2D, picture: Picture, curve: Curve, isStrong: boolean): void {
  const { keys, axis, values, clip } = picture;
  if (!keys) return;
  const wide = channelCount(keys);
  const { scale, shift } = curve.measure;
  const x = (frame: number) => xOf(axis, frame);
  const y = (value: number) => yOf(values, value * scale + shift);
  const [from, to] = seenKeys(keys, picture);
  context.beginPath();
  let at = from * wide + curve.channel;
  context.moveTo(x(keys.frames[from]), y(keys.values[at]));
  for (let key = from + 1; key <= to; key++) {
    const next = at + wide;
    context.bezierCurveTo(
      x(keys.right[2 * at]),
      y(keys.right[2 * at + 1]),
      x(keys.left[2 * next]),
      y(keys.left[2 * next + 1]),
      x(keys.frames[key]),
      y(keys.values[next]),
    );
    at = next;
  }
  context.strokeStyle = colour(axisColour(clip.channels[curve.channel].name));
  context.globalAlpha = isStrong ? 1 : 0.5;
  context.lineWidth = isStrong ? 1.6 : 1.2;
  context.setLineDash(dashOf(picture.clip, picture.curves, curve.channel));
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** The keys from the last before what is seen to the first behind it. */
function seenKeys({ frames }: Keys, { axis }: Picture): [number, number] {
  const right = axis.to + 0.02 * (axis.to - axis.from);
  let [from, to] = [0, frames.length - 1];
  while (from < to && frames[from + 1] < axis.from) from++;
  while (to > from && frames[to - 1] > right) to--;
  return [from, to];
}

function drawHandles(context: CanvasRenderingContext2D, picture: Picture): void {
  const { keys } = picture;
  if (!keys) return;
  context.lineWidth = 1;
  for (const handle of shownHandles(picture)) {
    const { place, side, curve, type, isLocked } = handle;
    const [key, end] = [keySpot(picture, keys, place, curve), handleSpot(picture, keys, place, side, curve)];
    const stroke = colour(isLocked ? "quiet" : HANDLE_COLOURS[type]);
    context.strokeStyle = stroke;
    context.setLineDash(type === FREE ? [3, 2] : []);
    context.beginPath();
    line(context, key.x, key.y, end.x, end.y);
    context.stroke();
    context.setLineDash([]);
    if (isLocked) continue;
    context.fillStyle = type >= AUTO ? stroke : colour("panel");
    drawHandleEnd(context, end, type);
  }
  drawLocks(context, picture, keys);
}

/** The end of a handle: round, but square where it points at the neighbour; full where it sets itself. */
function drawHandleEnd(context: CanvasRenderingContext2D, { x, y }: Place, type: HandleType): void {
  context.beginPath();
  if (type === VECTOR || type === AUTO_CLAMPED) context.rect(x - 3, y - 3, 6, 6);
  else context.arc(x, y, 3.5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

/** A padlock above each selected key that is locked. */
function drawLocks(context: CanvasRenderingContext2D, picture: Picture, keys: Keys): void {
  if (picture.selected.length > MOST_DIAMONDS) return;
  context.fillStyle = context.strokeStyle = colour("ink");
  context.lineWidth = 1.3;
  for (const place of picture.selected) {
    const curve = picture.curves.find(({ channel }) => channel === place.channel);
    if (!curve || !isLocked(keys, place)) continue;
    const { x, y } = keySpot(picture, keys, place, curve);
    context.fillRect(x - 4, y - 15, 8, 6);
    context.beginPath();
    context.arc(x, y - 15, 2.6, Math.PI, 0);
    context.stroke();
  }
}

function drawKeys(context: CanvasRenderingContext2D, picture: Picture): void {
  const { keys } = picture;
  if (!keys) return;
  const [from, to] = seenKeys(keys, picture);
  const perKey = picture.axis.width / Math.max(to - from, 1) / (picture.curves.length > CROWD ? 4 : 1);
  if (perKey < 6) {
    // Of a long take from afar, the curves are what is looked at.
    if (perKey >= 3) drawDots(context, picture, keys, [from, to]);
    if (picture.selected.length > MOST_DIAMONDS) drawSelectedDots(context, picture, keys, [from, to]);
    else drawSelectedKeys(context, picture, keys, 3, [from, to]);
    return;
  }
  const size = perKey > 14 ? 4.5 : 3.2;
  const paths = { keypose: new Path2D(), breakdown: new Path2D(), hold: new Path2D() };
  for (const curve of picture.curves) {
    for (let key = from; key <= to; key++) {
      const { x, y } = keySpot(picture, keys, { key, channel: curve.channel }, curve);
      const name = classNameOf(keys.classes[key]);
      addDiamond(paths[name], x, y, MARK_PARTS[name] * size);
    }
  }
  context.lineWidth = 1;
  context.strokeStyle = colour("panel");
  for (const name of ["keypose", "hold", "breakdown"] as const) {
    context.fillStyle = colour(name);
    context.fill(paths[name]);
    if (picture.curves.length <= CROWD && size > 3) context.stroke(paths[name]);
  }
  drawSelectedKeys(context, picture, keys, size, [from, to]);
}

/** Keys that stand close, as dots: a thousand diamonds hide the curves and take too long. */
function drawDots(context: CanvasRenderingContext2D, picture: Picture, keys: Keys, [from, to]: Seen): void {
  for (const { channel, measure } of picture.curves) {
    for (let key = from; key <= to; key++) {
      const x = xOf(picture.axis, keys.frames[key]);
      const y = yOf(picture.values, keyValue(keys, { key, channel }) * measure.scale + measure.shift);
      context.fillStyle = colour(classNameOf(keys.classes[key]));
      context.fillRect(x - 1.5, y - 1.5, 3, 3);
    }
  }
}

function drawSelectedDots(context: CanvasRenderingContext2D, picture: Picture, keys: Keys, seen: Seen): void {
  context.fillStyle = colour("accent");
  for (const { x, y } of selectedSpots(picture, keys, seen)) context.fillRect(x - 2, y - 2, 4, 4);
}

function drawSelectedKeys(
  context: CanvasRenderingContext2D,
  picture: Picture,
  keys: Keys,
  size: number,
  seen: Seen,
): void {
  const path = new Path2D();
  for (const { x, y } of selectedSpots(picture, keys, seen)) addDiamond(path, x, y, size + 1.2);
  context.fillStyle = colour("accent");
  context.strokeStyle = colour("panel");
  context.lineWidth = 1.25;
  context.fill(path);
  context.stroke(path);
}

function selectedSpots(picture: Picture, keys: Keys, [from, to]: Seen): Place[] {
  const curves = new Map(picture.curves.map((curve) => [curve.channel, curve]));
  return picture.selected.flatMap((place) => {
    const curve = curves.get(place.channel);
    return curve && place.key >= from && place.key <= to ? [keySpot(picture, keys, place, curve)] : [];
  });
}

function addDiamond(path: Path2D, x: number, y: number, size: number): void {
  path.moveTo(x, y - size);
  path.lineTo(x + size, y);
  path.lineTo(x, y + size);
  path.lineTo(x - size, y);
  path.closePath();
}

function line(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
}

function snapped(pixel: number): number {
  return Math.round(pixel) + 0.5;
}

/** With a real minus sign. */
export function signed(value: number, digits: number): string {
  return value.toFixed(digits).replace("-", "−");
}
