/** What the server found for the document, and what is under the hand: neither saved nor undone. */

import type { Chosen, Evaluation, Keys, SpaceFound } from "../messages";

export interface Found {
  space: SpaceFound | null;
  /** What the choice gave; may be of an earlier choice while the new one is under way. */
  chosen: Chosen | null;
  /** Keys while they are dragged. */
  handled: Keys | null;
  /** Of the keys that are seen, or of the last ones that were evaluated. */
  evaluation: Evaluation | null;
  /** Whether selection and fit are at work. */
  isChoosing: boolean;
  /** Whether a person stopped the final fit, so that the quick one stays. */
  isStopped: boolean;
}

export const FIRST_FOUND: Found = {
  space: null,
  chosen: null,
  handled: null,
  evaluation: null,
  isChoosing: false,
  isStopped: false,
};
