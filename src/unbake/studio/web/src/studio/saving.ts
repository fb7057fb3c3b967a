/** Whether everything is saved, and how it is. */

import { RequestFailed } from "../connection/connection";
import type { Command } from "../document/commands";
import { type Past, withoutAnnotations } from "../document/history";
import { messageOf } from "../errors";
import type { Saved } from "../messages";
import { Store } from "../store";
import { Autosave } from "./autosave";
import { fetchDownload } from "./download";
import { keptChanges, projectText } from "./project";
import type { Studio } from "./studio";

/** Where in the history the saved state is; null for work that was never saved. */
interface Mark {
  count: number;
  last: Command | undefined;
}

/** What came of a wish to save: done, a file is in the way, or why not. */
export type Outcome = "done" | "exists" | { failed: string };

const CUT =
  "The history is too long for a project: its oldest changes can be undone here, but not once the project is reopened.";

const HANDED_OVER =
  "went to the browser, which may ask or refuse. Until it is saved to a path, it can be recovered here.";

export class Saving {
  /** Whether something would be lost with the page. */
  readonly isUnsaved = new Store<boolean>(false);
  readonly autosave: Autosave;
  private mark: Mark | null = { count: 0, last: undefined };

  constructor(private readonly studio: Studio) {
    this.autosave = new Autosave(studio);
    studio.history.past.subscribe(() => this.follow());
  }

  /** A clip or project was opened: as it was saved, or work that never was, recovered or new. */
  opened(isUnsaved: boolean): void {
    this.autosave.forget();
    this.mark = isUnsaved ? null : markOf(this.studio.history.past.get());
    this.isUnsaved.set(isUnsaved);
    if (isUnsaved) this.autosave.follow();
  }

  /** A library has the motion now: where nothing was done with it, nothing would be lost. */
  added(): void {
    const now = markOf(this.studio.history.past.get());
    if (this.mark !== null || now.count) return;
    this.mark = now;
    this.follow();
  }

  /** How many changes lie between what is seen and what is saved; at least 1 where anything does. */
  changes(): number {
    if (!this.isUnsaved.get()) return 0;
    return Math.max(1, Math.abs(markOf(this.studio.history.past.get()).count - (this.mark?.count ?? 0)));
  }

  /** Save to a path; an existing file is only replaced if that is said. */
  async save(path: string, mayReplace: boolean): Promise<Outcome> {
    if (!this.studio.commands.isIdle) await this.studio.commands.earlier();
    const now = markOf(this.studio.history.past.get());
    const saved = await this.send(path, mayReplace, false);
    if (!("path" in saved)) return saved.exists ? "exists" : { failed: saved.message };
    this.mark = now;
    this.follow();
    this.studio.projectPath.set(saved.path);
    this.studio.returning.saved(saved.path);
    this.studio.notices.succeeded("Saving");
    this.studio.notify("info", `Saved to ${saved.path}`);
    const done = withoutAnnotations(this.studio.history.past.get().done);
    if (keptChanges(done) !== done) this.studio.notify("warning", CUT);
    return "done";
  }

  /** Hand the project to the browser. Only the browser knows whether it was kept, so nothing counts as saved by it. */
  async download(name: string): Promise<Outcome> {
    if (!this.studio.commands.isIdle) await this.studio.commands.earlier();
    const saved = await this.send(name, true, true);
    if (!("path" in saved)) return { failed: saved.message };
    try {
      await fetchDownload(saved.path, name, this.studio.token);
      this.autosave.hurry();
      if (this.isUnsaved.get()) this.studio.notify("info", `${name} ${HANDED_OVER}`);
      return "done";
    } catch (error) {
      return { failed: messageOf(error) };
    }
  }

  private async send(
    path: string,
    mayReplace: boolean,
    isDownload: boolean,
  ): Promise<Saved | { message: string; exists: boolean }> {
    const { clip, connection } = this.studio;
    const body = { project: projectText(this.studio), path, is_download: isDownload, may_replace: mayReplace };
    try {
      return await connection.request("SaveProject", { clip: clip.get()?.id ?? "", ...body }).answer;
    } catch (error) {
      return { message: messageOf(error), exists: error instanceof RequestFailed && error.reply.exists };
    }
  }

  private follow(): void {
    const now = markOf(this.studio.history.past.get());
    this.isUnsaved.set(this.mark === null || now.count !== this.mark.count || now.last !== this.mark.last);
    this.autosave.follow();
  }
}

/** What is said of flags is saved in the library at once. */
function markOf({ done }: Past): Mark {
  const kept = withoutAnnotations(done);
  return { count: kept.length, last: kept.at(-1) };
}
