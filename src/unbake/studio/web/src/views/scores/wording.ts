/** Scores in words. */

import type { ClipScored } from "../../messages";

const percent = (part: number) => `${(100 * part).toFixed(part > 0 && part < 0.1 ? 1 : 0)} %`;

/** What is worst, and why. */
export function worstSentence({ worst_probability, worst_frame, unnatural_part, reasons }: ClipScored): string {
  const why = reasons
    .slice(0, 3)
    .map(({ term, amount, unit }) => `${term} ${Number(amount.toPrecision(2))} ${unit}`)
    .join(", ");
  const worst = `Worst second ${percent(worst_probability)} unnatural, at frame ${worst_frame}${why ? `: ${why}` : ""}`;
  return `${worst}. ${percent(unnatural_part)} of the clip is above one half.`;
}
