/** The joints that are farthest off, each a way to its worst frame. */

import { useCallback, useMemo } from "react";
import type { Clip, Evaluation } from "../../messages";
import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";
import { shortCm } from "../selection/wording";
import { goToError } from "./goTo";
import { tipsOf } from "./tips";
import { type JointError, worstJoints } from "./worstJoints";

const NONE: readonly JointError[] = [];

export function WorstJoints() {
  return <Joints label="Joints that are farthest off" of={worstJoints} />;
}

/** All tips that are beyond a promised error, or the worst few. */
export function WorstTips() {
  const promised = useStore(useStudio().document, ({ choice }) => (choice.by === "error" ? choice.error_cm : null));
  const of = useCallback(
    (clip: Clip, evaluation: Evaluation, first: number) => {
      const tips = tipsOf(clip, evaluation, first);
      const beyond = promised === null ? 0 : tips.filter(({ cm }) => cm > promised).length;
      return tips.slice(0, Math.max(beyond, FEW));
    },
    [promised],
  );
  return <Joints label="Tips that are farthest off" of={of} />;
}

const FEW = 5;

interface JointsProps {
  label: string;
  of(clip: Clip, evaluation: Evaluation, first: number): JointError[];
}

function Joints({ label, of }: JointsProps) {
  const studio = useStudio();
  const clip = useStore(studio.clip, (open) => open);
  // While the slider moves, the picture comes first.
  const evaluation = useStoreLater(studio.results, (results) => results.evaluation);
  const rows = useMemo(() => {
    const first = studio.shownKeys()?.first;
    return clip && evaluation && first !== undefined ? of(clip, evaluation, first) : NONE;
  }, [studio, clip, evaluation, of]);
  const most = rows[0]?.cm || 1;
  return (
    <ul className="worst-joints" aria-label={label}>
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
