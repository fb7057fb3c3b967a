/** A page that is loaded again comes back as it was: the browser's tab remembers what was open, and forgets it with itself. */

import { parse, stringify } from "../document/json";
import type { Open } from "../messages";
import type { DemandLeft } from "./demand";
import { projectText } from "./project";
import type { Studio } from "./studio";
import type { View } from "./view";

/** The storage of the browser's tab. */
export type Tab = Pick<Storage, "getItem" | "setItem">;

/** How a file is read, where a person says so. */
export type Reading = Pick<Open, "fps" | "unit" | "take">;

const PLACE = "open";
const DEMAND = "demand";

/** What was on the page besides what was opened. */
export interface Seen {
  view: View;
  playhead: number;
  /** The project as it was, where the server may not have all of it: what is sent while a page goes may not arrive. */
  project?: string;
}

/** What the tab remembers. */
interface Left extends Seen {
  /** How it was opened. */
  open: Open;
  /** Id of its unsaved work, where there is any. */
  work: string | null;
  /** Labels of commands that were not done yet. */
  waiting?: readonly string[];
}

export class Returning {
  private opened: Open | null = null;
  private work = "";
  /** Whether the page is about to come back: what it remembers is not lost. Until the browser has asked. */
  isReloading = false;

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
  get how(): Reading {
    return { fps: this.opened?.fps ?? null, unit: this.opened?.unit ?? "", take: this.opened?.take ?? null };
  }

  /** Load the page again, which connects it to the server that it lost. */
  reload(): void {
    this.isReloading = true;
    location.reload();
  }

  /** The page goes, for good or to come back at once. */
  leave(): void {
    this.leaveClip();
    this.leaveDemand();
  }

  private leaveClip(): void {
    if (!this.opened) return;
    // The clip has the first claim on the room that there is.
    this.tab.setItem(DEMAND, "");
    for (const write of this.studio.unwritten) write();
    const { saving, view, playhead, commands } = this.studio;
    const left: Left = {
      open: this.opened,
      work: saving.isUnsaved.get() ? this.work : null,
      view: view.get(),
      playhead: playhead.get(),
      waiting: commands.labels(),
    };
    const project = saving.autosave.isUpToDate ? undefined : projectText(this.studio);
    try {
      this.tab.setItem(PLACE, JSON.stringify({ ...left, project }));
    } catch {
      // A tab has room for some million letters. What the server has by now must do.
      this.tab.setItem(PLACE, JSON.stringify(left));
    }
  }

  private leaveDemand(): void {
    const { demand } = this.studio;
    try {
      this.tab.setItem(DEMAND, stringify(demand.left(true)));
    } catch {
      try {
        this.tab.setItem(DEMAND, stringify(demand.left(false)));
      } catch {
        // There is no room for it beside the clip.
      }
    }
  }

  /** Be as the page was before it was loaded again; false where no clip was open, or it is gone. */
  async comeBack(): Promise<boolean> {
    const isBack = await this.openAgain();
    const text = this.tab.getItem(DEMAND);
    if (text) this.studio.demand.comeBack(parse<DemandLeft>(text));
    return isBack;
  }

  private async openAgain(): Promise<boolean> {
    const text = this.tab.getItem(PLACE);
    if (!text) return false;
    const { open, work, waiting = [], ...left }: Left = JSON.parse(text);
    const isBack =
      (work !== null && (await this.studio.open({ source: "recovery", name: work }, left))) ||
      (await this.studio.open(open, left));
    if (waiting.length) {
      this.studio.notify("warning", `Not done, because the page was loaded again: ${waiting.join(", ")}.`);
    }
    return isBack;
  }
}
