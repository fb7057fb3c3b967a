/** All shortcuts by area, for the help. */

import { type Action, chordsOf, type Keymap, labelOf } from "../actions/action";
import { ACTIONS } from "../actions/registry";
import type { Studio } from "../studio/studio";
import { VIEWS } from "./layout";
import { MENUS } from "./menus";
import { buttonOf, rowsOf } from "./mouse";

export interface ShortcutRow {
  /** What is done; of the mouse, how it is moved. */
  name: string;
  /** The chords that do it; of the mouse, what it does. */
  chords: readonly string[];
  isMouse: boolean;
}

export interface ShortcutSection {
  title: string;
  rows: ShortcutRow[];
}

/** Sections with the rows in which every word of the search is found; empty ones are left out. */
export function shortcutsOf(studio: Studio, keymap: Keymap, search: string): ShortcutSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (row: ShortcutRow, title: string) => {
    const text = `${title} ${row.name} ${row.chords.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return allSections(studio, keymap)
    .map(({ title, rows }) => ({ title, rows: rows.filter((row) => isFound(row, title)) }))
    .filter(({ rows }) => rows.length > 0);
}

function allSections(studio: Studio, keymap: Keymap): ShortcutSection[] {
  const general = ACTIONS.filter((action) => !action.area);
  const row = (action: Action): ShortcutRow => ({
    name: (action.title ?? labelOf(action, studio)).replace("…", ""),
    chords: chordsOf(action, keymap),
    isMouse: false,
  });
  const withKeys = (actions: readonly Action[]) => actions.map(row).filter(({ chords }) => chords.length > 0);
  const menus = MENUS.map(({ name, title }) => ({
    title,
    rows: withKeys(general.filter((action) => (action.menu ?? "view") === name)),
  }));
  return [
    ...menus,
    ...areas().map(({ id, title }) => ({ title, rows: [...mouseRows(id, keymap), ...withKeys(ofArea(id))] })),
  ];
}

function ofArea(area: string): Action[] {
  return ACTIONS.filter((action) => action.area === area);
}

function mouseRows(area: string, keymap: Keymap): ShortcutRow[] {
  return rowsOf(area, keymap).map((row) => ({
    name: buttonOf(row, keymap),
    chords: [row.does],
    isMouse: true,
  }));
}

/** Views, and what stands between them. */
function areas(): { id: string; title: string }[] {
  const views = VIEWS.map(({ id, title }) => ({ id, title }));
  return [...views.slice(1, 2), { id: "timeline", title: "Timeline" }, ...views.slice(2), ...views.slice(0, 1)];
}
