/** What is saved and undone: what the person asked for, and the keys as far as they were changed by hand. */

import type { Choice, Joining, Keys, Plant, Settings } from "../messages";

export interface StudioDocument {
  settings: Settings;
  choice: Choice;
  joining: Joining;
  /** Part of the lost detail that is put back, 0 to 1. */
  detail: number;
  /** The keys after edits by hand; without any, the keys are what the choice gives. */
  edited: Keys | null;
  /** When the feet are on the ground, by point and time. */
  plants: readonly Plant[];
  /** Whether the feet are kept in place while they are planted. */
  cleansFeet: boolean;
}
