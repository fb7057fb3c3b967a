/** What can be done with scores of naturalness. */

import type { Action } from "../../actions/action";
import { showView } from "../../shell/panels";
import type { Studio } from "../../studio/studio";

export const scoresActions: readonly Action[] = [
  {
    id: "scores.worst",
    label: "Least natural moment",
    menu: "view",
    group: "scores",
    isEnabled: (studio: Studio) => studio.clip.get() !== null,
    run: (studio: Studio) => {
      showView(studio, { id: "scores", area: "bottom" });
      void studio.scores.goToWorst();
    },
  },
];
