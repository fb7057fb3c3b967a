/** Keeps unsaved work with the server, so that it can be recovered after a crash; throws it away once it is saved. */

import { RequestCancelled } from "../connection/connection";
import { messageOf } from "../errors";
import { projectText } from "./project";
import type { Studio } from "./studio";

/** How long the hand has to rest, and after how long it is kept in any case. */
const REST_MS = 2000;
const LONGEST_MS = 10_000;
/** What a notice of it is about. */
const WHAT = "Keeping";

export class Autosave {
  private rest: ReturnType<typeof setTimeout> | undefined;
  private since: number | null = null;
  /** The history that the server has; null where it keeps nothing. */
  private kept: readonly unknown[] | null = null;

  constructor(private readonly studio: Studio) {}

  /** Whether the server has everything that is not saved. */
  get isUpToDate(): boolean {
    return !this.studio.saving.isUnsaved.get() || this.kept === this.studio.history.past.get().done;
  }

  /** The history or the saved state changed. */
  follow(): void {
    clearTimeout(this.rest);
    if (!this.studio.clip.get() || (this.kept === null && !this.studio.saving.isUnsaved.get())) return;
    const now = Date.now();
    this.since ??= now;
    this.rest = setTimeout(() => void this.send(), Math.max(0, Math.min(REST_MS, this.since + LONGEST_MS - now)));
  }

  /** The page may go: what is not kept yet is sent now. */
  hurry(): void {
    clearTimeout(this.rest);
    if (!this.isUpToDate) void this.send();
  }

  /** Something else was opened: what was kept for the old clip stays as it is. */
  forget(): void {
    clearTimeout(this.rest);
    this.since = null;
    this.kept = null;
  }

  /** Throw away what is kept for the clip that is open. */
  async discard(): Promise<void> {
    this.forget();
    await this.ask("", 0);
  }

  private async send(): Promise<void> {
    this.since = null;
    const { saving, history } = this.studio;
    const { done } = history.past.get();
    if (!saving.isUnsaved.get()) await this.discard();
    else if (await this.ask(projectText(this.studio), saving.changes())) this.kept = done;
  }

  private async ask(project: string, changes: number): Promise<boolean> {
    const clip = this.studio.clip.get();
    if (!clip || this.studio.isLost.get()) return false;
    try {
      await this.studio.connection.request("Autosave", { clip: clip.id, project, changes }).answer;
      this.studio.notices.succeeded(WHAT);
      return true;
    } catch (error) {
      // The next change tries again; until then, people have to know.
      if (!(error instanceof RequestCancelled)) {
        this.studio.notify("warning", `Nothing is kept for a recovery: ${messageOf(error)}`, undefined, WHAT);
      }
      return false;
    }
  }
}
