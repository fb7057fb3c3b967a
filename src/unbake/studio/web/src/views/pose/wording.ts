/** Results of propagation in words. */

import type { Propagated } from "../../messages";

type Found = Pick<Propagated, "confidence" | "low_first" | "low_last" | "seconds">;

export function confidenceSentence({ confidence, low_first, low_last, seconds }: Found, rounds: number): string {
  const mean = confidence.reduce((sum, one) => sum + one, 0) / Math.max(confidence.length, 1);
  const times = rounds > 1 ? `Round ${rounds}, ` : "";
  const sure = `${times}${seconds.toFixed(1)} s: confidence ${Math.round(100 * mean)} % on average`;
  if (!low_first.length) return `${sure}.`;
  const where = [...low_first].map((first, n) => `${first}–${low_last[n]}`).slice(0, 3);
  return `${sure}; unlike the examples: frames ${where.join(", ")}${low_first.length > 3 ? " and others" : ""}.`;
}
