/** What is selected stays selected when its keys move in time: under the hand, by the server, by undo. */

import type { Choice, Keys } from "../messages";
import { type Ids, type Moves, swapped } from "./keyIds";
import type { Studio } from "./studio";

interface Seen {
  keys: Keys | null;
  ids: Ids;
  /** Whether they are the choice's own, which nobody moved. */
  isChosen: boolean;
  choice: Choice | undefined;
}

export function followKeys(studio: Studio): void {
  let before = seen(studio);
  const follow = () => {
    const now = seen(studio);
    const isMoved = now.keys !== before.keys && isSameAnimation(before, now);
    const { ids } = before;
    before = now;
    if (!isMoved) return;
    const { added } = studio.commands.expected();
    const frameOf = new Map([...added, ...now.ids].map(swapped));
    // A frame without a key stays; a key that is gone is not selected any more.
    const after = (frame: number) => {
      const id = added.get(frame) ?? ids.get(frame);
      return id === undefined ? [frame] : [frameOf.get(id) ?? []].flat();
    };
    const { selectedKeys, graph } = studio.view.get();
    const selected = [...new Set(selectedKeys.flatMap(after))].sort((a, b) => a - b);
    const picked = graph.picked.flatMap(([frame, channel]) => after(frame).map((to) => [to, channel] as const));
    if (selected.join() !== selectedKeys.join()) studio.view.patch({ selectedKeys: selected });
    if (picked.join() !== graph.picked.join()) studio.view.patch({ graph: { ...studio.view.get().graph, picked } });
  };
  studio.document.subscribe(follow);
  studio.results.subscribe(follow);
}

function seen(studio: Studio): Seen {
  const keys = studio.shownKeys();
  const isChosen = keys === studio.results.get().chosen?.keys;
  return { keys, ids: studio.keyIds.onScreen(), isChosen, choice: studio.document.get().choice };
}

/** Whether keys came from each other by edits; what another choice gave has nothing to do with what was there. */
function isSameAnimation(before: Seen, now: Seen): boolean {
  return before.choice === now.choice && !(before.isChosen && now.isChosen);
}

/** Pins after an edit of keys, rising: with the keys that moved, and without those that are gone. */
export function followingPins(pins: readonly number[], before: Keys | null, after: Keys, moves: Moves): number[] {
  const isGone = (pin: number) => !moves.has(pin) && before?.frames.includes(pin) && !after.frames.includes(pin);
  const left = pins.filter((pin) => !isGone(pin)).map((pin) => moves.get(pin) ?? pin);
  return [...new Set(left)].sort((a, b) => a - b);
}
