/** Every change since the clip was opened, without limit, and the way back and forth. */

import { Store } from "../store";
import { type Command, execute, merged, undo } from "./commands";
import type { StudioDocument } from "./document";

export interface Past {
  done: readonly Command[];
  undone: readonly Command[];
}

export class History {
  readonly past = new Store<Past>({ done: [], undone: [] });

  constructor(readonly document: Store<StudioDocument>) {}

  execute(command: Command): void {
    const { done } = this.past.get();
    const last = done.at(-1);
    const isSameGesture = last && command.gesture !== undefined && last.gesture === command.gesture;
    const joint = isSameGesture ? merged(last, command) : null;
    this.past.set({ done: joint ? [...done.slice(0, -1), joint] : [...done, command], undone: [] });
    this.document.set(execute(this.document.get(), command));
  }

  undo(): Command | undefined {
    const { done, undone } = this.past.get();
    const command = done.at(-1);
    if (!command) return undefined;
    // Commands of one gesture that could not be merged go together.
    this.past.set({ done: done.slice(0, -1), undone: [...undone, command] });
    this.document.set(undo(this.document.get(), command));
    const before = done.at(-2);
    if (command.gesture !== undefined && before?.gesture === command.gesture) this.undo();
    return command;
  }

  redo(): Command | undefined {
    const { done, undone } = this.past.get();
    const command = undone.at(-1);
    if (!command) return undefined;
    this.past.set({ done: [...done, command], undone: undone.slice(0, -1) });
    this.document.set(execute(this.document.get(), command));
    const after = undone.at(-2);
    if (command.gesture !== undefined && after?.gesture === command.gesture) this.redo();
    return command;
  }

  /** Start anew, or as a project was left. */
  reset(document: StudioDocument, past: Past = { done: [], undone: [] }): void {
    this.past.set(past);
    this.document.set(document);
  }
}
