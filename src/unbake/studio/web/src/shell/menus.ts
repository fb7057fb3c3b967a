/** The menus as data, from the list of actions. */

import { type Action, chordsOf, labelOf, type MenuName } from "../actions/action";
import { ACTIONS } from "../actions/registry";
import type { Studio } from "../studio/studio";
import { chordText } from "./chords";

export const MENUS: readonly { name: MenuName; title: string }[] = [
  { name: "file", title: "File" },
  { name: "edit", title: "Edit" },
  { name: "key", title: "Keys" },
  { name: "feet", title: "Feet" },
  { name: "library", title: "Library" },
  { name: "view", title: "View" },
  { name: "camera", title: "Camera" },
  { name: "play", title: "Play" },
  { name: "help", title: "Help" },
];

export interface MenuEntry {
  action: Action;
  label: string;
  shortcut: string;
  isEnabled: boolean;
  /** Undefined where it is nothing that can be on or off. */
  isChecked: boolean | undefined;
}

/** What stands in a menu now, in groups that lines divide; a group is where its first action stands. */
export function groupsOf(name: MenuName, studio: Studio, actions: readonly Action[] = ACTIONS): MenuEntry[][] {
  const groups = new Map<string, MenuEntry[]>();
  for (const action of actions.filter((action) => action.menu === name)) {
    const group = action.group ?? "";
    groups.set(group, [...(groups.get(group) ?? []), entryOf(action, studio)]);
  }
  return [...groups.values()];
}

function entryOf(action: Action, studio: Studio): MenuEntry {
  const [chord] = chordsOf(action, studio.preferences.get().keymap);
  return {
    action,
    label: labelOf(action, studio),
    shortcut: chord ? chordText(chord) : "",
    isEnabled: action.isEnabled?.(studio) !== false,
    isChecked: action.isChecked?.(studio),
  };
}
