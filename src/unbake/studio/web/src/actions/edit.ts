/** Undo and redo, by the name of what they take back. */

import type { Action } from "./action";

export const editActions: readonly Action[] = [
  {
    id: "edit.undo",
    label: (studio) => {
      const last = studio.history.past.get().done.at(-1);
      return last ? `Undo ${last.label}` : "Undo";
    },
    menu: "edit",
    group: "history",
    keys: { blender: ["Ctrl+Z"], maya: ["Ctrl+Z", "Z"] },
    isEnabled: (studio) => studio.history.past.get().done.length > 0,
    run: (studio) => void studio.history.undo(),
  },
  {
    id: "edit.redo",
    label: (studio) => {
      const next = studio.history.past.get().undone.at(-1);
      return next ? `Redo ${next.label}` : "Redo";
    },
    menu: "edit",
    group: "history",
    keys: { blender: ["Ctrl+Shift+Z"], maya: ["Ctrl+Y", "Shift+Z"] },
    isEnabled: (studio) => studio.history.past.get().undone.length > 0,
    run: (studio) => void studio.history.redo(),
  },
];
