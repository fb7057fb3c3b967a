/** What the studio tells a person: results that pass by themselves, warnings and errors that stay. */

import { RequestCancelled } from "../connection/connection";
import { messageOf } from "../errors";
import { Store } from "../store";

export interface Notice {
  id: number;
  kind: "info" | "warning" | "error";
  text: string;
  /** Something that can be done about it. */
  action?: { label: string; run(): void };
  /** What failed: once that succeeds, nobody needs the notice any more. */
  about?: string;
}

/** How long notices stay that need no answer: as long as it takes to read them, and never less than this. */
const PASSING_MS = 6000;
const CHARACTER_MS = 60;

export class Notices extends Store<readonly Notice[]> {
  private last = 0;

  constructor() {
    super([]);
  }

  /** Tell the person something; returns the notice's number. Errors and warnings stay until they are dismissed, until
   * what they are about succeeds, or until something else is opened. */
  add(kind: Notice["kind"], text: string, action?: Notice["action"], about?: string): number {
    const same = this.get().find((notice) => notice.text === text);
    if (same) return same.id;
    const notice = { id: ++this.last, kind, text, action, about };
    this.set([...this.get(), notice]);
    if (kind === "info") {
      setTimeout(() => this.dismiss(notice.id), Math.max(PASSING_MS, CHARACTER_MS * text.length));
    }
    return notice.id;
  }

  /** Say what went wrong; null where it was only stopped, of which nothing needs to be said. */
  addError(error: unknown, about?: string): number | null {
    return error instanceof RequestCancelled ? null : this.add("error", messageOf(error), undefined, about);
  }

  dismiss(id: number): void {
    this.set(this.get().filter((notice) => notice.id !== id));
  }

  /** What failed before has worked now. */
  succeeded(about: string): void {
    const left = this.get().filter((notice) => notice.about !== about);
    if (left.length < this.get().length) this.set(left);
  }

  /** Of what was open before, only that is left which goes by itself or can be done something about. */
  leaveClip(): void {
    this.set(this.get().filter(({ kind, action }) => kind === "info" || action));
  }
}
