/** Open, save, export. */

import { save } from "../studio/save";
import type { Studio } from "../studio/studio";
import type { Action } from "./action";

const isOpen = (studio: Studio) => studio.clip.get() !== null;

export const fileActions: readonly Action[] = [
  {
    id: "file.open",
    label: "Open…",
    menu: "file",
    group: "open",
    keys: ["Ctrl+O"],
    run: (studio) => studio.dialog.set({ kind: "open" }),
  },
  {
    id: "file.openAgain",
    label: "Open again with…",
    menu: "file",
    group: "open",
    isEnabled: isOpen,
    run: (studio) => studio.dialog.set({ kind: "openAgain" }),
  },
  {
    id: "file.save",
    label: (studio) => (studio.projectPath.get() ? "Save" : "Save…"),
    title: "Save",
    menu: "file",
    group: "save",
    keys: ["Ctrl+S"],
    isEnabled: isOpen,
    run: (studio) => void save(studio),
  },
  {
    id: "file.saveAs",
    label: "Save as…",
    menu: "file",
    group: "save",
    keys: ["Ctrl+Shift+S"],
    isEnabled: isOpen,
    run: (studio) => studio.dialog.set({ kind: "save" }),
  },
  {
    id: "file.export",
    label: "Export…",
    menu: "file",
    group: "export",
    keys: ["Ctrl+E"],
    isEnabled: isOpen,
    run: (studio) => studio.dialog.set({ kind: "export" }),
  },
  {
    id: "file.playblast",
    label: "Playblast…",
    menu: "file",
    group: "export",
    keys: ["Ctrl+Shift+E"],
    isEnabled: isOpen,
    run: (studio) => studio.dialog.set({ kind: "playblast" }),
  },
];
