/** A line of what can be done where the pointer is. */

import { chordsOf, type Keymap } from "../actions/action";
import { ACTIONS } from "../actions/registry";
import { chordText } from "./chords";
import { buttonOf, rowsOf } from "./mouse";

export interface Hint {
  keys: string;
  does: string;
}

/** Of the workspace as a whole, where no view is under the pointer. */
const EVERYWHERE = ["play.toggle", "edit.undo", "help.shortcuts"];

export function hintsOf(area: string | undefined, keymap: Keymap): Hint[] {
  const rows = rowsOf(area, keymap).filter((row) => row.isHint);
  if (rows.length) return rows.map((row) => ({ keys: buttonOf(row, keymap), does: row.does }));
  return EVERYWHERE.flatMap((id) => {
    const action = ACTIONS.find((action) => action.id === id);
    const [chord] = action ? chordsOf(action, keymap) : [];
    if (!action || !chord) return [];
    const name = action.title ?? (typeof action.label === "string" ? action.label : "Play");
    return [{ keys: chordText(chord), does: name.replace("…", "").toLowerCase() }];
  });
}
