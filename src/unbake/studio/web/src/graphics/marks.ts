/** How large keys are marked. */

import type { ClassName } from "../document/keys";

/** Of the size of a keypose's mark. Red and green are one colour to many eyes, so breakdowns are smaller, too. */
export const MARK_PARTS: Readonly<Record<ClassName, number>> = { keypose: 1, hold: 1, breakdown: 0.7 };
