/** What can be done with the keys that are selected in the graph editor. */

import { flattened, handleType, isLocked, type KeyPlace, withLocks, withType, withValues } from "../../curves/handles";
import type { HandleType } from "../../curves/tangents";
import type { Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { movesOf } from "../dopesheet/moving";
import { graphHand } from "./hand";
import { namedPlaces } from "./named";
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
  const named = namedPlaces(studio, placesOf(studio));
  if (!named.ids.length) return;
  await studio.editing.give({
    label: () => label,
    on: named.ids,
    make: (keys) => {
      const places = named.in(keys);
      const notes = places.some((place) => isLocked(keys, place)) ? [LOCKED_STAY] : [];
      return { keys: edit(keys, places), notes };
    },
  });
}

export const flatten = (studio: Studio) => change(studio, "Flatten handles", flattened);

export function setType(studio: Studio, type: HandleType, label: string): Promise<void> {
  return change(studio, label, (keys, places) => withType(keys, places, type));
}

export function areOfType(studio: Studio, type: HandleType): boolean {
  return isEvery(studio, (keys, place) => handleType(keys, place) === type);
}

export function areLocked(studio: Studio): boolean {
  return isEvery(studio, isLocked);
}

function isEvery(studio: Studio, is: (keys: Keys, place: KeyPlace) => boolean): boolean {
  if (!hasPlaces(studio)) return false;
  const keys = studio.shownKeys()!;
  return placesOf(studio).every((place) => is(keys, place));
}

/** Lock the selected keys in the channels that they are selected in; unlock them where all are locked. */
export async function toggleLocks(studio: Studio): Promise<void> {
  const isOn = !areLocked(studio);
  const named = namedPlaces(studio, placesOf(studio));
  await studio.editing.give({
    label: () => (isOn ? "Lock keys" : "Unlock keys"),
    on: named.ids,
    make: (keys) => ({ keys: withLocks(keys, named.in(keys), isOn) }),
  });
}

const LOCKED_STAY = "Locked keys stay as they are; Alt+L unlocks them.";

/** Say that locked keys cannot be changed where all of some places are; returns whether they are. */
export function refusesLocked(studio: Studio, keys: Keys, places: readonly KeyPlace[]): boolean {
  const isRefused = places.length > 0 && places.every((place) => isLocked(keys, place));
  if (isRefused) studio.notify("info", LOCKED_STAY);
  return isRefused;
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
  await studio.editing.ask("MoveKeys", {
    label: () => "Move key",
    on: studio.keyIds.named([from]),
    body: ([frame]) => ({ frames: [frame], by: to - frame }),
    moves: ([frame], keys) => movesOf(keys, [frame], to - frame),
  });
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
  await studio.editing.ask("Refit", {
    label: () => (isSingle || last - first > 1 ? "Refit segments" : "Refit segment"),
    on: studio.keyIds.named([keys.frames[first], keys.frames[last]]),
    body: (frames) => {
      if (frames.length < 2) throw new Error("one of its keys is gone");
      const channels = [...new Set(places.map(({ channel }) => channel))];
      return { from_frame: frames[0], to_frame: frames[1], channels };
    },
  });
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
