/** What comes of files that a person gives: a clip is opened, labels of feet go onto it, or onto the one that is open. */

import { isLibrary } from "../../studio/library";
import { leaving } from "../../studio/save";
import type { Studio } from "../../studio/studio";
import { openFiles } from "../../studio/upload";
import { loadLabels } from "../../views/feet/files";
import { showFeet } from "../../views/feet/oracle";
import { showLibrary } from "../../views/library/opening";

const LABELS = /\.feet\.json$/i;
const ABOUT = "Opening";

/** Leave what is open, if anything, and open something else. */
export function opens(studio: Studio, open: () => Promise<boolean>): void {
  studio.dialog.set(null);
  leaving(studio, () => void open());
}

/** Open a library beside what is open, or anything else in its place. */
export function openPath(studio: Studio, path: string, source: "path" | "recent"): void {
  if (isLibrary(path)) void openLibrary(studio, path);
  else opens(studio, () => studio.open({ source, name: path }));
}

async function openLibrary(studio: Studio, path: string, dropped: number | null = null): Promise<void> {
  studio.dialog.set(null);
  if (await studio.library.open(path, false, dropped)) showLibrary(studio);
}

export function take(studio: Studio, files: readonly File[]): void {
  const library = files.find(({ name }) => isLibrary(name));
  // It is large, and what is done to it has to be done to the file itself: it is never sent.
  if (library) return void openLibrary(studio, library.name, library.size);
  const [labels, ...more] = files.filter(({ name }) => LABELS.test(name));
  const others = files.filter(({ name }) => !LABELS.test(name));
  if (more.length) {
    const names = [labels, ...more].map(({ name }) => name).join(", ");
    studio.notify(
      "error",
      `One clip has one file of foot labels, and these are ${more.length + 1}: ${names}.`,
      undefined,
      ABOUT,
    );
  } else if (others.length) {
    opens(studio, async () => {
      const isOpen = await openFiles(studio, others);
      if (isOpen && labels) await label(studio, labels);
      return isOpen;
    });
  } else if (labels && studio.clip.get()) {
    studio.dialog.set(null);
    void label(studio, labels);
  } else if (labels) {
    const text = `${labels.name} labels the feet of a clip: open that first, or both at once.`;
    studio.notify("error", text, undefined, ABOUT);
  }
}

/** They take the place of the labels that there are, as a step that can be undone. */
async function label(studio: Studio, labels: File): Promise<void> {
  showFeet(studio);
  await loadLabels(studio, labels);
}
