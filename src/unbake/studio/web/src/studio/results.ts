/** What the server found for the document, and what is under the hand: neither saved nor undone. */

import type { StudioDocument } from "../document/document";
import type { Chosen, Evaluation, FeetCleaned, FeetFound, FeetGuessed, Keys, SpaceFound } from "../messages";
import type { Layered } from "./layers";

interface Cleaned extends FeetCleaned {
  /** What it was made of: with another evaluation, it is of no use any more. */
  of: Evaluation | Layered | null;
}

export interface Results {
  space: SpaceFound | null;
  /** Whether a person stopped the search for it. */
  isSpaceStopped: boolean;
  /** What the choice gave; may be of an earlier choice while the new one is under way. */
  chosen: Chosen | null;
  /** Keys while they are dragged. */
  handled: Keys | null;
  /** Of the keys that are seen, or of the last ones that were evaluated. */
  evaluation: Evaluation | null;
  /** The keys that it is of: on long takes it comes a little later than they do. */
  evaluated: Keys | null;
  /** Whether selection and fit are at work. */
  isChoosing: boolean;
  /** Whether a person stopped the final fit, so that the quick one stays. */
  isStopped: boolean;
  /** Where the feet are and how they move; null until somebody asks. */
  feet: FeetFound | null;
  /** Why there are none, where the skeleton has none that can be found. */
  noFeet: string | null;
  /** When the oracle takes them to be planted. */
  guess: FeetGuessed | null;
  /** The motion that is seen, with its feet in place; null while it is not asked for. */
  cleaned: Cleaned | null;
  /** What is seen with the layers of the document on top; null where it has none. */
  layered: Layered | null;
}

export const FIRST_RESULTS: Results = {
  space: null,
  isSpaceStopped: false,
  chosen: null,
  handled: null,
  evaluation: null,
  evaluated: null,
  isChoosing: false,
  isStopped: false,
  feet: null,
  noFeet: null,
  guess: null,
  cleaned: null,
  layered: null,
};

/** Whether keys that were chosen are not evaluated yet: what is known of the curves is of the keys before. */
export function isBehind({ handled, chosen, evaluated }: Results, { edited }: Pick<StudioDocument, "edited">): boolean {
  return !handled && !edited && chosen !== null && evaluated !== chosen.keys;
}
