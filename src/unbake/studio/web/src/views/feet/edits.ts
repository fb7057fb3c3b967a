/** What can be done with labels: by the hand, by keys. Every change has a name that the edit menu says. */

import {
  boundaries,
  confirmed,
  type End,
  ofPoint,
  POINTS,
  painted,
  plantAt,
  type Stretch,
  withEnd,
  withGuess,
} from "../../document/plants";
import type { Plant } from "../../messages";
import type { Studio } from "../../studio/studio";
import { clipRange } from "../../timeline/rangeHand";
import { benchOf, scopeOf, selectedPlant, shownPlants } from "./bench";
import type { Edge } from "./lanes";

/** Such as `Paint left heel`, `Erase right foot`. */
export function named(verb: string, points: readonly number[]): string {
  if (points.length === 1) return `${verb} ${POINTS[points[0]].toLowerCase()}`;
  const feet = new Set(points.map((point) => point >> 1));
  if (feet.size === 1) return `${verb} ${feet.has(0) ? "left" : "right"} foot`;
  return `${verb} feet`;
}

/** The labels after painting or erasing some frames of some points. */
export function brushed(
  plants: readonly Plant[],
  points: readonly number[],
  stretch: Stretch,
  isErasing: boolean,
): Plant[] {
  return points.reduce((all: readonly Plant[], point) => painted(all, point, stretch, !isErasing), plants) as Plant[];
}

/** Make labels the document's; returns whether they are others. */
export function commit(studio: Studio, label: string, plants: readonly Plant[], gesture?: string): boolean {
  return studio.relabel(label, plants, gesture);
}

const now = (studio: Studio) => studio.playhead.get();
const laneNow = (studio: Studio) => benchOf(studio).get().lane;

export function select(studio: Studio, lane: number, selected: Plant | null = null): void {
  benchOf(studio).patch({ lane, selected });
}

/** Go up or down by a lane; the ends are ends. */
export function stepLane(studio: Studio, by: number): void {
  select(studio, Math.min(Math.max(laneNow(studio) + by, 0), POINTS.length - 1));
}

/** Plant the lane's point on the playhead's frame. */
export function setHere(studio: Studio): void {
  const [point, frame] = [laneNow(studio), now(studio)];
  commit(studio, named("Paint", [point]), painted(shownPlants(studio), point, { first: frame, last: frame }, true));
}

/** The plant that was picked in the lane, or the one at the playhead. */
export function plantInHand(studio: Studio): Plant | null {
  return selectedPlant(studio) ?? plantAt(shownPlants(studio), laneNow(studio), now(studio));
}

export function erase(studio: Studio): void {
  const plant = plantInHand(studio);
  if (!plant) return;
  commit(studio, named("Erase", [plant.point]), painted(shownPlants(studio), plant.point, plant, false));
  benchOf(studio).patch({ selected: null });
}

/** The plant at the playhead, or the next one, begins here; where there is none, a plant of one frame does. */
export function beginHere(studio: Studio): void {
  const [point, frame] = [laneNow(studio), now(studio)];
  const next = ofPoint(shownPlants(studio), point).find(({ last }) => last >= frame);
  if (next) moveEnd(studio, { plant: next, end: "first" }, frame);
  else setHere(studio);
}

/** The plant at the playhead, or the last one before it, ends here. */
export function endHere(studio: Studio): void {
  const [point, frame] = [laneNow(studio), now(studio)];
  const before = ofPoint(shownPlants(studio), point).findLast(({ first }) => first <= frame);
  if (before) moveEnd(studio, { plant: before, end: "last" }, frame);
  else setHere(studio);
}

function moveEnd(studio: Studio, { plant, end }: Edge, frame: number, gesture?: string): void {
  const plants = shownPlants(studio);
  commit(studio, named("Retime", [plant.point]), withEnd(plants, plant, end, frame, clipRange(studio)), gesture);
}

/** The edge of the lane nearest to the playhead. */
function nearestEdge(studio: Studio): Edge | null {
  const frame = now(studio);
  const edges = ofPoint(shownPlants(studio), laneNow(studio)).flatMap((plant) =>
    (["first", "last"] as const).map((end: End) => ({ plant, end })),
  );
  const away = ({ plant, end }: Edge) => Math.abs(plant[end] - frame);
  return edges.reduce<Edge | null>((best, edge) => (best && away(best) <= away(edge) ? best : edge), null);
}

/** Move the edge nearest to the playhead, and the playhead with it: its pose says whether it is right. */
export function nudge(studio: Studio, by: number, gesture: string): void {
  const edge = nearestEdge(studio);
  if (!edge) return;
  const { plant, end } = edge;
  const after = withEnd(shownPlants(studio), plant, end, plant[end] + by, clipRange(studio));
  const moved = ofPoint(after, plant.point).find((one) => one[other(end)] === plant[other(end)]);
  commit(studio, named("Retime", [plant.point]), after, gesture);
  if (moved) studio.playhead.set(moved[end]);
}

const other = (end: End): End => (end === "first" ? "last" : "first");

/** Go to where a plant of the lane begins or ends. */
export function toBoundary(studio: Studio, direction: 1 | -1): void {
  const frames = boundaries(shownPlants(studio), [laneNow(studio)]);
  const frame = now(studio);
  const next = direction > 0 ? frames.find((one) => one > frame) : frames.findLast((one) => one < frame);
  if (next !== undefined) studio.playhead.set(next);
}

/** Take the guess over where no hand has labelled: in the sequence, or in the range. */
export function acceptGuess(studio: Studio, label = "Accept guess"): void {
  const { guess } = studio.results.get();
  if (guess) commit(studio, label, withGuess(studio.commands.ahead.get().plants, guess.plants, scopeOf(studio)));
}

/** What was learnt was checked. `then` follows where anything changed by it. */
export function confirm(studio: Studio, stretch: Stretch, then: () => void): void {
  studio.relabel("Confirm labels", confirmed(studio.commands.ahead.get().plants, stretch), undefined, then);
}
