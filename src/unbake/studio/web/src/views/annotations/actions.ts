/** What can be done with annotations: menu, shortcuts and buttons are made of this. */

import type { Action } from "../../actions/action";
import { Gesture } from "../../controls/gesture";
import { NO_GUESS } from "../../document/marks";
import type { Studio } from "../../studio/studio";
import { frameAll, zoomBy } from "../../timeline/navigation";
import { benchOf, canAnnotate, laneOf, scopeOf, shownFlags } from "./bench";
import * as edits from "./edits";
import * as learning from "./learning";
import { isPainting, leavePainting, togglePainting } from "./painting";

const area = "annotations";
const hasMarks = (studio: Studio) =>
  canAnnotate(studio) && shownFlags(studio).some((flag) => studio.commands.ahead.get().marks[flag]?.length);
const hasGuess = (studio: Studio) =>
  canAnnotate(studio) && studio.annotations.known.get().guess.some((percent) => percent !== NO_GUESS);
/** Keys pressed one after the other are one step of undo. */
const nudging = new Gesture("flag boundary");
/** Flags that have a number key: the first nine lanes. */
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The frames that accepting is about. */
export function words(studio: Studio): string {
  if (!studio.clip.get()) return "";
  const { first, last } = scopeOf(studio);
  return `${first}–${last}`;
}

const byClassifier: readonly Action[] = [
  {
    id: "annotations.learn",
    label: "Learn the flags and guess",
    keys: ["Ctrl+Enter"],
    isEnabled: canAnnotate,
    run: (studio: Studio) => void learning.learn(studio),
  },
  {
    id: "annotations.next",
    label: "Next stretch to annotate",
    keys: ["Shift+N"],
    isEnabled: canAnnotate,
    run: (studio: Studio) => void learning.next(studio),
  },
  {
    id: "annotations.accept",
    label: (studio: Studio) => (studio.clip.get() ? `Accept the guess of ${words(studio)}` : "Accept the guess"),
    title: "Accept the guess",
    keys: ["Shift+A"],
    isEnabled: hasGuess,
    run: (studio: Studio) => edits.acceptGuess(studio),
  },
  {
    id: "annotations.rest",
    label: (studio: Studio) => (studio.clip.get() ? `The rest of ${words(studio)} is not` : "The rest is not"),
    title: "The rest is not",
    keys: ["Shift+R"],
    isEnabled: canAnnotate,
    run: (studio: Studio) => edits.denyRest(studio),
  },
].map((action) => ({ ...action, group: "classifier" }));

const byHand: readonly Action[] = [
  {
    id: "annotations.set",
    label: "Annotate the playhead's frame",
    keys: ["P"],
    isEnabled: canAnnotate,
    run: edits.setHere,
  },
  {
    id: "annotations.begin",
    label: "Begin the label at the playhead",
    keys: ["["],
    isEnabled: canAnnotate,
    run: edits.beginHere,
  },
  {
    id: "annotations.end",
    label: "End the label at the playhead",
    keys: ["]"],
    isEnabled: canAnnotate,
    run: edits.endHere,
  },
  {
    id: "annotations.onFromLast",
    label: "Go to where the last label ended",
    keys: ["L"],
    isEnabled: canAnnotate,
    run: edits.toLastLabel,
  },
  {
    id: "annotations.loop",
    label: "Loop the label or stretch",
    keys: ["O"],
    isEnabled: (studio: Studio) =>
      canAnnotate(studio) && (edits.loopable(studio) ?? studio.playback.span.get()) !== null,
    isChecked: (studio: Studio) => studio.playback.span.get() !== null,
    run: edits.loop,
  },
  {
    id: "annotations.erase",
    label: "Erase the label",
    keys: { blender: ["X", "Delete"], maya: ["Delete", "Backspace"] },
    isEnabled: (studio: Studio) => canAnnotate(studio) && edits.markInHand(studio) !== null,
    run: edits.erase,
  },
].map((action) => ({ ...action, group: "annotations" }));

const leaving: readonly Action[] = [
  {
    id: "annotations.leave",
    label: (studio: Studio) => (isPainting(studio) ? "Give up painting" : "Leave the stretch"),
    title: "Give up painting; leave the stretch",
    keys: ["Escape"],
    isEnabled: (studio: Studio) => isPainting(studio) || benchOf(studio).get().stretch !== null,
    run: (studio: Studio) => (isPainting(studio) ? leavePainting(studio) : learning.leaveStretch(studio)),
  },
];

/** Not in the menu: number keys, and ways of looking. */
const others: readonly Action[] = [
  ...NUMBERS.map((number) => ({
    id: `annotations.flag${number}`,
    label: `Paint flag ${number}, and end it`,
    keys: [String(number)],
    isEnabled: (studio: Studio) => canAnnotate(studio) && number <= shownFlags(studio).length,
    run: (studio: Studio) => togglePainting(studio, shownFlags(studio)[number - 1]),
  })),
  {
    id: "annotations.onFrom",
    label: "Paint the lane on from its last label",
    keys: ["Shift+P"],
    isEnabled: canAnnotate,
    run: (studio: Studio) => {
      const flag = laneOf(studio);
      if (flag !== null) togglePainting(studio, flag, edits.onFrom(studio, flag));
    },
  },
  {
    id: "annotations.earlier",
    label: "Boundary one frame earlier",
    keys: ["Ctrl+ArrowLeft"],
    isEnabled: hasMarks,
    run: (studio: Studio) => edits.nudge(studio, -1, nudging.next()),
  },
  {
    id: "annotations.later",
    label: "Boundary one frame later",
    keys: ["Ctrl+ArrowRight"],
    isEnabled: hasMarks,
    run: (studio: Studio) => edits.nudge(studio, 1, nudging.next()),
  },
  {
    id: "annotations.nextBoundary",
    label: "Next boundary",
    keys: ["PageDown"],
    isEnabled: hasMarks,
    run: (studio: Studio) => edits.toBoundary(studio, 1),
  },
  {
    id: "annotations.previousBoundary",
    label: "Previous boundary",
    keys: ["PageUp"],
    isEnabled: hasMarks,
    run: (studio: Studio) => edits.toBoundary(studio, -1),
  },
  {
    id: "annotations.frameAll",
    label: "Frame the range, then the whole clip",
    keys: { blender: ["Home"], maya: ["A", "Home"] },
    isEnabled: canAnnotate,
    run: frameAll,
  },
  {
    id: "annotations.zoomIn",
    label: "Zoom in on time",
    keys: ["=", "+"],
    isEnabled: canAnnotate,
    run: (studio: Studio) => zoomBy(studio, 0.8),
  },
  {
    id: "annotations.zoomOut",
    label: "Zoom out of time",
    keys: ["-"],
    isEnabled: canAnnotate,
    run: (studio: Studio) => zoomBy(studio, 1.25),
  },
];

const menu = "library" as const;
export const annotationActions: readonly Action[] = [
  ...[...byHand, ...byClassifier].map((action) => ({ ...action, menu, area })),
  ...[...leaving, ...others].map((action) => ({ ...action, area })),
];
