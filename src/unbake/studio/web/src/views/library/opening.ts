/** Opening clips of the library, and going to the frames that a search found. */

import type { LibraryHit } from "../../messages";
import { showView } from "../../shell/panels";
import { leaving } from "../../studio/save";
import type { Studio } from "../../studio/studio";
import { framed } from "../../timeline/axis";
import { selectedMark } from "../annotations/bench";

/** What is dragged from the library onto the timeline or the viewport. */
export const CLIP_TYPE = "application/x-unbake-clip";

interface Frames {
  first: number;
  last: number;
}

export function showLibrary(studio: Studio): void {
  if (studio.clip.get()) showView(studio, { id: "library", area: "bottom" });
}

/** Open a clip, once a person knows what would be lost, and go to some frames of it; `then` follows. */
export function openClip(studio: Studio, id: number, frames?: Frames, then = () => {}): void {
  if (studio.annotations.known.get().clip === id) {
    if (frames) goTo(studio, frames);
    then();
    return;
  }
  const { tabs } = studio.view.get();
  const place = studio.clip.get() ? tabs : { bottom: "library" };
  leaving(studio, () => void openNow(studio, id, place, frames, then));
}

/** Do what needs an open clip: where none is open, the first of the library is opened before. */
export function besideClip(studio: Studio, then: () => void): void {
  const [first] = studio.library.state.get().listed?.clips ?? [];
  if (studio.clip.get()) then();
  else if (first) openClip(studio, first.id, undefined, then);
  else studio.notify("info", "The library is empty: add clips to it first.");
}

/** The view that was in front stays there. */
async function openNow(
  studio: Studio,
  id: number,
  tabs: Readonly<Record<string, string>>,
  frames: Frames | undefined,
  then: () => void,
): Promise<void> {
  if (!(await studio.open({ source: "library", name: String(id) }))) return;
  studio.view.patch({ tabs: { ...studio.view.get().tabs, ...tabs } });
  if (frames) goTo(studio, frames);
  then();
}

/** Look at some frames, with what is around them. */
function goTo(studio: Studio, { first, last }: Frames): void {
  const around = Math.round((last - first) / 2);
  studio.view.patch(framed(first - around, last + around));
  studio.playhead.set(first);
}

export function openHit(studio: Studio, { clip, first, last }: LibraryHit): void {
  openClip(studio, clip, { first, last });
}

/** The frames that a search looks for: the label that was picked, what is looped, otherwise the range. */
export function searchedFrames(studio: Studio): Frames {
  const picked = selectedMark(studio)?.mark ?? studio.playback.span.get();
  const { first, last } = picked ?? studio.commands.ahead.get().settings;
  return { first, last };
}

export async function findSimilar(studio: Studio): Promise<void> {
  const { first, last } = searchedFrames(studio);
  showLibrary(studio);
  await studio.library.search(first, last);
}

/** Open what was dragged from the library. */
export function openDragged(studio: Studio, dragged: string): void {
  const { id, frames } = JSON.parse(dragged) as { id: number; frames?: Frames };
  openClip(studio, id, frames);
}
