/** What is selected stays selected when its keys move in time: under the hand, by the server, by undo. */

import type { Choice, Keys } from "../messages";
import type { Studio } from "./studio";

interface Seen {
  keys: Keys | null;
  /** Whether they are the choice's own, which nobody moved. */
  isChosen: boolean;
  choice: Choice | undefined;
}

export function followKeys(studio: Studio): void {
  let before = seen(studio);
  const follow = () => {
    const now = seen(studio);
    const moved = isSameAnimation(before, now) ? movedFrames(before.keys, now.keys) : null;
    before = now;
    if (!moved?.size) return;
    const { selectedKeys, graph } = studio.view.get();
    const after = (frame: number) => moved.get(frame) ?? frame;
    studio.view.patch({
      selectedKeys: selectedKeys.map(after).sort((a, b) => a - b),
      graph: { ...graph, picked: graph.picked.map(([frame, channel]) => [after(frame), channel] as const) },
    });
  };
  studio.document.subscribe(follow);
  studio.found.subscribe(follow);
}

function seen(studio: Studio): Seen {
  const keys = studio.shownKeys();
  const isChosen = keys === studio.found.get().chosen?.keys;
  return { keys, isChosen, choice: studio.document.get().choice };
}

/** Whether keys came from each other by edits; what another choice gave has nothing to do with what was there. */
function isSameAnimation(before: Seen, now: Seen): boolean {
  return before.choice === now.choice && !(before.isChosen && now.isChosen);
}

/** Where the keys went that stand elsewhere now; none where keys came or went. Keys never pass each other. */
export function movedFrames(before: Keys | null, after: Keys | null): ReadonlyMap<number, number> {
  const moved = new Map<number, number>();
  if (!before || !after || before.frames.length !== after.frames.length) return moved;
  before.frames.forEach((frame, row) => {
    if (after.frames[row] !== frame) moved.set(frame, after.frames[row]);
  });
  return moved;
}

/** Pins after an edit of keys, rising: with the keys that moved, and without those that are gone. */
export function followingPins(pins: readonly number[], before: Keys | null, after: Keys): number[] {
  const moved = movedFrames(before, after);
  const isGone = (pin: number) => !moved.has(pin) && before?.frames.includes(pin) && !after.frames.includes(pin);
  const left = pins.filter((pin) => !isGone(pin)).map((pin) => moved.get(pin) ?? pin);
  return [...new Set(left)].sort((a, b) => a - b);
}
