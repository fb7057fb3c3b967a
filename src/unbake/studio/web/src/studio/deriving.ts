/** Keeps what is found true to the document: the selection space, the keys, their evaluation. Only the newest counts. */

import { type Pending, RequestCancelled } from "../connection/connection";
import { Newest } from "../connection/newest";
import type { StudioDocument } from "../document/document";
import type { Answers, Chosen, Evaluation, Keys, Settings } from "../messages";
import { messageOf, type Studio } from "./studio";

/** How long the hand has to rest before the curves are fitted as well as can be. */
const REST_MS = 250;

type Asked = Pick<StudioDocument, "settings" | "choice" | "joining" | "detail">;

export class Deriving {
  private readonly spaces = new Newest<Settings>((settings) => this.findSpace(settings));
  private readonly previews = new Newest<Asked>((asked) => this.choose(asked, true));
  private readonly evaluations = new Newest<Keys>((keys) => this.evaluateNow(keys));
  private final: Pending<Chosen> | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** What the newest final answer is of. */
  private chosenFor: Asked | null = null;
  private spaceFor: Settings | null = null;
  private known = new WeakMap<Keys, { detail: number; evaluation: Evaluation }>();
  private before: StudioDocument | null = null;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly studio: Studio) {
    queueMicrotask(() => studio.document.subscribe(() => this.follow()));
  }

  /** A new clip: nothing that was asked for the old one counts any more. */
  forget(): void {
    this.before = null;
    this.chosenFor = this.spaceFor = null;
    clearTimeout(this.rest);
    this.final?.cancel();
    this.final = null;
  }

  /** Remember the evaluation of keys that came with one. */
  know(keys: Keys, evaluation: Evaluation): void {
    this.known.set(keys, { detail: this.studio.document.get().detail, evaluation });
  }

  /** Evaluate the keys that are seen, unless that has been done. */
  evaluate(): void {
    const keys = this.studio.shownKeys();
    if (!keys) return;
    const known = this.known.get(keys);
    if (known?.detail === this.studio.document.get().detail) this.studio.found.patch({ evaluation: known.evaluation });
    else this.evaluations.push(keys);
  }

  /** Wait for keys that are no quick preview; null where they cannot be had. */
  async settle(): Promise<Keys | null> {
    if (!this.isSettled()) {
      clearTimeout(this.rest);
      if (!this.final) this.chooseFinally();
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
    return this.isSettled() ? this.studio.shownKeys() : null;
  }

  private isSettled(): boolean {
    const { edited, ...asked } = this.studio.document.get();
    return edited !== null || isSame(this.chosenFor, asked);
  }

  private follow(): void {
    const after = this.studio.document.get();
    const before = this.before;
    this.before = after;
    if (!this.studio.clip.get()) return;
    if (!this.spaceFor || !isSameSpace(this.spaceFor, after.settings)) this.spaces.push(after.settings);
    if (after.edited) {
      this.cancelFinal();
      this.evaluate();
    } else if (isSame(this.chosenFor, after)) {
      const chosen = this.studio.found.get().chosen;
      if (chosen) this.studio.found.patch({ evaluation: chosen.evaluation });
    } else if (!before || before.edited || !isSame(before, after)) {
      this.cancelFinal();
      this.previews.push(after);
      this.rest = setTimeout(() => this.chooseFinally(), REST_MS);
    }
  }

  private cancelFinal(): void {
    clearTimeout(this.rest);
    this.final?.cancel();
    this.final = null;
  }

  private async findSpace(settings: Settings): Promise<void> {
    const clip = this.studio.clip.get();
    if (!clip) return;
    try {
      const asked = this.studio.connection.request("FindSpace", { clip: clip.id, settings });
      const space = await asked.answer;
      if (this.studio.clip.get() !== clip) return;
      this.spaceFor = settings;
      this.studio.found.patch({ space });
    } catch (error) {
      this.complain(error);
    }
  }

  private async choose(asked: Asked, isPreview: boolean): Promise<void> {
    const clip = this.studio.clip.get();
    if (!clip) return;
    this.studio.found.patch({ isChoosing: true });
    try {
      const request = this.request(clip.id, asked, isPreview);
      if (!isPreview) this.final = request;
      const chosen = await request.answer;
      if (this.studio.clip.get() !== clip) return;
      // A preview that comes late, of something older than what is shown, is of no use.
      if (isPreview && this.chosenFor && isSame(this.chosenFor, this.studio.document.get())) return;
      this.take(chosen, asked);
    } catch (error) {
      this.complain(error);
    } finally {
      if (!isPreview || this.previews.isIdle) this.studio.found.patch({ isChoosing: false });
    }
  }

  private request(clip: string, asked: Asked, isPreview: boolean): Pending<Answers["Choose"]> {
    const { settings, choice, joining, detail } = asked;
    const body = { clip, settings, choice, joining, detail, is_preview: isPreview };
    return this.studio.connection.request("Choose", body, isPreview ? undefined : (told) => this.showProgress(told));
  }

  private showProgress({ step, part }: { step: string; part: number }): void {
    this.studio.busy.set({ what: step, part, cancel: () => this.final?.cancel() });
  }

  private chooseFinally(): void {
    const asked = this.studio.document.get();
    void this.choose(asked, false).finally(() => {
      this.studio.busy.set(null);
      for (const resolve of [...this.waiting]) resolve();
      this.waiting.clear();
    });
  }

  private take(chosen: Chosen, asked: Asked): void {
    if (!chosen.is_preview) {
      this.chosenFor = asked;
      this.final = null;
    }
    this.known.set(chosen.keys, { detail: asked.detail, evaluation: chosen.evaluation });
    const isSeen = this.studio.document.get().edited === null && !this.studio.found.get().handled;
    this.studio.found.patch(isSeen ? { chosen, evaluation: chosen.evaluation } : { chosen });
  }

  private async evaluateNow(keys: Keys): Promise<void> {
    const clip = this.studio.clip.get();
    if (!clip) return;
    const { detail } = this.studio.document.get();
    try {
      const { evaluation } = await this.studio.connection.request("Evaluate", { clip: clip.id, keys, detail }).answer;
      this.known.set(keys, { detail, evaluation });
      if (this.studio.clip.get() === clip) this.studio.found.patch({ evaluation });
    } catch (error) {
      this.complain(error);
    }
  }

  private complain(error: unknown): void {
    if (!(error instanceof RequestCancelled)) this.studio.notify("error", messageOf(error));
  }
}

function isSame(a: Asked | null, b: Asked): boolean {
  return (
    a !== null && a.settings === b.settings && a.choice === b.choice && a.joining === b.joining && a.detail === b.detail
  );
}

function isSameSpace(a: Settings, b: Settings): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
