/** What can be done with keys: menu, shortcuts and the right button's menu are made of this. */

import type { Action } from "../../actions/action";
import { BREAKDOWN, HOLD, KEYPOSE } from "../../document/keys";
import type { Studio } from "../../studio/studio";
import { frameAll, zoomBy } from "../../timeline/navigation";
import * as edits from "./keyEdits";
import { moveWithMouse } from "./modal";
import { counted } from "./pins";
import { scaleWithMouse } from "./scaleModal";
import { sheetOf } from "./sheet";

const area = "dopesheet";
const isOpen = (studio: Studio) => studio.clip.get() !== null;
const count = (studio: Studio) => edits.selectedFrames(studio).length;
/** Such as `Delete key`, `Delete 3 keys`; in the plural as long as none is selected. */
const named = (verb: string) => (studio: Studio) =>
  isOpen(studio) && count(studio) ? counted(verb, count(studio)) : `${verb} keys`;

const making: readonly Action[] = [
  {
    id: "key.add",
    label: (studio: Studio) => {
      const frame = sheetOf(studio).get().menu?.frame;
      return frame == null ? "Add key at playhead" : `Add key on frame ${frame}`;
    },
    keys: { blender: ["I"], maya: ["S", "Shift+W", "Shift+E"] },
    isEnabled: isOpen,
    run: (studio: Studio) => void edits.addKey(studio, sheetOf(studio).get().menu?.frame ?? studio.playhead.get()),
  },
  {
    id: "key.move",
    label: named("Move"),
    // W is Maya's tool to move, which the middle button always is here: it must not take keys up by itself.
    keys: { blender: ["G"], maya: ["M"] },
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => moveWithMouse(studio),
  },
  {
    id: "key.scale",
    label: named("Scale"),
    title: "Scale keys in time",
    // About the playhead, as in Blender; about the first of them in Maya, where W, E and R are its tools.
    keys: { blender: ["S"], maya: ["R"] },
    isEnabled: edits.hasSelected,
    run: scaleWithMouse,
  },
  {
    id: "key.duplicate",
    label: named("Duplicate"),
    keys: { blender: ["Shift+D"], maya: ["Ctrl+D"] },
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => moveWithMouse(studio, true),
  },
  {
    id: "key.delete",
    label: named("Delete"),
    keys: { blender: ["X", "Delete"], maya: ["Delete", "Backspace"] },
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => void edits.deleteSelected(studio),
  },
].map((action) => ({ ...action, group: "make" }));

const kinds: readonly Action[] = [
  {
    id: "key.keypose",
    label: "Make keypose",
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => void edits.setClass(studio, KEYPOSE),
  },
  {
    id: "key.breakdown",
    label: "Make breakdown",
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => void edits.setClass(studio, BREAKDOWN),
  },
  {
    id: "key.hold",
    label: "Make moving hold",
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => void edits.setClass(studio, HOLD),
  },
  {
    id: "key.class",
    label: "Swap keypose and breakdown",
    keys: { blender: ["R"], maya: ["Alt+K"] },
    isEnabled: edits.hasSelected,
    run: edits.toggleClass,
  },
  {
    id: "key.pin",
    label: (studio: Studio) => (isOpen(studio) && count(studio) ? "Pinned" : "Pinned at playhead"),
    keys: ["P"],
    isEnabled: isOpen,
    isChecked: (studio: Studio) => isOpen(studio) && edits.isPinned(studio),
    run: edits.togglePins,
  },
].map((action) => ({ ...action, group: "class" }));

const copying: readonly Action[] = [
  {
    id: "key.cut",
    label: named("Cut"),
    keys: ["Ctrl+X"],
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => void edits.cutSelected(studio),
  },
  {
    id: "key.copy",
    label: named("Copy"),
    keys: ["Ctrl+C"],
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => void edits.copySelected(studio),
  },
  {
    id: "key.paste",
    label: "Paste keys at playhead",
    keys: ["Ctrl+V"],
    isEnabled: edits.canPaste,
    run: (studio: Studio) => void edits.pasteCopied(studio),
  },
  {
    id: "key.pasteMirrored",
    label: "Paste keys mirrored at playhead",
    keys: ["Ctrl+Shift+V"],
    isEnabled: edits.canPaste,
    run: (studio: Studio) => void edits.pasteCopied(studio, true),
  },
].map((action) => ({ ...action, group: "copy" }));

const moving: readonly Action[] = [
  {
    id: "key.earlier",
    label: "Move one frame earlier",
    keys: ["Ctrl+ArrowLeft"],
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => void edits.nudge(studio, -1),
  },
  {
    id: "key.later",
    label: "Move one frame later",
    keys: ["Ctrl+ArrowRight"],
    isEnabled: edits.hasSelected,
    run: (studio: Studio) => void edits.nudge(studio, 1),
  },
].map((action) => ({ ...action, group: "move" }));

const selecting: readonly Action[] = [
  {
    id: "key.all",
    label: "Select all keys",
    keys: { blender: ["A"], maya: ["Ctrl+Shift+A", "Ctrl+A"] },
    isEnabled: isOpen,
    run: edits.selectAll,
  },
  {
    id: "key.none",
    label: "Select no keys",
    keys: { blender: ["Alt+A"], maya: ["Alt+D"] },
    isEnabled: isOpen,
    run: (studio: Studio) => edits.select(studio, []),
  },
  {
    id: "key.others",
    label: "Select the other keys",
    keys: { blender: ["Ctrl+I"], maya: ["Ctrl+Shift+I"] },
    isEnabled: isOpen,
    run: edits.selectOthers,
  },
].map((action) => ({ ...action, group: "select" }));

/** Not in the menu: ways of looking, and of starting. */
const looking: readonly Action[] = [
  {
    id: "dopesheet.frameAll",
    label: "Frame all keys",
    keys: { blender: ["Home"], maya: ["A", "Shift+A", "Home"] },
    isEnabled: isOpen,
    run: frameAll,
  },
  {
    id: "dopesheet.frameSelected",
    label: "Frame selected keys",
    keys: { blender: [".", "Numpad."], maya: ["F", "Shift+F"] },
    isEnabled: isOpen,
    run: edits.frameSelected,
  },
  {
    id: "dopesheet.zoomIn",
    label: "Zoom in on time",
    keys: ["=", "+"],
    isEnabled: isOpen,
    run: (studio: Studio) => zoomBy(studio, 0.8),
  },
  {
    id: "dopesheet.zoomOut",
    label: "Zoom out of time",
    keys: ["-"],
    isEnabled: isOpen,
    run: (studio: Studio) => zoomBy(studio, 1.25),
  },
  {
    id: "dopesheet.box",
    label: "Select with a box",
    keys: { blender: ["B"], maya: [] },
    isEnabled: isOpen,
    run: (studio: Studio) => sheetOf(studio).patch({ isBoxArmed: true }),
  },
  {
    id: "dopesheet.leaveBox",
    label: "Give up selecting with a box",
    keys: ["Escape"],
    isEnabled: (studio: Studio) => sheetOf(studio).get().isBoxArmed,
    run: (studio: Studio) => sheetOf(studio).patch({ isBoxArmed: false }),
  },
  {
    id: "dopesheet.menu",
    label: "Menu of the keys",
    keys: ["ContextMenu", "Shift+F10"],
    isEnabled: isOpen,
    run: (studio: Studio) => sheetOf(studio).patch({ menu: { at: null, frame: null } }),
  },
];

/** Done at the playhead, so no view of keys has to be under the pointer. */
const EVERYWHERE = ["key.add"];

const keyMenu = [...making, ...kinds, ...copying, ...moving, ...selecting];
export const dopesheetActions: readonly Action[] = [
  ...keyMenu.map((action) => ({
    ...action,
    menu: "key" as const,
    area: EVERYWHERE.includes(action.id) ? undefined : area,
  })),
  ...looking.map((action) => ({ ...action, area })),
];
