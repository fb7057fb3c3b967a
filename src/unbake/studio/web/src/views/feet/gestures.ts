/** The mouse on the lanes: paint, erase, move an edge, pick. */

import type { PointerEvent } from "react";
import { type Place, placeIn } from "../../controls/place";
import { POINTS, plantAt, withEnd } from "../../document/plants";
import type { Studio } from "../../studio/studio";
import { type Axis, axisOf } from "../../timeline/axis";
import { drag } from "../../timeline/drag";
import type { Hint } from "../../timeline/LaneHint";
import { edgeFrame, frameUnder, lanesBetween, spanWords } from "../../timeline/lanes";
import { clipRange } from "../../timeline/rangeHand";
import { benchOf, shownPlants } from "./bench";
import { brushed, commit, named, select } from "./edits";
import { type Edge, edgeNear, laneAt, laneHeight } from "./lanes";
import { SOURCES } from "./wording";

/** Pixels that the pointer goes before a press becomes a drag. */
const SLACK = 3;

type Press = PointerEvent<HTMLCanvasElement>;

/** Where a pointer is: its lane, and the edge that it could take. */
function hitOf(studio: Studio, canvas: HTMLElement, { x, y }: Place) {
  const axis = axisOf(studio.view.get(), canvas.clientWidth);
  const lane = laneAt(y, laneHeight(canvas.clientHeight));
  return { axis, lane, edge: edgeNear(shownPlants(studio), lane, axis, x) };
}

export function press(studio: Studio, event: Press): void {
  const { feet } = studio.results.get();
  const isErasing = event.button === 2 || (event.button === 0 && event.altKey);
  // Alt with the right button zooms time.
  const isMine = event.button === 0 || (event.button === 2 && !event.altKey);
  if (!feet || !isMine || benchOf(studio).get().draft) return;
  const canvas = event.currentTarget;
  const { axis, lane, edge } = hitOf(studio, canvas, placeIn(canvas, event));
  if (edge && !isErasing) dragEdge(studio, event, edge);
  else brush(studio, event, axis, lane, isErasing);
}

/** Drag over frames of one lane or several; without a drag, a press picks what is there. */
function brush(studio: Studio, down: Press, axis: Axis, lane: number, isErasing: boolean): void {
  const canvas = down.currentTarget;
  const bench = benchOf(studio);
  const start = placeIn(canvas, down);
  const range = clipRange(studio);
  const within = (frame: number) => Math.min(Math.max(frame, range.first), range.last);
  const from = within(frameUnder(axis, start.x));
  const before = studio.commands.ahead.get().plants;
  select(studio, lane, plantAt(before, lane, from));
  const paint = (place: Place) => {
    const now = axisOf(studio.view.get(), canvas.clientWidth);
    const to = within(frameUnder(now, place.x));
    const points = lanesBetween(lane, laneAt(place.y, laneHeight(canvas.clientHeight)));
    const stretch = { first: Math.min(from, to), last: Math.max(from, to) };
    const plants = brushed(before, points, stretch, isErasing);
    bench.patch({ draft: { plants, brush: { ...stretch, points, isErasing } }, selected: null });
  };
  drag(
    canvas,
    down.pointerId,
    (event) => {
      const place = placeIn(canvas, event);
      if (bench.get().draft || Math.hypot(place.x - start.x, place.y - start.y) >= SLACK) paint(place);
    },
    (isTaken) => {
      const { draft } = bench.get();
      bench.patch({ draft: null });
      if (!isTaken || !draft?.brush) return;
      commit(studio, named(isErasing ? "Erase" : "Paint", draft.brush.points), draft.plants);
    },
  );
}

/** Drag an edge, frame by frame; the figure shows the pose on it. */
function dragEdge(studio: Studio, down: Press, { plant, end }: Edge): void {
  const canvas = down.currentTarget;
  const bench = benchOf(studio);
  const before = studio.commands.ahead.get().plants;
  const playhead = studio.playhead.get();
  select(studio, plant.point, plant);
  drag(
    canvas,
    down.pointerId,
    (event) => {
      const axis = axisOf(studio.view.get(), canvas.clientWidth);
      const frame = edgeFrame(axis, end, placeIn(canvas, event).x);
      const plants = withEnd(before, plant, end, frame, clipRange(studio));
      const moved = plants.find((one) => one.point === plant.point && one[OTHER[end]] === plant[OTHER[end]]) ?? plant;
      bench.patch({ draft: { plants, brush: null }, selected: moved });
      studio.playhead.set(moved[end]);
    },
    (isTaken) => {
      const { draft } = bench.get();
      bench.patch({ draft: null });
      if (isTaken && draft) commit(studio, named("Retime", [plant.point]), draft.plants);
      else if (draft) {
        bench.patch({ selected: plant });
        studio.playhead.set(playhead);
      }
    },
  );
}

const OTHER = { first: "last", last: "first" } as const;

/** Words for where the pointer is, where there is something to say; sets the pointer's shape. */
export function hover(studio: Studio, event: Press): Hint | null {
  const canvas = event.currentTarget;
  const { feet, guess } = studio.results.get();
  const clip = studio.clip.get();
  if (!feet || !clip) return null;
  const place = placeIn(canvas, event);
  const { draft, selected } = benchOf(studio).get();
  if (draft) return { ...place, lines: [spanWords(draft.brush ?? selected ?? clipRange(studio), clip.fps)] };
  const { axis, lane, edge } = hitOf(studio, canvas, place);
  canvas.style.cursor = edge && !event.altKey ? "ew-resize" : "crosshair";
  const frame = frameUnder(axis, place.x);
  if (event.buttons || place.x < axis.left || frame < clip.first_frame || frame > clip.last_frame) return null;
  const plant = plantAt(shownPlants(studio), lane, frame);
  const certainty = guess?.certainty[POINTS.length * (frame - clip.first_frame) + lane];
  const lines = [
    plant ? `${spanWords(plant, clip.fps)}, ${SOURCES[plant.source]}` : "",
    certainty === undefined ? "" : `Frame ${frame}: the oracle says ${Math.round(100 * certainty)} %`,
  ].filter(Boolean);
  return lines.length ? { ...place, lines } : null;
}
