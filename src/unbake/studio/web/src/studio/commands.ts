/** What a person does, in the order in which it was done: each command works on what those before it left. */

import { RequestCancelled } from "../connection/connection";
import type { StudioDocument } from "../document/document";
import { messageOf } from "../errors";
import type { Clip } from "../messages";
import { Store } from "../store";
import type { AddedKeys, Ids } from "./keyIds";
import type { Studio } from "./studio";

/** A command from when it is given until it is done. */
interface Step {
  /** As the history will call it: "Delete 3 keys". */
  readonly label: string;
  /** Only an edit can be undone; saving and opening are other steps. */
  readonly kind: "edit" | "undo" | "redo" | "other";
  /** Steps of one gesture, such as a drag of the slider, are one entry in the history. */
  readonly gesture?: string;
  /** What it changes in the document besides the keys. */
  change?(document: StudioDocument): Partial<StudioDocument>;
  /** Keys that it adds, and ids of those that it takes away. */
  readonly adds?: AddedKeys;
  readonly removes?: readonly number[];
}

export class Commands {
  /** The command that is under way, then those that wait for their turn. */
  readonly waiting = new Store<readonly Step[]>([]);
  /** The document as it will be, except for its keys: what controls show, so that they need not wait. */
  readonly ahead: Store<StudioDocument>;
  private end: Promise<unknown> = Promise.resolve();

  constructor(private readonly studio: Studio) {
    this.ahead = new Store(studio.document.get());
    const look = () => this.ahead.set(this.documentAhead());
    this.waiting.subscribe(look);
    studio.document.subscribe(look);
    studio.isLost.subscribe(() => studio.isLost.get() && this.drop());
  }

  get isIdle(): boolean {
    return this.waiting.get().length === 0;
  }

  /** Do something that takes no time: at once, or in its turn. */
  now(step: Step, run: () => void): void {
    if (!this.isIdle) void this.inTurn(step, run);
    else
      try {
        run();
      } catch (error) {
        this.say(step, error);
      }
  }

  /** Do something once what was given before is done. Null where it failed, or was left out; a notice says why. */
  inTurn<T>(step: Step, run: () => T | Promise<T>): Promise<T | null> {
    const isFirst = this.isIdle;
    const clip = step.kind === "other" ? null : this.studio.clip.get();
    this.waiting.set([...this.waiting.get(), step]);
    const done = isFirst ? this.take(step, clip, run) : this.end.then(() => this.take(step, clip, run));
    this.end = done;
    return done;
  }

  /** Resolves once everything is done that was given so far. */
  async earlier(): Promise<void> {
    if (!this.isIdle) await this.end;
  }

  /** The keys that there will be once what waits is done: those added, by frame, and ids of those taken away; and the
   * keys that the command under way adds. */
  expected(): { added: Ids; removed: ReadonlySet<number>; landing: Ids } {
    const added = new Map<number, number>();
    const removed = new Set<number>();
    for (const { adds, removes } of this.edits()) {
      for (const id of removes ?? []) removed.add(id);
      for (const [frame, id] of adds ?? []) added.set(frame, id);
    }
    for (const [frame, id] of added) if (removed.has(id)) added.delete(frame);
    return { added, removed, landing: new Map(this.waiting.get()[0]?.adds) };
  }

  /** Label of the command that Undo takes back as long as something waits; undefined where it is in the history. */
  undoable(): string | undefined {
    return this.edits().at(-1)?.label;
  }

  /** The waiting edits that no waiting undo takes back. */
  private edits(): Step[] {
    const done: Step[] = [];
    let undone: Step[] = [];
    for (const step of this.waiting.get()) {
      if (step.kind === "undo") undone.push(...done.splice(-1));
      else if (step.kind === "redo") done.push(...undone.splice(-1));
      else if (step.kind === "edit") {
        done.push(step);
        undone = [];
      }
    }
    return done;
  }

  private async take<T>(step: Step, clip: Clip | null, run: () => T | Promise<T>): Promise<T | null> {
    // What was dropped does not wait any more.
    if (!this.waiting.get().includes(step)) return null;
    try {
      if (clip && clip !== this.studio.clip.get()) throw new Error("another clip is open now");
      const result = await run();
      this.studio.notices.succeeded(step.label);
      return result;
    } catch (error) {
      this.say(step, error);
      return null;
    } finally {
      this.waiting.set(this.waiting.get().filter((other) => other !== step));
    }
  }

  /** What a person stopped needs no words, and of what a lost server leaves undone there is one word for all. */
  private say({ label }: Step, error: unknown): void {
    if (error instanceof RequestCancelled) return;
    this.studio.notify("warning", `${label} was not done: ${messageOf(error)}`, undefined, label);
  }

  /** Without its server, nothing that waits can be done. */
  private drop(): void {
    const labels = this.labels();
    this.waiting.set([]);
    if (labels.length)
      this.studio.notify("warning", `Not done, because the connection to the server was lost: ${labels.join(", ")}.`);
  }

  /** What waits, in words; a gesture counts once. */
  labels(): string[] {
    const steps = this.waiting.get();
    const isLast = ({ gesture }: Step, n: number) => gesture === undefined || gesture !== steps[n + 1]?.gesture;
    return steps.filter(isLast).map(({ label }) => label);
  }

  private documentAhead(): StudioDocument {
    const after = (document: StudioDocument, step: Step) =>
      step.change ? { ...document, ...step.change(document) } : document;
    return this.edits().reduce(after, this.studio.document.get());
  }
}
