/** A pass over transplants or blends: what there is to judge, what was said, and the one that is open. Answers are the
 * library's, not the document's: they are written as soon as they are given, and undo knows nothing of them. */

import { said, unsaid } from "../document/marks";
import type { Stretch } from "../document/plants";
import { messageOf } from "../errors";
import type { BeginPass, Mark, ToJudge } from "../messages";
import { Store, watching } from "../store";
import { leaving } from "./save";
import type { Studio } from "./studio";

export type JudgedKind = BeginPass["kind"];

interface JudgingState {
  kind: JudgedKind;
  name: string;
  /** The pass's file; empty before a pass is begun. */
  path: string;
  items: readonly ToJudge[];
  /** The one that is open; −1 where none is. */
  at: number;
  /** Where a run that does not look human begins, once a person said so. */
  from: number | null;
  /** Why the pass cannot be begun, or an answer was not written. */
  problem: string;
}

const NONE: JudgingState = {
  kind: "transplants",
  name: "first",
  path: "",
  items: [],
  at: -1,
  from: null,
  problem: "",
};

export class Judging {
  readonly state = new Store<JudgingState>(NONE);
  private isOpening = false;

  constructor(private readonly studio: Studio) {}

  /** Follow clip and library, from when all of these are there: another clip is not the one that is judged. */
  follow(): void {
    const { clip, library } = this.studio;
    clip.subscribe(() => {
      if (!this.isOpening) this.state.patch({ at: -1, from: null });
    });
    watching([library.state], () => [library.state.get().path])(() => this.state.set(NONE));
  }

  /** The one that is open. */
  get item(): ToJudge | null {
    return this.state.get().items[this.state.get().at] ?? null;
  }

  /** Go on with a pass, or begin it, and open the first that is not judged. */
  async begin(kind: JudgedKind, name: string): Promise<void> {
    this.state.patch({ kind, name, path: "", items: [], at: -1, from: null, problem: "" });
    try {
      const begun = await this.studio.request("Finding what there is to judge", "BeginPass", { kind, name });
      this.state.patch({ path: begun.path, items: begun.items });
    } catch (error) {
      this.state.patch({ problem: messageOf(error) });
      if (!this.studio.clip.get()) this.studio.notices.addError(error, "Judging");
      return;
    }
    const { items } = this.state.get();
    const first = items.findIndex(({ marks }) => !marks.length);
    this.open(first < 0 ? 0 : first);
  }

  /** Open one of them, once a person knows what would be lost, and play it. */
  open(at: number): void {
    if (this.state.get().items[at]) leaving(this.studio, () => void this.openNow(at));
  }

  private async openNow(at: number): Promise<void> {
    const { kind, items } = this.state.get();
    const item = items[at];
    const ready = await this.studio.attempt("Opening", "OpenJudged", { kind, item: item.name }, "Judging");
    if (!ready || this.state.get().items !== items) return;
    const { viewport, speed } = this.studio.view.get();
    this.isOpening = true;
    const isOpen = await this.studio.open(ready);
    this.isOpening = false;
    if (!isOpen) return;
    this.state.patch({ at, from: null });
    const view = this.studio.view.get();
    this.studio.view.patch({
      tabs: { ...view.tabs, bottom: "judging" },
      // What is judged is the motion itself, seen as the one before was.
      viewport: { ...viewport, figures: "capture", hasGhosts: false, camera: null },
      speed,
      isLooping: true,
    });
    this.studio.playback.start();
  }

  /** Go to the next one, or the one before. */
  step(by: 1 | -1): void {
    const { at, items } = this.state.get();
    if (items.length) this.open((at + by + items.length) % items.length);
  }

  /** Say the same of all frames, and go on to the next that is not judged. */
  async whole(is_yes: boolean): Promise<void> {
    const range = this.range();
    if (range && (await this.answer([{ ...range, is_yes }]))) this.goOn();
  }

  /** The next that is not judged, after this one; at the end of the pass the figure stays. */
  goOn(): void {
    const { at, items } = this.state.get();
    const order = [...items.keys()].map((n) => (at + 1 + n) % items.length);
    const next = order.find((n) => !items[n].marks.length);
    if (next === undefined) this.studio.notify("info", "Everything in this pass is judged.", undefined, "Judging");
    else this.open(next);
  }

  /** A run that does not look human begins at the playhead. */
  fromHere(): void {
    if (this.item) this.state.patch({ from: this.studio.playhead.get() });
  }

  /** It ends at the playhead. */
  async toHere(): Promise<void> {
    const { from } = this.state.get();
    const here = this.studio.playhead.get();
    if (from === null) return;
    await this.run({ first: Math.min(from, here), last: Math.max(from, here) }, false);
  }

  /** Say something of a run; of the rest of a thing of which nothing was said, the contrary. */
  async run(stretch: Stretch, is_yes: boolean): Promise<void> {
    const range = this.range();
    if (!this.item || !range) return;
    const first = Math.max(stretch.first, range.first);
    const last = Math.min(stretch.last, range.last);
    if (first > last) return;
    const marks: Mark[] = said(this.item.marks, { first, last }, is_yes);
    const rest = unsaid(marks, range).reduce((all: Mark[], free) => said(all, free, !is_yes), marks);
    await this.answer(this.item.marks.length ? said(rest, { first, last }, is_yes) : rest);
  }

  /** Take the answer back. */
  async takeBack(): Promise<void> {
    if (this.item?.marks.length || this.state.get().from !== null) await this.answer([]);
  }

  private range(): Stretch | null {
    const clip = this.studio.clip.get();
    return clip && { first: clip.first_frame, last: clip.last_frame };
  }

  /** Show an answer, and write it; returns whether it is written. */
  private async answer(marks: Mark[]): Promise<boolean> {
    const { kind, name, items, at } = this.state.get();
    const item = items[at];
    if (!item) return false;
    const after = items.map((one) => (one === item ? { ...item, marks } : one));
    this.state.patch({ items: after, from: null, problem: "" });
    const body = { kind, name, item: item.name, marks };
    try {
      await this.studio.connection.request("SaveJudged", body).answer;
      return true;
    } catch (error) {
      // What is seen is what is written.
      this.state.patch({ items, problem: messageOf(error) });
      return false;
    }
  }
}
