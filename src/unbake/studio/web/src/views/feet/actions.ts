/** What can be done with the labels of the feet: menu, shortcuts and buttons are made of this. */

import type { Action } from "../../actions/action";
import { Gesture } from "../../controls/gesture";
import { POINTS } from "../../document/plants";
import type { Studio } from "../../studio/studio";
import { frameAll, zoomBy } from "../../timeline/navigation";
import { benchOf, scopeOf } from "./bench";
import * as edits from "./edits";
import * as files from "./files";
import * as oracle from "./oracle";

const area = "feet";
const isOpen = (studio: Studio) => studio.clip.get() !== null;
const hasFeet = (studio: Studio) => isOpen(studio) && studio.results.get().noFeet === null;
const hasGuess = (studio: Studio) => hasFeet(studio) && studio.results.get().guess !== null;
const hasPlants = (studio: Studio) => hasFeet(studio) && studio.commands.ahead.get().plants.length > 0;
/** Keys pressed one after the other are one step of undo. */
const nudging = new Gesture("boundary");

const byOracle: readonly Action[] = [
  {
    id: "feet.guess",
    label: "Guess foot plants",
    keys: ["Shift+G"],
    isEnabled: hasFeet,
    run: (studio: Studio) => {
      oracle.showFeet(studio);
      void oracle.guess(studio);
    },
  },
  {
    id: "feet.accept",
    label: "Accept guess",
    keys: ["Shift+A"],
    isEnabled: hasGuess,
    run: (studio: Studio) => edits.acceptGuess(studio),
  },
  {
    id: "feet.next",
    label: "Next sequence to label",
    keys: ["Shift+N"],
    isEnabled: hasFeet,
    run: (studio: Studio) => void oracle.nextSequence(studio),
  },
  {
    id: "feet.nextInFolder",
    label: "Next sequence in the folder",
    isEnabled: (studio: Studio) => hasFeet(studio) && studio.clip.get()?.path !== null,
    run: (studio: Studio) => void oracle.nextInFolder(studio),
  },
  {
    id: "feet.learn",
    label: (studio: Studio) => `Learn frames ${words(studio)}`,
    title: "Learn the labels as they are",
    keys: ["Ctrl+Enter"],
    // That no foot is ever planted is hardly meant, unless somebody has looked at a sequence.
    isEnabled: (studio: Studio) => hasPlants(studio) || (hasFeet(studio) && benchOf(studio).get().sequence !== null),
    run: (studio: Studio) => void oracle.learn(studio),
  },
  {
    id: "feet.leave",
    label: "Leave the sequence",
    keys: ["Escape"],
    isEnabled: (studio: Studio) => isOpen(studio) && benchOf(studio).get().sequence !== null,
    run: oracle.leaveSequence,
  },
].map((action) => ({ ...action, group: "oracle" }));

/** The frames that are learnt. */
export function words(studio: Studio): string {
  if (!isOpen(studio)) return "";
  const { first, last } = scopeOf(studio);
  return `${first}–${last}`;
}

const byHand: readonly Action[] = [
  {
    id: "feet.set",
    label: "Plant on the playhead's frame",
    keys: ["P"],
    isEnabled: hasFeet,
    run: edits.setHere,
  },
  {
    id: "feet.begin",
    label: "Begin the plant at the playhead",
    keys: ["["],
    isEnabled: hasFeet,
    run: edits.beginHere,
  },
  {
    id: "feet.end",
    label: "End the plant at the playhead",
    keys: ["]"],
    isEnabled: hasFeet,
    run: edits.endHere,
  },
  {
    id: "feet.earlier",
    label: "Boundary one frame earlier",
    keys: ["Ctrl+ArrowLeft"],
    isEnabled: hasPlants,
    run: (studio: Studio) => edits.nudge(studio, -1, nudging.next()),
  },
  {
    id: "feet.later",
    label: "Boundary one frame later",
    keys: ["Ctrl+ArrowRight"],
    isEnabled: hasPlants,
    run: (studio: Studio) => edits.nudge(studio, 1, nudging.next()),
  },
  {
    id: "feet.erase",
    label: "Erase plant",
    keys: { blender: ["X", "Delete"], maya: ["Delete", "Backspace"] },
    isEnabled: (studio: Studio) => hasFeet(studio) && edits.plantInHand(studio) !== null,
    run: edits.erase,
  },
].map((action) => ({ ...action, group: "hand" }));

const cleaning: readonly Action[] = [
  {
    id: "feet.clean",
    label: "Clean feet",
    keys: ["Shift+C"],
    isEnabled: (studio: Studio) => hasPlants(studio) || (isOpen(studio) && studio.commands.ahead.get().cleansFeet),
    isChecked: (studio: Studio) => isOpen(studio) && studio.commands.ahead.get().cleansFeet,
    run: (studio: Studio) => {
      const cleansFeet = !studio.commands.ahead.get().cleansFeet;
      studio.change(cleansFeet ? "Clean feet" : "Leave feet as they are", { cleansFeet });
    },
  },
  {
    id: "feet.save",
    label: "Save foot labels",
    isEnabled: hasPlants,
    run: (studio: Studio) => void files.saveLabels(studio),
  },
  {
    id: "feet.load",
    label: "Load foot labels…",
    isEnabled: hasFeet,
    run: (studio: Studio) => files.choose(".json", (file) => void files.loadLabels(studio, file)),
  },
].map((action) => ({ ...action, group: "clean" }));

/** Not in the menu: ways of looking. */
const looking: readonly Action[] = [
  ...POINTS.map((name, lane) => ({
    id: `feet.lane${lane + 1}`,
    label: `Lane of the ${name.toLowerCase()}`,
    keys: [String(lane + 1)],
    isEnabled: hasFeet,
    run: (studio: Studio) => edits.select(studio, lane),
  })),
  {
    id: "feet.nextBoundary",
    label: "Next boundary",
    keys: ["PageDown"],
    isEnabled: hasPlants,
    run: (studio: Studio) => edits.toBoundary(studio, 1),
  },
  {
    id: "feet.previousBoundary",
    label: "Previous boundary",
    keys: ["PageUp"],
    isEnabled: hasPlants,
    run: (studio: Studio) => edits.toBoundary(studio, -1),
  },
  {
    id: "feet.frameAll",
    label: "Frame all labels",
    keys: { blender: ["Home"], maya: ["A", "Home"] },
    isEnabled: isOpen,
    run: frameAll,
  },
  {
    id: "feet.zoomIn",
    label: "Zoom in on time",
    keys: ["=", "+"],
    isEnabled: isOpen,
    run: (studio: Studio) => zoomBy(studio, 0.8),
  },
  {
    id: "feet.zoomOut",
    label: "Zoom out of time",
    keys: ["-"],
    isEnabled: isOpen,
    run: (studio: Studio) => zoomBy(studio, 1.25),
  },
];

const menu = "feet" as const;
export const feetActions: readonly Action[] = [
  ...[...byOracle, ...byHand, ...cleaning].map((action) => ({ ...action, menu, area })),
  ...looking.map((action) => ({ ...action, area })),
];
