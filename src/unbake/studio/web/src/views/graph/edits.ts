/** What can be done with the keys that are selected in the graph editor. */

import {
  aligned,
  brokenApart,
  flattened,
  isBroken,
  type KeyPlace,
  straightened,
  withValues,
} from "../../curves/handles";
import { difference } from "../../document/keys";
import type { Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { graphHand } from "./hand";
import { measureOf } from "./scale";
import { neighbour, selectedPlaces, withSelected } from "./selecting";

type HandleEdit = (keys: Keys, places: readonly KeyPlace[]) => Keys;

export function placesOf(studio: Studio): KeyPlace[] {
  const keys = studio.shownKeys();
  return keys ? selectedPlaces(studio.view.get(), keys) : [];
}

export function hasPlaces(studio: Studio): boolean {
  return studio.clip.get() !== null && placesOf(studio).length > 0;
}

/** Change the selected keys here, without the server. */
async function change(studio: Studio, label: string, edit: HandleEdit): Promise<void> {
  const frames = studio.shownKeys()?.frames;
  const keys = await studio.settle();
  if (!keys || !frames?.length) return;
  const places = selectedPlaces(studio.view.get(), keys);
  const after = edit(keys, places);
  const { removed } = difference(keys, after);
  if (removed.frames.length) studio.editKeys(label, after);
}

export const align = (studio: Studio) => change(studio, "Align handles", aligned);
export const breakHandles = (studio: Studio) => change(studio, "Break handles", brokenApart);
export const flatten = (studio: Studio) => change(studio, "Flatten handles", flattened);
export const straighten = (studio: Studio) => change(studio, "Straighten handles", straightened);

/** Aligned handles break, broken ones align. */
export function toggleBroken(studio: Studio): Promise<void> {
  return areBroken(studio) ? align(studio) : breakHandles(studio);
}

export function areBroken(studio: Studio): boolean {
  const keys = studio.shownKeys();
  const places = placesOf(studio);
  return keys !== null && places.length > 0 && places.every((place) => isBroken(keys, place));
}

/** Raise or lower the selected keys by so many of the units that people read, or by a part of the normalised range. */
export function nudgeValues(studio: Studio, by: number): Promise<void> {
  const clip = studio.clip.get()!;
  const { isNormalised } = studio.view.get().graph;
  const step = isNormalised ? 0.02 * by : by;
  const label = placesOf(studio).length === 1 ? "Change key" : "Change keys";
  return change(studio, label, (keys, places) =>
    withValues(keys, places, (value, { channel }) => value + step / measureOf(clip, channel, isNormalised).scale),
  );
}

/** Give the selected keys of one channel a value, in the channel's own unit. */
export function setValue(studio: Studio, value: number): Promise<void> {
  return change(studio, "Change key", (keys, places) => withValues(keys, places, () => value));
}

/** Move the one selected key to another frame. */
export async function setFrame(studio: Studio, from: number, to: number): Promise<void> {
  await studio.edit("MoveKeys", "Move key", () => ({ frames: [from], by: to - from }));
}

/** Fit the handles around the selected keys again: between the selected ones, or on both sides of a single one. */
export async function refit(studio: Studio): Promise<void> {
  const keys = studio.shownKeys();
  const places = placesOf(studio);
  if (!keys || !places.length) return;
  const rows = places.map(({ key }) => key);
  const [low, high] = [Math.min(...rows), Math.max(...rows)];
  const isSingle = low === high;
  const first = isSingle ? Math.max(low - 1, 0) : low;
  const last = isSingle ? Math.min(high + 1, keys.frames.length - 1) : high;
  if (first === last) return;
  await studio.edit("Refit", isSingle || last - first > 1 ? "Refit segments" : "Refit segment", () => ({
    from_frame: keys.frames[first],
    to_frame: keys.frames[last],
    channels: [...new Set(places.map(({ channel }) => channel))],
  }));
}

export function selectNeighbour(studio: Studio, by: { keys?: number; channels?: number }): void {
  const keys = studio.shownKeys();
  const place = keys && neighbour(studio.view.get(), keys, by);
  if (!keys || !place) return;
  studio.view.patch(withSelected(studio.view.get(), keys, [place]));
  showFrame(studio, keys.frames[place.key]);
}

export function selectAll(studio: Studio): void {
  const keys = studio.shownKeys();
  const { selectedChannels } = studio.view.get();
  if (!keys) return;
  const places = [...keys.frames.keys()].flatMap((key) => selectedChannels.map((channel) => ({ key, channel })));
  studio.view.patch(withSelected(studio.view.get(), keys, places));
}

export function selectNone(studio: Studio): void {
  const keys = studio.shownKeys();
  graphHand(studio).patch({ isBoxArmed: false });
  if (keys) studio.view.patch(withSelected(studio.view.get(), keys, []));
}

export function toggleNormalised(studio: Studio): void {
  const { graph } = studio.view.get();
  studio.view.patch({ graph: { ...graph, isNormalised: !graph.isNormalised, values: null } });
}

/** Bring a frame into sight. */
function showFrame(studio: Studio, frame: number): void {
  const { from, to } = studio.view.get();
  const length = to - from;
  if (frame < from || frame > to) studio.view.patch({ from: frame - length / 2, to: frame + length / 2 });
}
