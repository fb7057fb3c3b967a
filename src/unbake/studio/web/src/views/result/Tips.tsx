/** How far fingers, toes and the ends of bones are, in one line; a click goes to the worst. */

import { useMemo } from "react";
import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";
import { shortCm } from "../selection/wording";
import { goToError } from "./goTo";
import { beyondText, tipsOf } from "./tips";

const SAYS =
  "Hands, fingers, toes and the ends of bones. The other numbers and a promised error do not count them. Click to go to the worst.";

export function Tips() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (open) => open);
  const evaluation = useStoreLater(studio.results, (results) => results.evaluation);
  const promised = useStore(studio.document, ({ choice }) => (choice.by === "error" ? choice.error_cm : null));
  const tips = useMemo(() => {
    const first = studio.shownKeys()?.first;
    return clip && evaluation && first !== undefined ? tipsOf(clip, evaluation, first) : [];
  }, [studio, clip, evaluation]);
  if (!tips.length) return null;
  const [{ joint, cm, frame }] = tips;
  return (
    <button type="button" className="tips" title={SAYS} onClick={() => goToError(studio, frame, joint)}>
      Tips {shortCm(cm)} cm{" "}
      <span>
        at worst: {clip!.joints[joint].name}, frame {frame}
        {promised !== null && `; ${beyondText(tips, promised)}`}
      </span>
    </button>
  );
}
