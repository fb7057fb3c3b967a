/** When the feet are on the ground: stays of four points, in order. Nothing here changes its input. */

import type { Plant } from "../messages";

export const POINTS = ["Left heel", "Left toe", "Right heel", "Right toe"] as const;

export interface Stretch {
  /** Frames, both included. */
  first: number;
  last: number;
}

/** In the order in which they are kept: by point, then by time. */
export function inOrder(plants: readonly Plant[]): Plant[] {
  return [...plants].sort((a, b) => a.point - b.point || a.first - b.first);
}

export function ofPoint(plants: readonly Plant[], point: number): Plant[] {
  return plants.filter((plant) => plant.point === point);
}

/** The plant of a point that holds a frame. */
export function plantAt(plants: readonly Plant[], point: number, frame: number): Plant | null {
  return plants.find((plant) => plant.point === point && plant.first <= frame && frame <= plant.last) ?? null;
}

/** Whether each point is planted on a frame. */
export function plantedAt(plants: readonly Plant[], frame: number): boolean[] {
  return POINTS.map((_, point) => plantAt(plants, point, frame) !== null);
}

/** The plants with some frames of a point set by hand. What is painted becomes one with the plants that it touches; of
 * those that are cut, what is left keeps its source. */
export function painted(plants: readonly Plant[], point: number, stretch: Stretch, isPlanted: boolean): Plant[] {
  let { first, last } = stretch;
  const kept = plants.filter((plant) => plant.point !== point);
  for (const plant of ofPoint(plants, point)) {
    if (isPlanted && plant.first <= last + 1 && plant.last >= first - 1) {
      first = Math.min(first, plant.first);
      last = Math.max(last, plant.last);
    } else if (isPlanted || plant.last < first || plant.first > last) {
      kept.push(plant);
    } else {
      if (plant.first < first) kept.push({ ...plant, last: first - 1 });
      if (plant.last > last) kept.push({ ...plant, first: last + 1 });
    }
  }
  if (isPlanted) kept.push({ first, last, point, source: "hand" });
  return inOrder(kept);
}

export type End = "first" | "last";

/** The plants with one end of one of them on another frame, by hand: it stops at the other end and before its
 * neighbours, so that none is lost by a slip. */
export function withEnd(plants: readonly Plant[], plant: Plant, end: End, frame: number, within: Stretch): Plant[] {
  const { from, to } = roomOf(plants, plant, end, within);
  const wanted = Math.min(Math.max(frame, from), to);
  if (wanted === plant[end]) return [...plants];
  const moved: Plant = { ...plant, [end]: wanted, source: "hand" };
  return inOrder(plants.map((one) => (isSame(one, plant) ? moved : one)));
}

/** Where an end of a plant can go: at least one frame is left between it and its neighbours. */
function roomOf(plants: readonly Plant[], plant: Plant, end: End, within: Stretch): { from: number; to: number } {
  const others = ofPoint(plants, plant.point).filter((one) => !isSame(one, plant));
  if (end === "last") {
    const next = Math.min(...others.filter((one) => one.first > plant.last).map((one) => one.first - 2), within.last);
    return { from: plant.first, to: Math.max(next, plant.last) };
  }
  const before = Math.max(...others.filter((one) => one.last < plant.first).map((one) => one.last + 2), within.first);
  return { from: Math.min(before, plant.first), to: plant.last };
}

/** Whether somebody or something only supposes a plant, rather than having seen or measured it. */
export function isGuessed({ source }: Plant): boolean {
  return source === "oracle" || source === "thresholds";
}

/** The plants where a guess is taken over on some frames. What a hand has set stays, and with it its ends: of the guess,
 * nothing is taken that touches it. The same goes for what was measured. */
export function withGuess(plants: readonly Plant[], guess: readonly Plant[], stretch: Stretch): Plant[] {
  const known = plants.filter((plant) => !isGuessed(plant));
  const isFree = (one: Plant) =>
    !known.some((plant) => plant.point === one.point && one.first <= plant.last + 1 && one.last >= plant.first - 1);
  const others = plants.filter(isGuessed).flatMap((plant) => outside(plant, stretch));
  const taken = guess.flatMap((plant) => inside(plant, stretch)).filter(isFree);
  return joined([...known, ...others, ...taken]);
}

/** The plants as checked by a hand: those on some frames are its own from now on. */
export function confirmed(plants: readonly Plant[], stretch: Stretch): Plant[] {
  return plants.map((plant) =>
    isGuessed(plant) && plant.first <= stretch.last && plant.last >= stretch.first
      ? { ...plant, source: "hand" }
      : plant,
  );
}

function inside(plant: Plant, { first, last }: Stretch): Plant[] {
  const cut = { ...plant, first: Math.max(plant.first, first), last: Math.min(plant.last, last) };
  return cut.first <= cut.last ? [cut] : [];
}

function outside(plant: Plant, { first, last }: Stretch): Plant[] {
  if (plant.last < first || plant.first > last) return [plant];
  const pieces = [
    { ...plant, last: first - 1 },
    { ...plant, first: last + 1 },
  ];
  return pieces.filter((piece) => piece.first <= piece.last);
}

/** Plants of one source that meet, as at the end of a stretch, are one. */
function joined(plants: readonly Plant[]): Plant[] {
  const found: Plant[] = [];
  for (const plant of inOrder(plants)) {
    const last = found.at(-1);
    const isOne = last && last.point === plant.point && last.source === plant.source && last.last + 1 === plant.first;
    if (isOne) found[found.length - 1] = { ...last, last: plant.last };
    else found.push(plant);
  }
  return found;
}

/** Frames on which something of some points begins or has just ended, rising: what a person has to look at. */
export function boundaries(plants: readonly Plant[], points: readonly number[]): number[] {
  const some = plants.filter((plant) => points.includes(plant.point));
  return [...new Set(some.flatMap(({ first, last }) => [first, last]))].sort((a, b) => a - b);
}

/** What has to go and to come to get from one list to another. */
export function plantsDifference(
  before: readonly Plant[],
  after: readonly Plant[],
): { removed: Plant[]; inserted: Plant[] } {
  const [was, is] = [new Set(before.map(nameOf)), new Set(after.map(nameOf))];
  return {
    removed: before.filter((plant) => !is.has(nameOf(plant))),
    inserted: after.filter((plant) => !was.has(nameOf(plant))),
  };
}

/** The list with some plants gone and others there. */
export function exchanged(plants: readonly Plant[], removed: readonly Plant[], inserted: readonly Plant[]): Plant[] {
  const gone = new Set(removed.map(nameOf));
  return inOrder([...plants.filter((plant) => !gone.has(nameOf(plant))), ...inserted]);
}

export function isSame(a: Plant, b: Plant): boolean {
  return nameOf(a) === nameOf(b);
}

function nameOf({ first, last, point, source }: Plant): string {
  return `${point} ${first} ${last} ${source}`;
}
