/** What is saved and undone: what the person asked for, and the keys as far as they were changed by hand. */

import type { Choice, Joining, Keys, Plant, PoseLayer, Settings } from "../messages";
import type { Marks } from "./marks";

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
  /** Offsets of pose and time on top, the first below the others. */
  layers: readonly PoseLayer[];
  /** Whether they are on the capture itself, and not on the keys. */
  isOnCapture: boolean;
  /** What a person said of the clip's flags, as long as the clip is in the library that is open: saved there. */
  marks: Marks;
}

/** Before a clip is open. What a clip begins with, the server says. */
export const EMPTY_DOCUMENT: StudioDocument = {
  settings: {
    criterion: "",
    metric: "pose",
    compose: null,
    lead: [],
    pins: [],
    first: 0,
    last: 0,
    min_gap: null,
    max_gap: null,
  },
  choice: { by: "count", keys: 0, error_cm: 0, accuracy: 0, significance: 0, layers: [], nudges: false, tips: false },
  joining: { fit: "free", break_weight: 0, holds_ends: true, end_weights: {}, holds_feet: false },
  detail: 0,
  edited: null,
  plants: [],
  cleansFeet: false,
  layers: [],
  isOnCapture: false,
  marks: {},
};
