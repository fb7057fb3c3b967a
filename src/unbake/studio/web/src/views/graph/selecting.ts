/** Which keys of which channels are selected. Frames are shared with the dopesheet, where a key is a whole pose; here a key
 * may be selected in some channels only. A selected frame that nobody picked here counts in all channels that are shown. */

import type { KeyPlace } from "../../curves/handles";
import type { Keys } from "../../messages";
import type { View } from "../../studio/view";
import type { Mode } from "../dopesheet/picking";

type Selection = Pick<View, "selectedKeys" | "selectedChannels" | "graph">;

/** What of a view says which places are selected. */
export type Selected = Pick<View, "selectedKeys" | "graph">;

export function selectedPlaces(view: Selection, keys: Keys): KeyPlace[] {
  const shown = new Set(view.selectedChannels);
  const picked = new Map<number, number[]>();
  for (const [frame, channel] of view.graph.picked ?? []) {
    if (shown.has(channel)) picked.set(frame, [...(picked.get(frame) ?? []), channel]);
  }
  return view.selectedKeys.flatMap((frame) => {
    const key = keys.frames.indexOf(frame);
    if (key < 0) return [];
    return (picked.get(frame) ?? view.selectedChannels).map((channel) => ({ key, channel }));
  });
}

/** The view with just these places selected. */
export function withSelected(view: View, keys: Keys, places: readonly KeyPlace[]): Selected {
  const picked = places.map(({ key, channel }): [number, number] => [keys.frames[key], channel]);
  const selectedKeys = [...new Set(picked.map(([frame]) => frame))].sort((a, b) => a - b);
  return { selectedKeys, graph: { ...view.graph, picked } };
}

function isSamePlace(a: KeyPlace, b: KeyPlace): boolean {
  return a.key === b.key && a.channel === b.channel;
}

export function includes(places: readonly KeyPlace[], place: KeyPlace): boolean {
  return places.some((other) => isSamePlace(other, place));
}

/** Places without some others; there may be many of both. */
export function without(places: readonly KeyPlace[], others: readonly KeyPlace[]): KeyPlace[] {
  const name = ({ key, channel }: KeyPlace) => `${key}:${channel}`;
  const out = new Set(others.map(name));
  return places.filter((place) => !out.has(name(place)));
}

/** Places after one more was picked with Shift: in where it was out, out where it was in. */
export function toggled(places: readonly KeyPlace[], picked: readonly KeyPlace[]): KeyPlace[] {
  const isOn = picked.every((place) => includes(places, place));
  const rest = without(places, picked);
  return isOn ? rest : [...rest, ...picked];
}

/** Places after picking some, as the modifier keys mean it. */
export function combined(selected: readonly KeyPlace[], picked: readonly KeyPlace[], mode: Mode): KeyPlace[] {
  if (mode === "replace") return [...picked];
  if (mode === "toggle") return toggled(selected, picked);
  const rest = without(selected, picked);
  return mode === "remove" ? rest : [...rest, ...picked];
}

/** The neighbouring key, or the same key's place in the neighbouring channel that is shown; null at the end. */
export function neighbour(view: Selection, keys: Keys, by: { keys?: number; channels?: number }): KeyPlace | null {
  const places = selectedPlaces(view, keys);
  const channels = view.selectedChannels;
  if (!channels.length || !keys.frames.length) return null;
  if (!places.length) return { key: 0, channel: channels[0] };
  const from = (by.keys ?? by.channels ?? 0) < 0 ? places[0] : places[places.length - 1];
  const key = from.key + (by.keys ?? 0);
  const column = channels.indexOf(from.channel) + (by.channels ?? 0);
  if (key < 0 || key >= keys.frames.length || column < 0 || column >= channels.length) return null;
  return { key, channel: channels[column] };
}
