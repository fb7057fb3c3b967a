/** The tips: hands, fingers, toes and the ends of bones, which the other numbers do not count. */

import type { Clip, Evaluation } from "../../messages";
import { type JointError, worstOf } from "./worstJoints";

/** How far each tip is from the capture at worst, the farthest first. `first` is the evaluation's first frame. */
export function tipsOf(clip: Clip, evaluation: Evaluation, first: number): JointError[] {
  const measured = new Set(clip.measured);
  const tips = [...clip.joints.keys()].filter((joint) => !measured.has(joint));
  return tips.map((joint) => worstOf(clip, evaluation, first, joint)).sort((a, b) => b.cm - a.cm);
}

/** `6 of 21 beyond 2 cm`, where an error was promised. */
export function beyondText(tips: readonly JointError[], limitCm: number): string {
  const beyond = tips.filter(({ cm }) => cm > limitCm).length;
  return beyond ? `${beyond} of ${tips.length} beyond ${limitCm} cm` : `all ${tips.length} within ${limitCm} cm`;
}
