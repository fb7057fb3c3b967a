/** The mouse on the lanes: paint, deny, erase, move an edge, pick, accept a guess. */

import type { MouseEvent, PointerEvent } from "react";
import { type Place, placeIn } from "../../controls/place";
import { markAt, NO_GUESS, type Word, withEnd } from "../../document/marks";
import type { Studio } from "../../studio/studio";
import { type Axis, axisOf } from "../../timeline/axis";
import { drag } from "../../timeline/drag";
import type { Hint } from "../../timeline/LaneHint";
import { edgeFrame, frameUnder, lanesBetween, spanWords } from "../../timeline/lanes";
import { clipRange } from "../../timeline/rangeHand";
import { benchOf, canAnnotate, marksOf, shownFlags } from "./bench";
import { acceptAround, brushed, commit, markWith, named, select, verbOf } from "./edits";
import { type Edge, edgeNear, laneAt, laneHeight } from "./lanes";
import { isPainting } from "./painting";

/** Pixels that the pointer goes before a press becomes a drag. */
const SLACK = 3;

type Press = PointerEvent<HTMLCanvasElement>;
type Pointed = MouseEvent<HTMLCanvasElement>;

interface Hit {
  axis: Axis;
  row: number;
  flag: string;
  edge: Edge | null;
}

/** Where a pointer is: its lane, and the edge that it could take; null where there are no lanes. */
function hitOf(studio: Studio, canvas: HTMLElement, { x, y }: Place): Hit | null {
  const flags = shownFlags(studio);
  if (!flags.length || !canAnnotate(studio)) return null;
  const axis = axisOf(studio.view.get(), canvas.clientWidth);
  const row = laneAt(y, laneHeight(canvas.clientHeight, flags.length), flags.length);
  return { axis, row, flag: flags[row], edge: edgeNear(marksOf(studio, flags[row]), axis, x) };
}

/** What a press paints: the right button and Alt erase, Shift denies, otherwise what was chosen. */
function wordOf(studio: Studio, event: Press): Word {
  if (event.button === 2 || event.altKey) return null;
  return event.shiftKey ? false : benchOf(studio).get().word;
}

export function press(studio: Studio, event: Press): void {
  // Alt with the right button zooms time.
  const isMine = event.button === 0 || (event.button === 2 && !event.altKey);
  if (!isMine || benchOf(studio).get().draft || isPainting(studio)) return;
  const canvas = event.currentTarget;
  const hit = hitOf(studio, canvas, placeIn(canvas, event));
  if (!hit) return;
  const word = wordOf(studio, event);
  const takesEdge = event.button === 0 && !event.altKey && !event.shiftKey;
  if (hit.edge && takesEdge) dragEdge(studio, event, hit.flag, hit.edge);
  else brush(studio, event, hit, word);
}

/** Drag over frames of one lane or several; without a drag, a press picks what is there. */
function brush(studio: Studio, down: Press, { axis, row, flag }: Hit, word: Word): void {
  const canvas = down.currentTarget;
  const bench = benchOf(studio);
  const start = placeIn(canvas, down);
  const range = clipRange(studio);
  const within = (frame: number) => Math.min(Math.max(frame, range.first), range.last);
  const from = within(frameUnder(axis, start.x));
  const flags = shownFlags(studio);
  select(studio, flag, markAt(marksOf(studio, flag), from));
  const paint = (place: Place) => {
    const now = axisOf(studio.view.get(), canvas.clientWidth);
    const to = within(frameUnder(now, place.x));
    const high = laneHeight(canvas.clientHeight, flags.length);
    const some = lanesBetween(row, laneAt(place.y, high, flags.length)).map((one) => flags[one]);
    const stretch = { first: Math.min(from, to), last: Math.max(from, to) };
    const marks = brushed(studio, some, stretch, word);
    bench.patch({ draft: { marks, brush: { ...stretch, flags: some, word } }, selected: null });
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
      if (isTaken && draft?.brush) commit(studio, named(verbOf(word), draft.brush.flags), draft.marks);
    },
  );
}

/** Drag an edge, frame by frame; the figure shows the pose on it. */
function dragEdge(studio: Studio, down: Press, flag: string, { mark, end }: Edge): void {
  const canvas = down.currentTarget;
  const bench = benchOf(studio);
  const before = studio.commands.ahead.get().marks[flag] ?? [];
  const playhead = studio.playhead.get();
  select(studio, flag, mark);
  drag(
    canvas,
    down.pointerId,
    (event) => {
      const axis = axisOf(studio.view.get(), canvas.clientWidth);
      const after = withEnd(before, mark, end, edgeFrame(axis, end, placeIn(canvas, event).x), clipRange(studio));
      const moved = markWith(after, mark, end) ?? mark;
      bench.patch({ draft: { marks: { [flag]: after }, brush: null }, selected: { flag, mark: moved } });
      studio.playhead.set(moved[end]);
    },
    (isTaken) => {
      const { draft } = bench.get();
      bench.patch({ draft: null });
      if (isTaken && draft) commit(studio, named("Retime", [flag]), draft.marks);
      else if (draft) {
        bench.patch({ selected: { flag, mark } });
        studio.playhead.set(playhead);
      }
    },
  );
}

/** A guess under the pointer is taken over as far as it says the same. */
export function accept(studio: Studio, event: Pointed): void {
  const canvas = event.currentTarget;
  const place = placeIn(canvas, event);
  const hit = hitOf(studio, canvas, place);
  if (hit && place.x >= hit.axis.left) acceptAround(studio, hit.flag, frameUnder(hit.axis, place.x));
}

/** Words for where the pointer is, where there is something to say; sets the pointer's shape. */
export function hover(studio: Studio, event: Press): Hint | null {
  const canvas = event.currentTarget;
  const clip = studio.clip.get();
  const place = placeIn(canvas, event);
  const hit = hitOf(studio, canvas, place);
  if (!hit || !clip) return null;
  const { draft, selected } = benchOf(studio).get();
  if (draft) return { ...place, lines: [spanWords(draft.brush ?? selected?.mark ?? clipRange(studio), clip.fps)] };
  const { axis, flag, edge } = hit;
  canvas.style.cursor = edge && !event.altKey && !event.shiftKey ? "ew-resize" : "crosshair";
  const frame = frameUnder(axis, place.x);
  if (event.buttons || place.x < axis.left || frame < clip.first_frame || frame > clip.last_frame) return null;
  const mark = markAt(marksOf(studio, flag), frame);
  const percent = studio.annotations.guessOf(flag)[frame - clip.first_frame] ?? NO_GUESS;
  const lines = [
    mark ? `${mark.is_yes ? flag : `Not ${flag.toLowerCase()}`}: ${spanWords(mark, clip.fps)}` : "",
    percent === NO_GUESS ? "" : `Frame ${frame}: guessed ${percent} %`,
  ].filter(Boolean);
  return lines.length ? { ...place, lines } : null;
}
