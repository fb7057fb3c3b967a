/** What can be done with the selected keys. */

import { BREAKDOWN, KEYPOSE } from "../../document/keys";
import type { Studio } from "../../studio/studio";
import { framed } from "../../timeline/axis";
import { type Copied, copied, pastedAt } from "./clipboard";
import { counted, pinned, pinsAfter } from "./pins";

let clipboard: Copied | null = null;

/** Frames of the selected keys that there still are. */
export function selectedFrames(studio: Studio): number[] {
  const keys = studio.shownKeys();
  const known = keys ? (studio.view.get().selectedKeys ?? []).filter((frame) => keys.frames.includes(frame)) : [];
  return known.sort((a, b) => a - b);
}

export function hasSelected(studio: Studio): boolean {
  return studio.clip.get() !== null && selectedFrames(studio).length > 0;
}

export function select(studio: Studio, frames: readonly number[]): void {
  studio.view.patch({ selectedKeys: frames });
}

function endsOf(studio: Studio): (number | undefined)[] {
  const frames = studio.shownKeys()?.frames;
  return [frames?.at(0), frames?.at(-1)];
}

export function selectAll(studio: Studio): void {
  select(studio, [...(studio.shownKeys()?.frames ?? [])]);
}

/** Every key that is not selected. */
export function selectOthers(studio: Studio): void {
  const before = selectedFrames(studio);
  select(
    studio,
    [...(studio.shownKeys()?.frames ?? [])].filter((frame) => !before.includes(frame)),
  );
}

/** Put a key on a frame; the curves do not change. */
export async function addKey(studio: Studio, frame: number): Promise<void> {
  const { first, last } = studio.document.get().settings;
  if (frame < first || frame > last) return;
  const isThere = studio.shownKeys()?.frames.includes(frame);
  if (isThere || (await studio.edit("InsertKey", "Add key", () => ({ frame })))) select(studio, [frame]);
}

export async function deleteSelected(studio: Studio, verb = "Delete"): Promise<void> {
  const body = () => ({ frames: selectedFrames(studio) });
  // The two at the ends stay.
  const { length } = selectedFrames(studio).filter((frame) => !endsOf(studio).includes(frame));
  await studio.edit("DeleteKeys", counted(verb, length), body);
  select(studio, selectedFrames(studio));
}

/** Move the selected keys by a frame or a few. */
export async function nudge(studio: Studio, by: number): Promise<void> {
  const body = () => ({ frames: selectedFrames(studio), by });
  await studio.edit("MoveKeys", counted("Move", selectedFrames(studio).length), body);
}

export async function setClass(studio: Studio, wanted: typeof KEYPOSE | typeof BREAKDOWN): Promise<void> {
  const frames = selectedFrames(studio);
  const keys = await studio.settle();
  if (!keys) return;
  const classes = keys.classes.map((before, row) => (frames.includes(keys.frames[row]) ? wanted : before));
  if (classes.some((after, row) => after !== keys.classes[row]))
    studio.editKeys(counted("Make", frames.length, wanted === KEYPOSE ? "keypose" : "breakdown"), { ...keys, classes });
}

/** Breakdowns become keyposes; otherwise all become breakdowns. */
export function toggleClass(studio: Studio): void {
  const keys = studio.shownKeys()!;
  const isBreakdown = (frame: number) => keys.classes[keys.frames.indexOf(frame)] === BREAKDOWN;
  void setClass(studio, selectedFrames(studio).every(isBreakdown) ? KEYPOSE : BREAKDOWN);
}

/** Pin the selected keys, or the playhead's frame where none is selected; unpin what is pinned. */
export function togglePins(studio: Studio): void {
  const document = studio.document.get();
  const selected = selectedFrames(studio);
  const frames = selected.length ? selected : [studio.playhead.get()];
  const { pins, isPinning } = pinsAfter(document.settings.pins, frames);
  const noun = selected.length ? "key" : "frame";
  studio.change(counted(isPinning ? "Pin" : "Unpin", frames.length, noun), pinned(document, pins));
}

export function isPinned(studio: Studio): boolean {
  const selected = selectedFrames(studio);
  const frames = selected.length ? selected : [studio.playhead.get()];
  return frames.every((frame) => studio.document.get().settings.pins.includes(frame));
}

export async function copySelected(studio: Studio): Promise<void> {
  const frames = selectedFrames(studio);
  const keys = await studio.settle();
  if (keys) clipboard = copied(keys, frames) ?? clipboard;
}

export async function cutSelected(studio: Studio): Promise<void> {
  await copySelected(studio);
  await deleteSelected(studio, "Cut");
}

export function canPaste(studio: Studio): boolean {
  return clipboard !== null && studio.clip.get() !== null;
}

/** Put copied keys at the playhead and after it. */
export async function pasteCopied(studio: Studio): Promise<void> {
  if (!clipboard) return;
  const body = pastedAt(clipboard, studio.playhead.get());
  const edited = await studio.edit("PasteKeys", counted("Paste", body.frames.length), () => body);
  if (edited)
    select(
      studio,
      body.frames.filter((frame) => edited.keys.frames.includes(frame)),
    );
}

/** Look at the selected keys and those beside them; at all where none is selected. */
export function frameSelected(studio: Studio): void {
  const frames = Array.from(studio.shownKeys()?.frames ?? []);
  const selected = selectedFrames(studio);
  const { first, last } = studio.document.get().settings;
  const before = frames[frames.indexOf(selected[0]) - 1] ?? first;
  const after = frames[frames.indexOf(selected[selected.length - 1]) + 1] ?? last;
  studio.view.patch(selected.length ? framed(before, after) : framed(first, last));
}
