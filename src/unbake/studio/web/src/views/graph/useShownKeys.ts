/** The keys that are seen: those under the hand, edited ones, or those that the choice gave. */

import type { Keys } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";

export function useShownKeys(): Keys | null {
  const studio = useStudio();
  useStore(studio.document, (document) => document.edited);
  return useStore(studio.results, () => studio.shownKeys());
}
