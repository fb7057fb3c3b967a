/** The magnet in the graph editor: keys and handles are drawn to frames and to values of keys. */

import { handleOf, type KeyPlace, keyValue } from "../../curves/handles";
import type { Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { framesIn, xOf } from "../../timeline/axis";
import { frameTargets, handleTargets, SNAP_REACH, snapOf, snappedBy, type Target } from "../../timeline/snapping";
import type { Direction, Taken } from "./Drag";
import { curveOf } from "./hits";
import type { Picture } from "./picture";
import { includes } from "./selecting";

/** How far something goes: in frames, and in values as they are drawn. */
export interface Distance {
  frames: number;
  value: number;
}

export interface Drawn extends Distance {
  frame: Target | null;
  level: Target | null;
}

/** The distance at which what is in the hand meets a target, where one is in reach. */
export function drawnTo(
  studio: Studio,
  picture: Picture,
  keys: Keys,
  taken: Taken,
  places: readonly KeyPlace[],
  wanted: Distance,
  direction: Direction,
): Drawn {
  const inTime = direction === "value" ? null : timesOf(studio, picture, keys, taken, places, wanted.frames);
  const inValue = direction === "time" ? null : valuesOf(studio, picture, keys, taken, places, wanted.value);
  return {
    frames: inTime?.by ?? wanted.frames,
    value: inValue?.by ?? wanted.value,
    frame: inTime?.hit ?? null,
    level: inValue?.hit ?? null,
  };
}

function timesOf(
  studio: Studio,
  { axis }: Picture,
  keys: Keys,
  taken: Taken,
  places: readonly KeyPlace[],
  wanted: number,
) {
  const reach = framesIn(axis, SNAP_REACH);
  if (taken.kind === "keys") {
    const moving = places.map(({ key }) => keys.frames[key]);
    return snappedBy(moving, wanted, frameTargets(studio), reach);
  }
  const from = handleOf(keys, places[0], taken.side).frame;
  const found = snappedBy([from], wanted, handleTargets(studio, keys), reach);
  if (found.hit || !snapOf(studio).toFrames) return found;
  const whole = Math.round(from + wanted);
  const isNear = Math.abs(xOf(axis, from + wanted) - xOf(axis, whole)) <= SNAP_REACH;
  return isNear ? { by: whole - from, hit: { at: whole, what: `frame ${whole}` } } : found;
}

/** Values of the keys beside; of a handle, that of its own key too, at which it is level. */
function valuesOf(
  studio: Studio,
  picture: Picture,
  keys: Keys,
  taken: Taken,
  places: readonly KeyPlace[],
  wanted: number,
) {
  if (!snapOf(studio).toKeys) return null;
  const { low, high, height } = picture.values;
  const reach = (SNAP_REACH / height) * (high - low);
  let best: { by: number; hit: Target | null } = { by: wanted, hit: null };
  for (const place of places) {
    const measure = curveOf(picture, place.channel)?.measure;
    if (!measure) continue;
    const drawn = (value: number) => value * measure.scale + measure.shift;
    const beside = [place.key - 1, place.key + 1, ...(taken.kind === "handle" ? [place.key] : [])]
      .filter((key) => key >= 0 && key < keys.frames.length)
      .map((key) => ({ key, channel: place.channel }))
      .filter((other) => taken.kind === "handle" || !includes(places, other));
    const targets = beside.map((other) => ({
      at: drawn(keyValue(keys, other)),
      what: other.key === place.key ? "level" : `key ${keys.frames[other.key]}`,
    }));
    const from = taken.kind === "handle" ? handleOf(keys, place, taken.side).value : keyValue(keys, place);
    const found = snappedBy([drawn(from)], wanted, targets, reach);
    const isNearer = found.hit && (!best.hit || Math.abs(found.by - wanted) < Math.abs(best.by - wanted));
    if (isNearer) best = found;
  }
  return best;
}
