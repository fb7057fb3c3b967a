/** Which keys are shown as ghosts, and how strongly.
 *
 * The keys around the playhead are what one compares with, so they are strong. Of those further away, some show the
 * path: stations so far apart that one can tell them from each other. A station fades where, as one looks at it, the
 * figure, a key around the playhead or a station that comes before it would hide it. Which comes first depends on the
 * keys alone, and everything fades by degrees: nothing flickers while the playhead or the camera moves. */

import { BREAKDOWN } from "../../document/keys";
import type { Keys } from "../../messages";
import { smooth } from "./figure/solid";

export interface Ghost {
  frame: number;
  /** As of `Keys`. */
  keyClass: number;
  opacity: number;
}

export type Place = readonly [number, number, number];

/** Where the hips are at each key, and which keys mark the path. */
export interface Stations {
  places: readonly Place[];
  /** Keys that mark the path, those that come first first. */
  order: readonly number[];
  /** Figures that are nearer than this hide each other. Metres. */
  apart: number;
  /** Frames after which a station has mostly faded. */
  lasting: number;
}

export const MOST_GHOSTS = 24;
const NEAR_OPACITY = 0.55;
const FAR_OPACITY = 0.28;
const LEAST_OPACITY = 0.06;
/** As parts of the stature: between stations, and where ghosts no longer hide each other at all. */
const APART = 0.42;
const CLEAR = 1.6;
/** How much a distance towards the viewer counts: one ghost is still before the other. */
const DEPTH = 0.4;
const LASTING_S = 5;

/** Stations along the path: keyposes before breakdowns, the earlier before the later. */
export function stationsOf(
  keys: Pick<Keys, "frames" | "classes">,
  hipsAt: (frame: number) => Place,
  height: number,
  fps: number,
): Stations {
  const places = [...keys.frames].map(hipsAt);
  const apart = APART * Math.max(height, 1e-6);
  const order: number[] = [];
  for (const isWanted of [(kind: number) => kind !== BREAKDOWN, (kind: number) => kind === BREAKDOWN]) {
    places.forEach((place, n) => {
      if (!isWanted(keys.classes[n]) || order.some((other) => between(place, places[other]) < apart)) return;
      order.push(n);
    });
  }
  return { places, order, apart, lasting: LASTING_S * fps };
}

function between(a: Place, b: Place): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** A distance as one sees it from a direction: less where one place is behind the other. */
function seenBetween(a: Place, b: Place, back: Place): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const deep = x * back[0] + y * back[1] + z * back[2];
  const across2 = x * x + y * y + z * z - deep * deep;
  return Math.sqrt(Math.max(across2, 0) + (DEPTH * deep) ** 2);
}

/** The place of a frame among the keys: 2.5 is half way from the third to the fourth. */
export function rankOf(frames: Int32Array, frame: number): number {
  const after = frames.findIndex((key) => key >= frame);
  if (after < 0) return frames.length - 1;
  if (after === 0) return 0;
  return after - (frames[after] - frame) / (frames[after] - frames[after - 1]);
}

/** The ghosts to draw, the strongest first. `back` is the way to the viewer, of length one. */
export function ghostsAt(
  keys: Pick<Keys, "frames" | "classes">,
  stations: Stations,
  frame: number,
  hips: Place,
  back: Place,
): Ghost[] {
  const { places, order, apart, lasting } = stations;
  const rank = rankOf(keys.frames, frame);
  // The key before and the one after, all the way; the next ones come and go with them.
  const near = places.map((_, n) => 1 - smooth(Math.abs(n - rank) - 1));
  const hiding: { place: Place; strength: number }[] = [{ place: hips, strength: 1 }];
  near.forEach((strength, n) => {
    if (strength > 0) hiding.push({ place: places[n], strength });
  });
  const opacities = near.map((strength) => NEAR_OPACITY * strength);
  for (const n of order) {
    const late = Math.exp(-(((keys.frames[n] - frame) / lasting) ** 2));
    if (FAR_OPACITY * late < LEAST_OPACITY) continue;
    const clear = hiding.reduce((left, { place, strength }) => {
      const distance = seenBetween(places[n], place, back) / apart;
      return left * (1 - strength * (1 - smooth((distance - 0.5) / (CLEAR - 0.5))));
    }, 1);
    opacities[n] = Math.max(opacities[n], FAR_OPACITY * late * clear);
    hiding.push({ place: places[n], strength: clear });
  }
  const ghosts = opacities.flatMap((opacity, n) => {
    const isHere = Math.abs(keys.frames[n] - frame) < 1;
    return opacity < LEAST_OPACITY || isHere ? [] : [{ frame: keys.frames[n], keyClass: keys.classes[n], opacity }];
  });
  const away = (ghost: Ghost) => Math.abs(ghost.frame - frame);
  return ghosts.sort((a, b) => b.opacity - a.opacity || away(a) - away(b)).slice(0, MOST_GHOSTS);
}
