/** The range while one of its handles is dragged: seen by timeline and dopesheet before the document has it. */

import { Store } from "../store";
import type { Studio } from "../studio/studio";
import { type Range, settingsFor } from "./range";

const UNPINNED = "Pins outside the range are gone; undo brings them back.";

const hands = new WeakMap<Studio, Store<Range | null>>();

export function rangeHand(studio: Studio): Store<Range | null> {
  let hand = hands.get(studio);
  if (!hand) {
    hand = new Store<Range | null>(null);
    hands.set(studio, hand);
  }
  return hand;
}

/** The range that is seen. */
export function shownRange(studio: Studio): Range {
  return rangeHand(studio).get() ?? studio.commands.ahead.get().settings;
}

export function clipRange(studio: Studio): Range {
  const clip = studio.clip.get()!;
  return { first: clip.first_frame, last: clip.last_frame };
}

/** Give the document another range; pins that go with it are told of. */
export function changeRange(studio: Studio, label: string, range: Range, gesture?: string): void {
  const before = studio.commands.ahead.get().settings;
  studio.change(label, ({ settings }) => ({ settings: settingsFor(settings, range) }), gesture);
  if (settingsFor(before, range).pins.length < before.pins.length) studio.notify("info", UNPINNED);
}

/** Make a range the document's, and keep the playhead inside. */
export function commitRange(studio: Studio, range: Range): void {
  const { settings } = studio.commands.ahead.get();
  if (range.first === settings.first && range.last === settings.last) return;
  changeRange(studio, "Range", range);
  studio.playhead.set(Math.min(Math.max(studio.playhead.get(), range.first), range.last));
}
