/** Undo and redo, by the name of what they take back; preferences. */

import type { Studio } from "../studio/studio";
import type { Action } from "./action";

/** "Undo move key": labels of commands begin a sentence of their own elsewhere. */
function named(what: string, label: string | undefined): string {
  return label ? `${what} ${label[0].toLowerCase()}${label.slice(1)}` : what;
}

/** A demand is the page's own, and is undone where it is changed. */
const inDemand = (studio: Studio) => studio.area.get() === "demand";

const isOpen = (studio: Studio) => studio.clip.get() !== null;

export const editActions: readonly Action[] = [
  {
    id: "edit.undo",
    label: (studio) =>
      inDemand(studio)
        ? "Undo a change of the demand"
        : named("Undo", studio.commands.undoable() ?? studio.history.past.get().done.at(-1)?.label),
    title: "Undo",
    menu: "edit",
    group: "history",
    keys: { blender: ["Ctrl+Z"], maya: ["Ctrl+Z", "Z"] },
    isEnabled: (studio) =>
      inDemand(studio) ? studio.demand.canUndo : studio.history.past.get().done.length > 0 || !studio.commands.isIdle,
    run: (studio) => (inDemand(studio) ? studio.demand.undo() : studio.undo()),
  },
  {
    id: "edit.redo",
    label: (studio) =>
      inDemand(studio) ? "Redo a change of the demand" : named("Redo", studio.history.past.get().undone.at(-1)?.label),
    title: "Redo",
    menu: "edit",
    group: "history",
    keys: { blender: ["Ctrl+Shift+Z", "Ctrl+Y"], maya: ["Ctrl+Y", "Shift+Z", "Ctrl+Shift+Z"] },
    isEnabled: (studio) =>
      inDemand(studio) ? studio.demand.canRedo : studio.history.past.get().undone.length > 0 || !studio.commands.isIdle,
    run: (studio) => (inDemand(studio) ? studio.demand.redo() : studio.redo()),
  },
  {
    id: "edit.history",
    label: "History…",
    menu: "edit",
    group: "history",
    keys: ["Ctrl+Alt+Z"],
    isEnabled: isOpen,
    run: (studio) => studio.dialog.set({ kind: "history" }),
  },
  {
    id: "edit.preferences",
    label: "Preferences…",
    menu: "edit",
    group: "preferences",
    keys: ["Ctrl+,"],
    run: (studio) => studio.dialog.set({ kind: "preferences" }),
  },
];
