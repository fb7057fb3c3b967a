/** Types of handles and locks, by the names that each keymap's program has for them. */

import type { Action, Keymap } from "../../actions/action";
import { ALIGNED, AUTO, AUTO_CLAMPED, FREE, type HandleType, VECTOR } from "../../curves/tangents";
import type { Studio } from "../../studio/studio";
import * as edits from "./edits";

interface TypeEntry {
  id: string;
  type: HandleType;
  /** As the menu of types says it, as an action of its own, and the letter that chooses it in the menu. */
  names: Readonly<Record<Keymap, readonly [string, string, string]>>;
  keys?: Action["keys"];
}

const TYPES: readonly TypeEntry[] = [
  {
    id: "graph.free",
    type: FREE,
    names: { blender: ["Free", "Free handles", "F"], maya: ["Broken", "Break tangents", "B"] },
    keys: ["Shift+B"],
  },
  {
    id: "graph.align",
    type: ALIGNED,
    names: { blender: ["Aligned", "Aligned handles", "A"], maya: ["Unified", "Unify tangents", "U"] },
    keys: { blender: ["Shift+A"], maya: ["Shift+U"] },
  },
  {
    id: "graph.vector",
    type: VECTOR,
    names: { blender: ["Vector", "Vector handles", "V"], maya: ["Linear", "Linear tangents", "L"] },
    keys: ["Shift+L"],
  },
  {
    id: "graph.auto",
    type: AUTO,
    names: { blender: ["Automatic", "Automatic handles", "U"], maya: ["Spline", "Spline tangents", "S"] },
    keys: ["Shift+O"],
  },
  {
    id: "graph.autoClamped",
    type: AUTO_CLAMPED,
    names: { blender: ["Auto clamped", "Auto-clamped handles", "C"], maya: ["Auto", "Auto tangents", "A"] },
    keys: ["Shift+C"],
  },
];

function actionOf({ id, type, names, keys }: TypeEntry, which: 0 | 1): Action {
  const label = (studio: Studio) => names[studio.preferences.get().keymap][which];
  return {
    id,
    label,
    keys,
    isEnabled: edits.hasPlaces,
    isChecked: (studio) => edits.areOfType(studio, type),
    run: (studio) => void edits.setType(studio, type, names[studio.preferences.get().keymap][1]),
  };
}

export const typeActions: readonly Action[] = TYPES.map((entry) => actionOf(entry, 1));

/** The menu that opens with the letter V. */
export const typeMenu: readonly Action[] = TYPES.map((entry) => ({ ...actionOf(entry, 0), menu: "key" as const }));

export function typeLetters(keymap: Keymap): Readonly<Record<string, string>> {
  return Object.fromEntries(TYPES.map(({ id, names }) => [id, names[keymap][2]]));
}

export const lockAction: Action = {
  id: "graph.lock",
  label: (studio) => (edits.areLocked(studio) ? "Unlock keys" : "Lock keys"),
  title: "Lock or unlock keys",
  keys: ["Alt+L"],
  isEnabled: edits.hasPlaces,
  isChecked: edits.areLocked,
  run: (studio) => void edits.toggleLocks(studio),
};
