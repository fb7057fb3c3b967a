/** Everything that a menu, a key or a button can do: one list, from which menus, shortcuts and the help are made. */

import type { Studio } from "../studio/studio";

export type Keymap = "blender" | "maya";
export type MenuName = "file" | "edit" | "key" | "feet" | "library" | "view" | "camera" | "play" | "help";

export interface Action {
  /** Such as `edit.undo`. */
  id: string;
  label: string | ((studio: Studio) => string);
  /** How the help calls it, where its label changes. */
  title?: string;
  /** Where it stands in the menu bar; without it, only keys and buttons reach it. */
  menu?: MenuName;
  /** Actions of one menu with different groups are divided by a line. */
  group?: string;
  /** Chords such as `Ctrl+Shift+Z`, `Space`, `ArrowLeft`, `Home`, `Numpad.`, `?`; `KeyG` is written `G`. One list for both keymaps, or each. */
  keys?: readonly string[] | Readonly<Record<Keymap, readonly string[]>>;
  /** Only while this area has the focus or the pointer: `viewport`, `dopesheet`, `graph`. */
  area?: string;
  isEnabled?(studio: Studio): boolean;
  isChecked?(studio: Studio): boolean;
  run(studio: Studio): void;
}

export function chordsOf(action: Action, keymap: Keymap): readonly string[] {
  if (!action.keys) return [];
  return "blender" in action.keys ? action.keys[keymap] : (action.keys as readonly string[]);
}

export function labelOf(action: Action, studio: Studio): string {
  return typeof action.label === "string" ? action.label : action.label(studio);
}

/** What a button with a short text is called: by its label where that holds the text, which people say who speak to it. */
export function nameOf(text: string, label: string): string {
  const words = (of: string) => ` ${of.toLowerCase()} `;
  return words(label).includes(words(text)) ? label : text;
}
