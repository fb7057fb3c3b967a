/** Which keys are shown as ghosts, and how strongly.
 *
 * The keys around the playhead are what one compares with, so they are strong. Of those further away, some show the
 * path: stations so far apart that they do not blur each other, as long as the figure itself is not there. */

import type { Keys } from "../../messages";

export interface Ghost {
  frame: number;
  /** 0 keypose, 1 breakdown. */
  keyClass: number;
  opacity: number;
}

export type Place = readonly [number, number, number];

/** Where the hips are at each key, and which keys mark the path. */
export interface Stations {
  places: readonly Place[];
  isStation: readonly boolean[];
  /** Figures that are nearer than this blur each other. Metres. */
  apart: number;
  /** Frames after which a station has mostly faded. */
  lasting: number;
}

export const MOST_GHOSTS = 32;
const NEAR_OPACITY = 0.6;
/** How many keys away a ghost keeps about a third of that. */
const NEAR_KEYS = 1.6;
const FAR_OPACITY = 0.25;
const LEAST_OPACITY = 0.06;
const APART = 0.2;
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
  const isStation = places.map(() => false);
  const kept: Place[] = [];
  for (const wanted of [0, 1]) {
    places.forEach((place, n) => {
      if (keys.classes[n] !== wanted || kept.some((other) => between(place, other) < apart)) return;
      isStation[n] = true;
      kept.push(place);
    });
  }
  return { places, isStation, apart, lasting: LASTING_S * fps };
}

function between(a: Place, b: Place): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The place of a frame among the keys: 2.5 is half way from the third to the fourth. */
export function rankOf(frames: Int32Array, frame: number): number {
  const after = frames.findIndex((key) => key >= frame);
  if (after < 0) return frames.length - 1;
  if (after === 0) return 0;
  return after - (frames[after] - frame) / (frames[after] - frames[after - 1]);
}

/** The ghosts to draw, the strongest first. A ghost under the figure itself would only make its edges dirty. */
export function ghostsAt(
  keys: Pick<Keys, "frames" | "classes">,
  stations: Stations,
  frame: number,
  hips: Place,
): Ghost[] {
  const rank = rankOf(keys.frames, frame);
  const ghosts: Ghost[] = [];
  keys.frames.forEach((key, n) => {
    if (Math.abs(key - frame) < 1) return;
    const near = NEAR_OPACITY * Math.exp(-(((n - rank) / NEAR_KEYS) ** 2));
    const clear = stations.isStation[n] ? between(stations.places[n], hips) / stations.apart - 0.7 : 0;
    const late = Math.exp(-(((key - frame) / stations.lasting) ** 2));
    const opacity = Math.max(near, FAR_OPACITY * Math.min(Math.max(clear, 0), 1) * late);
    if (opacity >= LEAST_OPACITY) ghosts.push({ frame: key, keyClass: keys.classes[n], opacity });
  });
  const away = (ghost: Ghost) => Math.abs(ghost.frame - frame);
  return ghosts.sort((a, b) => b.opacity - a.opacity || away(a) - away(b)).slice(0, MOST_GHOSTS);
}
