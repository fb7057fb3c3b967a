/** What can be done in the graph editor. What is done with whole keys is the dopesheet's, with the same shortcuts. */

import type { Action } from "../../actions/action";
import type { Studio } from "../../studio/studio";
import { frameAll } from "../../timeline/navigation";
import { dopesheetActions } from "../dopesheet/actions";
import * as edits from "./edits";
import { graphHand } from "./hand";
import { frameSelected, frameValues } from "./navigation";
import { moveWithPointer, openTypeMenu } from "./pointing";
import { lockAction, typeActions } from "./typeActions";

const area = "graph";
const isOpen = (studio: Studio) => studio.clip.get() !== null;

const handles: readonly Action[] = [
  ...typeActions,
  {
    id: "graph.flatten",
    label: "Flatten handles",
    keys: { blender: ["Shift+F"], maya: ["Shift+H"] },
    isEnabled: edits.hasPlaces,
    run: (studio) => void edits.flatten(studio),
  },
  {
    id: "graph.refit",
    label: "Refit to the capture",
    keys: ["Shift+R"],
    isEnabled: edits.hasPlaces,
    run: (studio) => void edits.refit(studio),
  },
  lockAction,
];

const moving: readonly Action[] = [
  {
    id: "graph.handleType",
    label: (studio) => (studio.preferences.get().keymap === "maya" ? "Tangent type…" : "Handle type…"),
    keys: ["V"],
    isEnabled: edits.hasPlaces,
    run: openTypeMenu,
  },
  {
    id: "graph.move",
    label: "Move keys with the mouse (X: only in time, Y: only in value)",
    keys: { blender: ["G"], maya: ["M"] },
    isEnabled: edits.hasPlaces,
    run: moveWithPointer,
  },
  ...[
    ["graph.raise", "Raise keys by one unit", "Ctrl+ArrowUp", 1] as const,
    ["graph.lower", "Lower keys by one unit", "Ctrl+ArrowDown", -1] as const,
    ["graph.raiseLittle", "Raise keys by a tenth", "Alt+ArrowUp", 0.1] as const,
    ["graph.lowerLittle", "Lower keys by a tenth", "Alt+ArrowDown", -0.1] as const,
  ].map(([id, label, key, by]) => ({
    id,
    label,
    keys: [key],
    isEnabled: edits.hasPlaces,
    run: (studio: Studio) => void edits.nudgeValues(studio, by),
  })),
];

const selecting: readonly Action[] = [
  ...[
    ["graph.nextKey", "Select the next key", "Ctrl+Shift+ArrowRight", { keys: 1 }] as const,
    ["graph.previousKey", "Select the previous key", "Ctrl+Shift+ArrowLeft", { keys: -1 }] as const,
    ["graph.nextChannel", "Select the key of the next channel", "Ctrl+Shift+ArrowDown", { channels: 1 }] as const,
    [
      "graph.previousChannel",
      "Select the key of the previous channel",
      "Ctrl+Shift+ArrowUp",
      { channels: -1 },
    ] as const,
  ].map(([id, label, key, by]) => ({
    id,
    label,
    keys: [key],
    isEnabled: isOpen,
    run: (studio: Studio) => edits.selectNeighbour(studio, by),
  })),
  {
    id: "graph.all",
    label: "Select all keys of the shown channels",
    keys: { blender: ["A"], maya: ["Ctrl+Shift+A", "Ctrl+A"] },
    isEnabled: isOpen,
    run: edits.selectAll,
  },
  {
    id: "graph.none",
    label: "Select nothing",
    keys: { blender: ["Alt+A", "Escape"], maya: ["Alt+D", "Escape"] },
    isEnabled: isOpen,
    run: edits.selectNone,
  },
  {
    id: "graph.box",
    label: "Select with a box",
    keys: { blender: ["B"], maya: [] },
    isEnabled: isOpen,
    run: (studio) => graphHand(studio).patch({ isBoxArmed: true }),
  },
];

const looking: readonly Action[] = [
  {
    id: "graph.frameAll",
    label: "Frame all curves",
    keys: { blender: ["Home"], maya: ["A", "Shift+A", "Home"] },
    isEnabled: isOpen,
    run: (studio) => {
      frameAll(studio);
      frameValues(studio);
    },
  },
  {
    id: "graph.frameSelected",
    label: "Frame selected keys",
    keys: { blender: [".", "Numpad."], maya: ["F", "Shift+F"] },
    isEnabled: edits.hasPlaces,
    run: (studio) => {
      const picture = graphHand(studio).get().picture?.();
      if (picture) frameSelected(studio, picture);
    },
  },
  {
    id: "graph.normalised",
    label: "Normalised curves",
    keys: { blender: ["N"], maya: ["3", "N"] },
    isEnabled: isOpen,
    isChecked: (studio) => isOpen(studio) && studio.view.get().graph.isNormalised,
    run: edits.toggleNormalised,
  },
  {
    id: "graph.absolute",
    label: "Curves in their own units",
    keys: { blender: [], maya: ["1"] },
    isEnabled: (studio) => isOpen(studio) && studio.view.get().graph.isNormalised,
    run: edits.toggleNormalised,
  },
];

/** Edits of whole keys that mean the same here: to add, delete, copy, class, pin and move by a frame. */
const SHARED = [
  "add",
  "delete",
  "class",
  "pin",
  "cut",
  "copy",
  "paste",
  "pasteMirrored",
  "scale",
  "earlier",
  "later",
  "others",
].map((name) => `key.${name}`);
const shared = dopesheetActions
  .filter((action) => SHARED.includes(action.id))
  .map(({ menu: _, group: __, ...action }) => ({ ...action, id: `graph.${action.id}`, area }));

/** The menu of the right button. */
export const graphMenu: readonly Action[] = [
  ...handles.map((action) => ({ ...action, group: "handles" })),
  ...shared.map((action) => ({ ...action, group: "keys" })),
].map((action) => ({ ...action, menu: "key" as const }));

export const graphActions: readonly Action[] = [
  ...handles.map((action) => ({ ...action, menu: "key" as const, group: "handles", area })),
  ...[...moving, ...selecting].map((action) => ({ ...action, area })),
  ...looking.map((action) => ({
    ...action,
    menu: action.id === "graph.normalised" ? ("view" as const) : undefined,
    area,
  })),
  // A key is added everywhere by the same keys.
  ...shared.filter(({ id }) => id !== "graph.key.add"),
];
