/** What is asked of the classifier: learn what is labelled, guess, say what to label next. */

import { showView } from "../../shell/panels";
import type { Studio } from "../../studio/studio";
import { framed } from "../../timeline/axis";
import { openClip } from "../library/opening";
import { benchOf } from "./bench";

const ABOUT = "Annotations";

export function showLanes(studio: Studio): void {
  showView(studio, { id: "annotations", area: "bottom" });
}

/** Learn all flags from what is labelled in the library; the guess for the clip stands behind its lanes. */
export async function learn(studio: Studio): Promise<boolean> {
  const clip = studio.clip.get();
  if (!clip) return false;
  const learnt = await studio.attempt("Learning the flags", "LearnAnnotations", { clip: clip.id }, ABOUT);
  if (!learnt) return false;
  studio.annotations.guessed(clip, learnt.guess);
  studio.library.refresh();
  if (learnt.left_out.length) {
    studio.notify("info", `Not learnt, for want of frames with and without: ${learnt.left_out.join(", ")}.`);
  }
  return true;
}

/** Go to the stretch of the library that is least certain; in another clip, once a person knows what would be lost. */
export async function next(studio: Studio): Promise<void> {
  const clip = studio.clip.get();
  if (!clip) return;
  showLanes(studio);
  const found = await studio.attempt("Finding what to label next", "FindStretch", {}, ABOUT);
  if (!found || studio.clip.get() !== clip) return;
  const { library_clip, first, last, flags } = found;
  openClip(studio, library_clip, { first, last }, () => {
    showLanes(studio);
    benchOf(studio).patch({ stretch: { first, last, flags }, lane: flags[0] ?? null, selected: null });
  });
}

/** Let go of the stretch, and look at the whole range again. */
export function leaveStretch(studio: Studio): void {
  const { first, last } = studio.commands.ahead.get().settings;
  benchOf(studio).patch({ stretch: null });
  studio.view.patch(framed(first, last));
}
