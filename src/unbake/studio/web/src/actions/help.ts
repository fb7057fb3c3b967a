/** What there is, and which keys reach it. */

import type { Action } from "./action";

export const helpActions: readonly Action[] = [
  {
    id: "help.shortcuts",
    label: "Keys and mouse…",
    menu: "help",
    keys: ["F1", "?"],
    run: (studio) => studio.dialog.set({ kind: "help" }),
  },
  {
    id: "help.about",
    label: "About Unbake…",
    menu: "help",
    group: "about",
    run: (studio) => studio.dialog.set({ kind: "about" }),
  },
];
