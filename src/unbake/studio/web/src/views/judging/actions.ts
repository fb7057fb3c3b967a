/** What can be done while judging: menu, shortcuts and buttons are made of this. */

import type { Action } from "../../actions/action";
import type { JudgedKind } from "../../studio/judging";
import type { Studio } from "../../studio/studio";

const area = "judging";
const hasItem = (studio: Studio) => studio.judging.item !== null;

function begin(kind: JudgedKind, label: string): Action {
  return {
    id: `judging.${kind}`,
    label,
    menu: "library",
    group: "judging",
    isEnabled: (studio) => studio.library.isOpen,
    run: (studio) => void studio.judging.begin(kind, studio.judging.state.get().name),
  };
}

export const judgingActions: readonly Action[] = [
  begin("transplants", "Judge transplants"),
  begin("blends", "Judge random blends"),
  ...[
    { id: "judging.yes", label: "Yes, all of it", keys: ["Y"], run: (s: Studio) => void s.judging.whole(true) },
    { id: "judging.no", label: "No, none of it", keys: ["N"], run: (s: Studio) => void s.judging.whole(false) },
    { id: "judging.from", label: "No from here", keys: ["["], run: (s: Studio) => s.judging.fromHere() },
    { id: "judging.to", label: "No to here", keys: ["]"], run: (s: Studio) => void s.judging.toHere() },
    { id: "judging.next", label: "Next", keys: ["Enter", "PageDown"], run: (s: Studio) => s.judging.step(1) },
    { id: "judging.previous", label: "Previous", keys: ["PageUp"], run: (s: Studio) => s.judging.step(-1) },
    {
      id: "judging.takeBack",
      label: "Take the answer back",
      keys: ["X", "Delete", "Backspace"],
      run: (s: Studio) => void s.judging.takeBack(),
    },
  ].map((action) => ({ ...action, area, isEnabled: hasItem })),
];
