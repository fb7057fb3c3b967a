/** A page that is loaded again comes back as it was: the browser's tab remembers what was open, and forgets it with itself. */

import type { Open } from "../messages";
import type { Studio } from "./studio";
import type { View } from "./view";

/** The storage of the browser's tab. */
export type Tab = Pick<Storage, "getItem" | "setItem">;

const PLACE = "open";

/** What the tab remembers. */
interface Left {
  /** How it was opened. */
  open: Open;
  /** Id of its unsaved work, where there is any. */
  work: string | null;
  view: View;
  playhead: number;
  /** Labels of commands that were not done yet. */
  waiting?: readonly string[];
}

export class Returning {
  private opened: Open | null = null;
  private work = "";

  constructor(
    private readonly studio: Studio,
    private readonly tab: Tab,
  ) {}

  /** Something was opened; the server keeps unsaved work on it under an id. */
  follow(opened: Open, work: string): void {
    this.opened = opened;
    this.work = work;
  }

  /** A project of this path holds everything now. */
  saved(path: string): void {
    this.opened = { ...this.how, source: "recent", name: path };
  }

  /** What was said about the file when it was opened. */
  get how(): Pick<Open, "fps" | "unit"> {
    return { fps: this.opened?.fps ?? null, unit: this.opened?.unit ?? "" };
  }

  /** The page goes, for good or to come back at once. */
  leave(): void {
    if (!this.opened) return;
    const { saving, view, playhead, commands } = this.studio;
    const left: Left = {
      open: this.opened,
      work: saving.isUnsaved.get() ? this.work : null,
      view: view.get(),
      playhead: playhead.get(),
      waiting: commands.labels(),
    };
    this.tab.setItem(PLACE, JSON.stringify(left));
  }

  /** Open what the page had open before it was loaded again; false where there was nothing, or it is gone. */
  async comeBack(): Promise<boolean> {
    const text = this.tab.getItem(PLACE);
    if (!text) return false;
    const { open, work, view, playhead, waiting = [] }: Left = JSON.parse(text);
    const isBack =
      (work !== null && (await this.studio.open({ source: "recovery", name: work }))) || (await this.studio.open(open));
    if (waiting.length) {
      this.studio.notify("warning", `Not done, because the page was loaded again: ${waiting.join(", ")}.`);
    }
    if (!isBack) return false;
    const { first_frame, last_frame } = this.studio.clip.get()!;
    this.studio.view.patch(view);
    this.studio.playhead.set(Math.min(Math.max(playhead, first_frame), last_frame));
    return true;
  }
}
