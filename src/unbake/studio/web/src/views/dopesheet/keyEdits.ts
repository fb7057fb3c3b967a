/** What can be done with the selected keys. */

import { BREAKDOWN, classNameOf, KEYPOSE, type KeyClass } from "../../document/keys";
import type { Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { framed } from "../../timeline/axis";
import { type Copied, copied, pastedAt } from "./clipboard";
import { movesOf } from "./moving";
import { counted, isPinningOf, pinned, pinsAfter } from "./pins";

export const ENDS_STAY = "The first and the last key hold the ends of the range, so they stay.";
export const LOCKED_STAY = "Keys that are locked in a channel stay where they are.";
export const NO_ROOM = "There is no frame for these keys to move to: they stay between the ends of the range.";

/** Copied keys; what they hold is not known as long as the copy waits for its turn. */
interface Clipboard {
  offsets: readonly number[];
  copied: Copied | null;
}

let clipboard: Clipboard | null = null;

/** Frames of the selected keys that there are: with those that waiting commands add, without those that they delete. */
export function selectedFrames(studio: Studio): number[] {
  const selected = new Set(studio.view.get().selectedKeys);
  return studio.keyIds.expectedFrames().filter((frame) => selected.has(frame));
}

export function hasSelected(studio: Studio): boolean {
  return studio.clip.get() !== null && selectedFrames(studio).length > 0;
}

export function select(studio: Studio, frames: readonly number[]): void {
  studio.view.patch({ selectedKeys: frames });
}

/** Those of some frames whose keys can go: all but the first and the last. */
function withoutEnds(frames: readonly number[], keys: Keys | null): number[] {
  return frames.filter((frame) => frame !== keys?.frames.at(0) && frame !== keys?.frames.at(-1));
}

export function selectAll(studio: Studio): void {
  select(studio, studio.keyIds.expectedFrames());
}

/** Every key that is not selected. */
export function selectOthers(studio: Studio): void {
  const before = new Set(selectedFrames(studio));
  select(
    studio,
    studio.keyIds.expectedFrames().filter((frame) => !before.has(frame)),
  );
}

/** Put a key on a frame and select it; the curves do not change. */
export async function addKey(studio: Studio, frame: number): Promise<void> {
  const { first, last } = studio.commands.ahead.get().settings;
  if (frame < first || frame > last) return;
  const isThere = studio.keyIds.expectedFrames().includes(frame);
  const added = isThere
    ? null
    : studio.editing.ask("InsertKey", {
        label: () => "Add key",
        adds: [frame],
        body: () => ({ frame }),
      });
  select(studio, [frame]);
  await added;
}

export async function deleteSelected(studio: Studio, verb = "Delete"): Promise<void> {
  const on = withoutEnds(selectedFrames(studio), studio.shownKeys());
  if (on.length < selectedFrames(studio).length) studio.notify("info", ENDS_STAY);
  if (!on.length) return;
  await studio.editing.ask("DeleteKeys", {
    label: (count) => counted(verb, count),
    on: studio.keyIds.named(on),
    isRemoval: true,
    body: (frames) => ({ frames: [...frames] }),
  });
}

/** Move the selected keys by a frame or a few. */
export async function nudge(studio: Studio, by: number): Promise<void> {
  await studio.editing.ask("MoveKeys", {
    label: (count) => counted("Move", count),
    on: studio.keyIds.named(selectedFrames(studio)),
    body: (frames) => ({ frames: [...frames], by }),
    moves: (frames, keys) => movesOf(keys, frames, by),
  });
}

export async function setClass(studio: Studio, wanted: KeyClass): Promise<void> {
  await studio.editing.give({
    label: (count) => counted("Make", count, classNameOf(wanted)),
    on: studio.keyIds.named(selectedFrames(studio)),
    make: (keys, frames) => {
      const classes = keys.classes.map((before, row) => (frames.includes(keys.frames[row]) ? wanted : before));
      return { keys: { ...keys, classes } };
    },
  });
}

/** Breakdowns become keyposes; otherwise all become breakdowns. */
export function toggleClass(studio: Studio): void {
  const keys = studio.shownKeys()!;
  const isBreakdown = (frame: number) => keys.classes[keys.frames.indexOf(frame)] === BREAKDOWN;
  void setClass(studio, selectedFrames(studio).every(isBreakdown) ? KEYPOSE : BREAKDOWN);
}

/** Pin the selected keys, or the playhead's frame where none is selected; unpin what is pinned. */
export function togglePins(studio: Studio): void {
  const selected = selectedFrames(studio);
  const ids = studio.keyIds.named(selected);
  const frame = studio.playhead.get();
  const frames = selected.length ? selected : [frame];
  const isPinning = isPinningOf(studio.commands.ahead.get().settings.pins, frames);
  const label = counted(isPinning ? "Pin" : "Unpin", frames.length, selected.length ? "key" : "frame");
  studio.change(label, (document) => {
    // The keys may have moved by then.
    const now = selected.length ? studio.keyIds.framesOf(ids) : [frame];
    return now.length ? pinned(document, pinsAfter(document.settings.pins, now, isPinning)) : {};
  });
}

export function isPinned(studio: Studio): boolean {
  const selected = selectedFrames(studio);
  const frames = selected.length ? selected : [studio.playhead.get()];
  return !isPinningOf(studio.commands.ahead.get().settings.pins, frames);
}

/** Copy the selected keys, as they are once what was given before is done. */
export async function copySelected(studio: Studio): Promise<void> {
  const frames = selectedFrames(studio);
  if (!frames.length) return;
  const ids = studio.keyIds.named(frames);
  const board: Clipboard = { offsets: frames.map((frame) => frame - frames[0]), copied: null };
  clipboard = board;
  await studio.commands.inTurn({ label: counted("Copy", frames.length), kind: "other" }, async () => {
    const keys = await studio.settle();
    board.copied = keys && copied(keys, studio.keyIds.framesOf(ids));
  });
}

export async function cutSelected(studio: Studio): Promise<void> {
  void copySelected(studio);
  await deleteSelected(studio, "Cut");
}

export function canPaste(studio: Studio): boolean {
  return clipboard !== null && studio.clip.get() !== null;
}

/** Put copied keys, or their mirror images, at the playhead and after it, and select those that lie in the range. */
export async function pasteCopied(studio: Studio, isMirrored = false): Promise<void> {
  const board = clipboard;
  if (!board) return;
  const frame = studio.playhead.get();
  const { first, last } = studio.commands.ahead.get().settings;
  const adds = board.offsets.map((offset) => frame + offset).filter((one) => one >= first && one <= last);
  const pasted = studio.editing.ask("PasteKeys", {
    label: () => counted(isMirrored ? "Paste mirrored" : "Paste", board.offsets.length),
    adds,
    body: () => {
      if (!board.copied) throw new Error("nothing was copied");
      return pastedAt(board.copied, frame, isMirrored);
    },
  });
  select(studio, adds);
  await pasted;
}

/** Look at the selected keys and those beside them; at all where none is selected. */
export function frameSelected(studio: Studio): void {
  const frames = Array.from(studio.shownKeys()?.frames ?? []);
  const selected = selectedFrames(studio);
  const { first, last } = studio.commands.ahead.get().settings;
  const before = frames[frames.indexOf(selected[0]) - 1] ?? first;
  const after = frames[frames.indexOf(selected[selected.length - 1]) + 1] ?? last;
  studio.view.patch(selected.length ? framed(before, after) : framed(first, last));
}
