/** What can be said of flags: by the hand, by keys. Every change has a name that the edit menu says. */

import {
  isSame,
  lastSaid,
  type Marks,
  markAt,
  said,
  type Word,
  withEnd,
  withGuess,
  withRest,
  wordOf,
} from "../../document/marks";
import type { End, Stretch } from "../../document/plants";
import type { Mark } from "../../messages";
import type { Studio } from "../../studio/studio";
import { clipRange } from "../../timeline/rangeHand";
import { benchOf, laneOf, marksOf, scopeOf, selectedMark, shownFlags } from "./bench";
import { type Edge, guessAround } from "./lanes";

/** Such as `Paint Walk`, `Erase 3 flags`. */
export function named(verb: string, flags: readonly string[]): string {
  return `${verb} ${flags.length === 1 ? flags[0] : `${flags.length} flags`}`;
}

export function verbOf(word: Word): string {
  return word === null ? "Erase" : word ? "Paint" : "Deny";
}

/** The marks of some flags with something said of some frames. */
export function brushed(studio: Studio, flags: readonly string[], stretch: Stretch, word: Word): Marks {
  const { marks } = studio.commands.ahead.get();
  return Object.fromEntries(flags.map((flag) => [flag, said(marks[flag] ?? [], stretch, word)]));
}

export function commit(studio: Studio, label: string, marks: Marks, gesture?: string): boolean {
  return studio.annotations.change(label, marks, gesture);
}

const now = (studio: Studio) => studio.playhead.get();

export function select(studio: Studio, lane: string, mark: Mark | null = null): void {
  benchOf(studio).patch({ lane, selected: mark && { flag: lane, mark } });
}

/** Go up or down by a lane; the ends are ends. */
export function stepLane(studio: Studio, by: number): void {
  const flags = shownFlags(studio);
  const lane = laneOf(studio);
  if (lane) select(studio, flags[Math.min(Math.max(flags.indexOf(lane) + by, 0), flags.length - 1)]);
}

/** The mark that was picked in the lane, or the one at the playhead. */
export function markInHand(studio: Studio): { flag: string; mark: Mark } | null {
  const selected = selectedMark(studio);
  const flag = laneOf(studio);
  if (selected || flag === null) return selected;
  const mark = markAt(marksOf(studio, flag), now(studio));
  return mark && { flag, mark };
}

/** Say of the playhead's frame what painting says. */
export function setHere(studio: Studio): void {
  const flag = laneOf(studio);
  if (flag === null) return;
  const { word } = benchOf(studio).get();
  const frame = now(studio);
  commit(studio, named(verbOf(word), [flag]), brushed(studio, [flag], { first: frame, last: frame }, word));
}

export function erase(studio: Studio): void {
  const found = markInHand(studio);
  if (!found) return;
  const { flag, mark } = found;
  commit(studio, named("Erase", [flag]), brushed(studio, [flag], mark, null));
  benchOf(studio).patch({ selected: null });
}

/** The mark at the playhead, or the next one, begins here; where there is none, one of one frame does. */
export function beginHere(studio: Studio): void {
  const flag = laneOf(studio);
  const mark = flag && marksOf(studio, flag).find(({ last }) => last >= now(studio));
  if (flag && mark) moveEnd(studio, flag, { mark, end: "first" }, now(studio));
  else setHere(studio);
}

/** The mark at the playhead, or the last one before it, ends here. */
export function endHere(studio: Studio): void {
  const flag = laneOf(studio);
  const mark = flag && marksOf(studio, flag).findLast(({ first }) => first <= now(studio));
  if (flag && mark) moveEnd(studio, flag, { mark, end: "last" }, now(studio));
  else setHere(studio);
}

function moveEnd(studio: Studio, flag: string, { mark, end }: Edge, frame: number, gesture?: string): Mark | undefined {
  const after = withEnd(marksOf(studio, flag), mark, end, frame, clipRange(studio));
  commit(studio, named("Retime", [flag]), { [flag]: after }, gesture);
  return markWith(after, mark, end);
}

/** The mark that another one has become when one of its ends moved. */
export function markWith(marks: readonly Mark[], before: Mark, end: End): Mark | undefined {
  const still = before[end === "first" ? "last" : "first"];
  return marks.find(({ first, last, is_yes }) => is_yes === before.is_yes && first <= still && still <= last);
}

/** Move the edge nearest to the playhead, and the playhead with it: its pose says whether it is right. */
export function nudge(studio: Studio, by: number, gesture: string): void {
  const flag = laneOf(studio);
  if (flag === null) return;
  const edges = marksOf(studio, flag).flatMap((mark) => (["first", "last"] as const).map((end) => ({ mark, end })));
  const away = ({ mark, end }: Edge) => Math.abs(mark[end] - now(studio));
  const edge = edges.reduce<Edge | null>((best, one) => (best && away(best) <= away(one) ? best : one), null);
  if (!edge) return;
  const moved = moveEnd(studio, flag, edge, edge.mark[edge.end] + by, gesture);
  if (moved) studio.playhead.set(moved[edge.end]);
}

/** Go to where a mark of the lane begins or ends. */
export function toBoundary(studio: Studio, direction: 1 | -1): void {
  const flag = laneOf(studio);
  if (flag === null) return;
  const frames = [...new Set(marksOf(studio, flag).flatMap(({ first, last }) => [first, last]))].sort((a, b) => a - b);
  const next = direction > 0 ? frames.find((one) => one > now(studio)) : frames.findLast((one) => one < now(studio));
  if (next !== undefined) studio.playhead.set(next);
}

/** Where a flag can be gone on with: behind all that was said of it before the playhead, otherwise where the range begins. */
export function onFrom(studio: Studio, flag: string): number {
  const { first, last } = studio.commands.ahead.get().settings;
  const before = lastSaid(marksOf(studio, flag), now(studio));
  return before === null ? first : Math.min(before + 1, last);
}

/** Go to where the last label of any flag that is seen ended, to go on from there. */
export function toLastLabel(studio: Studio): void {
  const ends = shownFlags(studio).flatMap((flag) => marksOf(studio, flag).map(({ last }) => last));
  const { first, last } = studio.commands.ahead.get().settings;
  studio.playhead.set(ends.length ? Math.min(Math.max(Math.max(...ends) + 1, first), last) : first);
}

/** Play what is in hand over and over: the picked mark, or the stretch to label. Ends what is looped already. */
export function loop(studio: Studio): void {
  const span = loopable(studio);
  if (studio.playback.span.get()) studio.playback.stop();
  else if (span) studio.playback.loop({ first: span.first, last: span.last });
}

export function loopable(studio: Studio): Stretch | null {
  return selectedMark(studio)?.mark ?? benchOf(studio).get().stretch ?? markInHand(studio)?.mark ?? null;
}

/** Take the guesses over where nothing is said: in the stretch in hand, or in the range. */
export function acceptGuess(studio: Studio): void {
  const clip = studio.clip.get();
  if (!clip) return;
  const { marks } = studio.commands.ahead.get();
  const accepted = shownFlags(studio).map((flag) => {
    const guess = studio.annotations.guessOf(flag);
    return [flag, withGuess(marks[flag] ?? [], guess, clip.first_frame, scopeOf(studio))] as const;
  });
  commit(studio, "Accept guess", Object.fromEntries(accepted));
}

/** Take over the guess of one flag around a frame, as far as it says the same. */
export function acceptAround(studio: Studio, flag: string, frame: number): void {
  const clip = studio.clip.get();
  if (!clip) return;
  const guess = studio.annotations.guessOf(flag);
  const stretch = guessAround(guess, clip.first_frame, frame, marksOf(studio, flag), wordOf);
  if (!stretch) return;
  const word = wordOf(guess[frame - clip.first_frame]);
  commit(studio, named("Accept guess of", [flag]), brushed(studio, [flag], stretch, word));
}

/** Say of all frames in hand of which nothing is said that the flags are not true there. */
export function denyRest(studio: Studio): void {
  const { marks } = studio.commands.ahead.get();
  const denied = shownFlags(studio).map((flag) => [flag, withRest(marks[flag] ?? [], scopeOf(studio))] as const);
  commit(studio, "The rest is not", Object.fromEntries(denied));
}

export function isPicked(studio: Studio, flag: string, mark: Mark): boolean {
  const selected = selectedMark(studio);
  return selected?.flag === flag && isSame(selected.mark, mark);
}
