/** The joints that are farthest off, each a way to its worst frame. */

import { useMemo } from "react";
import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";
import { shortCm } from "../selection/wording";
import { goToError } from "./goTo";
import { type JointError, worstJoints } from "./worstJoints";

const NONE: readonly JointError[] = [];

export function WorstJoints() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (open) => open);
  // While the slider moves, the picture comes first.
  const evaluation = useStoreLater(studio.found, (found) => found.evaluation);
  const rows = useMemo(() => {
    const first = studio.shownKeys()?.first;
    return clip && evaluation && first !== undefined ? worstJoints(clip, evaluation, first) : NONE;
  }, [studio, clip, evaluation]);
  const most = rows[0]?.cm || 1;
  return (
    <ul className="worst-joints" aria-label="Joints that are farthest off">
      {rows.map(({ joint, cm, frame }) => (
        <li key={joint}>
          <button
            type="button"
            title={`Go to frame ${frame} and select ${clip!.joints[joint].name}`}
            onClick={() => goToError(studio, frame, joint)}
          >
            <span className="bar" style={{ width: `${(100 * cm) / most}%` }} />
            <span className="name">{clip!.joints[joint].name}</span>
            <span className="frame">frame {frame}</span>
            <span className="cm">{shortCm(cm)} cm</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
