/** Every change since the clip was opened, without limit, and the way back and forth. */

import { Store } from "../store";
import { type Command, execute, merged, undo } from "./commands";
import type { StudioDocument } from "./document";

export interface Past {
  done: readonly Command[];
  /** The last one is redone first. */
  undone: readonly Command[];
}

export class History {
  readonly past = new Store<Past>({ done: [], undone: [] });

  constructor(readonly document: Store<StudioDocument>) {}

  /** Change the document; `result` is what the command makes of it, where that is known already. */
  execute(command: Command, result: StudioDocument = execute(this.document.get(), command)): void {
    const { done } = this.past.get();
    const last = done.at(-1);
    const joint = last && isOneGesture(last, command) ? merged(last, command) : null;
    this.past.set({ done: joint ? [...done.slice(0, -1), joint] : [...done, command], undone: [] });
    this.document.set(result);
  }

  undo(): Command | undefined {
    const now = this.past.get().done.length;
    return this.goTo(this.steps().findLast((end) => end < now) ?? 0);
  }

  redo(): Command | undefined {
    const now = this.past.get().done.length;
    return this.goTo(this.steps().find((end) => end > now) ?? now);
  }

  /** How many commands are done after each step that a person takes; commands of one gesture are one step. */
  steps(): number[] {
    const all = this.all();
    return all.flatMap((command, i) => (all[i + 1] && isOneGesture(command, all[i + 1]) ? [] : [i + 1]));
  }

  /** The commands that are done, then those that can be redone, in the order in which they were given. */
  all(): readonly Command[] {
    const { done, undone } = this.past.get();
    return [...done, ...[...undone].reverse()];
  }

  /** Undo or redo until so many commands are done; returns the last one that was taken back or done again. */
  goTo(count: number): Command | undefined {
    const all = this.all();
    const now = this.past.get().done.length;
    const wanted = Math.min(Math.max(count, 0), all.length);
    if (wanted === now) return undefined;
    let document = this.document.get();
    for (let i = now; i < wanted; i++) document = execute(document, all[i]);
    for (let i = now; i > wanted; i--) document = undo(document, all[i - 1]);
    this.past.set({ done: all.slice(0, wanted), undone: all.slice(wanted).reverse() });
    this.document.set(document);
    return wanted > now ? all[wanted - 1] : all[wanted];
  }

  /** Forget all that was said of flags, and take what is said now: they are of another library, or of none. */
  forgetAnnotations(marks: StudioDocument["marks"]): void {
    const { done, undone } = this.past.get();
    const [kept, redoable] = [withoutAnnotations(done), withoutAnnotations(undone)];
    this.document.set({ ...this.document.get(), marks });
    if (kept !== done || redoable !== undone) this.past.set({ done: kept, undone: redoable });
  }

  /** Start anew, or as a project was left. */
  reset(document: StudioDocument, past: Past = { done: [], undone: [] }): void {
    this.past.set(past);
    this.document.set(document);
  }
}

function isOneGesture(first: Command, second: Command): boolean {
  return first.gesture !== undefined && first.gesture === second.gesture;
}

/** The commands that a project keeps: what is said of flags is the library's. They may go, as no other command changes
 * what they change. */
export function withoutAnnotations(commands: readonly Command[]): readonly Command[] {
  return commands.some(isAnnotation) ? commands.filter((command) => !isAnnotation(command)) : commands;
}

function isAnnotation({ kind }: Command): boolean {
  return kind === "annotate";
}
