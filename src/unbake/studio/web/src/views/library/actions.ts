/** What can be done with the library as a whole. */

import type { Action } from "../../actions/action";
import type { Studio } from "../../studio/studio";
import { pickNone } from "./changes";
import { findSimilar, searchedFrames } from "./opening";

const isOpen = (studio: Studio) => studio.library.isOpen;
const hasClip = (studio: Studio) => isOpen(studio) && studio.clip.get() !== null;
const hasPicked = (studio: Studio) =>
  studio.library.state.get().found === null && studio.library.pickedClips.length > 0;
const area = "library";

export const libraryActions: readonly Action[] = [
  {
    id: "library.new",
    label: "New library…",
    menu: "file",
    group: "library",
    run: (studio: Studio) => studio.dialog.set({ kind: "newLibrary" }),
  },
  {
    id: "library.close",
    label: "Close the library",
    menu: "file",
    group: "library",
    isEnabled: isOpen,
    run: (studio: Studio) => void studio.library.close(),
  },
  {
    id: "library.add",
    label: "Add the clip to the library",
    menu: "library",
    group: "clips",
    isEnabled: (studio: Studio) => hasClip(studio) && studio.annotations.known.get().clip === null,
    run: (studio: Studio) => void studio.library.add(),
  },
  {
    id: "library.rename",
    label: "Rename the clip…",
    menu: "library",
    group: "picked",
    area,
    keys: ["Ctrl+F2"],
    isEnabled: (studio: Studio) => studio.library.pickedClips.length === 1,
    run: (studio: Studio) => studio.dialog.set({ kind: "renameClip", clip: studio.library.pickedClips[0] }),
  },
  {
    id: "library.remove",
    label: "Remove the selected clips…",
    menu: "library",
    group: "picked",
    area,
    keys: ["Delete"],
    isEnabled: hasPicked,
    run: (studio: Studio) => studio.dialog.set({ kind: "removeClips", clips: studio.library.pickedClips }),
  },
  {
    id: "library.selectNone",
    label: "Select no clips",
    area,
    keys: ["Escape"],
    isEnabled: hasPicked,
    run: pickNone,
  },
  {
    id: "library.flags",
    label: "Flags of the library…",
    menu: "library",
    group: "picked",
    isEnabled: isOpen,
    run: (studio: Studio) => studio.dialog.set({ kind: "vocabulary" }),
  },
  {
    id: "library.similar",
    label: (studio: Studio) => {
      if (!hasClip(studio)) return "Similar to the range";
      const { first, last } = searchedFrames(studio);
      return `Similar to ${first}–${last}`;
    },
    title: "Find motion like the range",
    menu: "library",
    group: "clips",
    keys: ["Ctrl+Shift+F"],
    isEnabled: hasClip,
    run: (studio: Studio) => void findSimilar(studio),
  },
];
