/** What the selection panel does to the document. */

import type { StudioDocument } from "../../document/document";
import type { Choice, Joining, LayerSettings, Settings } from "../../messages";
import type { Results } from "../../studio/results";
import type { Studio } from "../../studio/studio";
import { counted } from "./wording";

export function chooseCount(studio: Studio, keys: number, gesture?: string): void {
  const { choice, edited } = studio.commands.ahead.get();
  if (choice.by === "count" && choice.keys === keys && !edited) return;
  changeChoice(studio, `Choose ${counted(keys, "key")}`, { by: "count", keys }, gesture);
}

export function chooseError(studio: Studio, error_cm: number, gesture?: string): void {
  changeChoice(studio, `Choose by an error of ${error_cm} cm`, { by: "error", error_cm }, gesture);
}

const WAYS: Readonly<Record<Choice["by"], string>> = {
  layers: "Choose by layers",
  count: "Choose by count",
  error: "Choose by error",
  auto: "Choose automatically",
};

/** Choose in another way. The count begins with the keys that there are, so that nothing jumps. */
export function chooseBy(studio: Studio, by: Choice["by"]): void {
  const keys = shownCount(studio.commands.ahead.get(), studio.results.get());
  changeChoice(studio, WAYS[by], by === "count" && keys !== null ? { by, keys } : { by });
}

export function changeChoice(studio: Studio, label: string, part: Partial<Choice>, gesture?: string): void {
  studio.change(label, ({ choice }) => ({ choice: { ...choice, ...part } }), gesture);
}

export function changeLayer(studio: Studio, place: number, part: Partial<LayerSettings>, gesture?: string): void {
  const { layers } = studio.commands.ahead.get().choice;
  const after = layers.map((layer, other) => (other === place ? { ...layer, ...part } : layer));
  changeChoice(studio, "Change layer", { by: "layers", layers: after }, gesture);
}

export function changeSettings(studio: Studio, label: string, part: Partial<Settings>, gesture?: string): void {
  studio.change(label, ({ settings }) => ({ settings: { ...settings, ...part } }), gesture);
}

export function changeJoining(studio: Studio, label: string, part: Partial<Joining>, gesture?: string): void {
  studio.change(label, ({ joining }) => ({ joining: { ...joining, ...part } }), gesture);
}

/** How many keys are shown, or about to be: a wanted count does not wait for the server, as far as it can be met. Null
 * while nobody knows: how many keys layers or an error need, their first answer tells. */
export function shownCount({ choice, edited }: StudioDocument, { handled, chosen, space }: Results): number | null {
  const keys = handled ?? edited;
  if (keys) return keys.frames.length;
  if (choice.by !== "count") return chosen?.keys.frames.length ?? null;
  if (!space) return choice.keys;
  return Math.min(Math.max(choice.keys, space.counts[0]), space.counts[space.counts.length - 1]);
}
