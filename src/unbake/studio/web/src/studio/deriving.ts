/** Keeps what is found true to the document: the selection space, the keys, their evaluation. Only the newest counts. */

import { type Pending, RequestCancelled } from "../connection/connection";
import { Newest } from "../connection/newest";
import type { StudioDocument } from "../document/document";
import type { Answers, Chosen, Evaluation, FindSpace, Keys, Requests, SpaceFound } from "../messages";
import { withProgress } from "./busy";
import { decidingPlants, Finals, isSameDecision } from "./finals";
import type { Studio } from "./studio";

/** How long the hand has to rest before the curves get the full fit. */
const REST_MS = 250;

/** A final answer that is under way. */
interface Final {
  document: StudioDocument;
  pending: Pending<Chosen>;
  done: Promise<void>;
}

/** A selection space, or its preview, that was asked for. */
interface Space {
  body: FindSpace;
  pending: Pending<SpaceFound> | null;
}

export class Deriving {
  private readonly previews = new Newest<StudioDocument>((document) => this.preview(document));
  private readonly evaluations = new Newest<Keys>((keys) => this.evaluateNow(keys));
  private readonly finals = new Finals();
  private readonly known = new WeakMap<Keys, { detail: number; evaluation: Evaluation }>();
  private underWay: Pending<Chosen> | null = null;
  private final: Final | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private space: Space | null = null;
  private before: StudioDocument | null = null;
  /** The notice of the last thing that could not be found; it goes when something is found. */
  private complaint: number | null = null;

  constructor(private readonly studio: Studio) {
    studio.document.subscribe(() => this.follow());
  }

  /** A new clip: nothing that was asked for the old one counts any more. */
  forget(): void {
    this.before = null;
    this.finals.clear();
    this.cancelFinal();
    this.underWay?.cancel();
    this.space?.pending?.cancel();
    this.space = null;
  }

  /** What keys depend on besides the document has changed: choose once more. */
  renew(): void {
    this.finals.clear();
    this.before = null;
    this.space = null;
    this.follow();
  }

  /** Remember the evaluation of keys that came with one. */
  know(keys: Keys, evaluation: Evaluation, detail = this.studio.document.get().detail): void {
    this.known.set(keys, { detail, evaluation });
  }

  /** Remember for keys what is known of others that are the same. */
  knowAlike(keys: Keys, others: Keys): void {
    const known = this.known.get(others);
    if (known) this.known.set(keys, known);
  }

  /** Evaluate the keys that are seen, unless that has been done. */
  evaluate(): void {
    const keys = this.studio.shownKeys();
    if (!keys) return;
    const known = this.known.get(keys);
    if (known?.detail === this.studio.document.get().detail) this.showEvaluation(keys, known.evaluation);
    else this.evaluations.push(keys);
  }

  private showEvaluation(evaluated: Keys, evaluation: Evaluation): void {
    this.studio.results.patch({ evaluation, evaluated });
  }

  /** Wait for keys that are no quick preview; null where they cannot be had. */
  async settle(): Promise<Keys | null> {
    while (!this.isSettled()) {
      const document = this.studio.document.get();
      await this.chooseFinally();
      // Where somebody changed the choice meanwhile, the new one is waited for.
      if (!this.isSettled() && this.studio.document.get() === document) return null;
    }
    return this.studio.documentKeys();
  }

  private isSettled(): boolean {
    const document = this.studio.document.get();
    return document.edited !== null || this.finals.of(document) !== null;
  }

  private follow(): void {
    const after = this.studio.document.get();
    const before = this.before;
    this.before = after;
    if (!this.studio.clip.get()) return;
    this.findSpace(after);
    const final = this.finals.of(after);
    // What nobody waits for any more keeps the server from what a hand does next.
    if (after.edited || final) this.underWay?.cancel();
    if (after.edited) {
      this.cancelFinal();
      this.evaluate();
    } else if (final) {
      this.cancelFinal();
      this.calm();
      this.studio.results.patch({ chosen: final, isChoosing: false });
      this.evaluate();
      // The keys are the same with another detail; what is said about them is not.
      if (!this.finals.isExact(after)) this.restThenFinish();
    } else if (!before || before.edited || !isSameDecision(before, after) || before.detail !== after.detail) {
      this.cancelFinal();
      if (before && before.settings !== after.settings) this.underWay?.cancel();
      this.previews.push(after);
      this.restThenFinish();
    }
  }

  /** Fit in full once the hand rests, and the preview is there and
   * evaluated: on long takes they would only compete. */
  private restThenFinish(): void {
    this.rest = setTimeout(() => {
      if (this.previews.isIdle && this.evaluations.isIdle) void this.chooseFinally();
      else this.restThenFinish();
    }, REST_MS);
  }

  private cancelFinal(): void {
    clearTimeout(this.rest);
    this.final?.pending.cancel();
    this.final = null;
  }

  private findSpace(document: StudioDocument): void {
    const clip = this.studio.clip.get();
    if (!clip) return;
    const { settings, joining } = document;
    const plants = [...decidingPlants(document)];
    const body = { clip: clip.id, settings, holds_feet: joining.holds_feet, plants, is_preview: true };
    if (this.space && isSameSpace(this.space.body, body)) return;
    this.space?.pending?.cancel();
    this.space = { body, pending: null };
    void this.takeSpace(this.space);
  }

  /** Ask for a preview of the selection space, and where that is not the whole, for the whole. */
  private async takeSpace(wanted: Space): Promise<void> {
    const { results } = this.studio;
    results.patch({ isSpaceStopped: false });
    try {
      for (const is_preview of [true, false]) {
        wanted.pending = this.request("FindSpace", { ...wanted.body, is_preview });
        const space = await wanted.pending.answer;
        if (this.space !== wanted) return;
        results.patch({ space });
        if (!space.is_preview) return;
      }
    } catch (error) {
      // What a person stopped is asked for again by a person, what failed by the next change.
      const isStopped = error instanceof RequestCancelled;
      if (this.space === wanted && isStopped) results.patch({ isSpaceStopped: true });
      else if (this.space === wanted) this.space = null;
      this.complain(error);
    }
  }

  /** Look for the selection space again that a person stopped. */
  resumeSpace(): void {
    if (this.space && this.studio.results.get().isSpaceStopped) void this.takeSpace(this.space);
  }

  private async preview(document: StudioDocument): Promise<void> {
    const clip = this.studio.clip.get();
    // What waited may be of no use any more.
    const now = this.studio.document.get();
    const isWanted = !now.edited && isSameDecision(document, now) && !this.finals.of(document);
    this.studio.results.patch({ isChoosing: isWanted || this.final !== null, isStopped: false });
    if (!clip || !isWanted) return;
    try {
      this.underWay = this.choose(clip.id, document, true);
      const chosen = await this.underWay.answer;
      if (this.studio.clip.get() !== clip) return;
      if (chosen.evaluation) this.know(chosen.keys, chosen.evaluation, document.detail);
      // A preview of an older choice is better than none while the hand moves, but no use once the final answer is here.
      if (!this.finals.of(this.studio.document.get())) this.show(chosen);
    } catch (error) {
      this.complain(error);
      // The server stopped evaluating the keys that are still seen.
      if (this.previews.isLast) this.evaluate();
    } finally {
      this.underWay = null;
      if (!this.final && this.previews.isLast) this.studio.results.patch({ isChoosing: false });
    }
  }

  /** Fit the curves of what is chosen in full; the promise is kept once that is done or has failed. */
  private chooseFinally(): Promise<void> {
    clearTimeout(this.rest);
    const document = this.studio.document.get();
    const clip = this.studio.clip.get();
    if (!clip) return Promise.resolve();
    if (this.final && isSameDecision(this.final.document, document) && this.final.document.detail === document.detail) {
      return this.final.done;
    }
    this.cancelFinal();
    const pending = this.choose(clip.id, document, false);
    const final: Final = { document, pending, done: Promise.resolve() };
    final.done = this.take(final, clip.id);
    this.final = final;
    return final.done;
  }

  private async take(final: Final, clip: string): Promise<void> {
    this.studio.results.patch({ isChoosing: true, isStopped: false });
    try {
      const chosen = await final.pending.answer;
      if (this.studio.clip.get()?.id !== clip) return;
      if (chosen.evaluation) this.know(chosen.keys, chosen.evaluation, final.document.detail);
      this.finals.keep(final.document, chosen);
      if (this.finals.of(this.studio.document.get()) === chosen) this.show(chosen);
    } catch (error) {
      // Where something newer had stopped it, it would not be the final answer under way any more.
      if (error instanceof RequestCancelled && this.final === final) this.studio.results.patch({ isStopped: true });
      this.complain(error);
    } finally {
      if (this.final === final || !this.final) {
        this.final = null;
        if (this.previews.isIdle) this.studio.results.patch({ isChoosing: false });
      }
    }
  }

  private choose(clip: string, document: StudioDocument, isPreview: boolean): Pending<Chosen> {
    const { settings, choice, joining, detail } = document;
    const plants = [...decidingPlants(document)];
    const body = { clip, settings, choice, joining, detail, is_preview: isPreview, plants };
    return this.request("Choose", body);
  }

  /** Nobody waits for it in front of it: its progress gives way to that of other work. */
  private request<K extends keyof Answers>(type: K, body: Requests[K]): Pending<Answers[K]> {
    const { busy, connection } = this.studio;
    return withProgress(busy, (onProgress) => connection.request(type, body, onProgress));
  }

  private show(chosen: Chosen): void {
    this.calm();
    this.studio.results.patch({ chosen });
    const { handled } = this.studio.results.get();
    if (!handled && !this.studio.document.get().edited) this.evaluate();
  }

  private async evaluateNow(keys: Keys): Promise<void> {
    const clip = this.studio.clip.get();
    if (!clip || keys !== this.studio.shownKeys()) return;
    const { detail } = this.studio.document.get();
    try {
      const { evaluation } = await this.studio.connection.request("Evaluate", { clip: clip.id, keys, detail }).answer;
      this.know(keys, evaluation, detail);
      // While the hand moves, a little late is better than nothing; afterwards only what is seen counts.
      const isWanted = this.studio.results.get().handled !== null || keys === this.studio.shownKeys();
      if (this.studio.clip.get() === clip && isWanted) this.showEvaluation(keys, evaluation);
    } catch (error) {
      this.complain(error);
    }
  }

  /** What could not be done is done, or not wanted any more. */
  private calm(): void {
    if (this.complaint !== null) this.studio.notices.dismiss(this.complaint);
    this.complaint = null;
  }

  private complain(error: unknown): void {
    this.complaint = this.studio.notices.addError(error) ?? this.complaint;
  }
}

function isSameSpace(a: FindSpace, b: FindSpace): boolean {
  const isPlain = !a.holds_feet && !b.holds_feet && a.settings === b.settings;
  return isPlain || JSON.stringify(a) === JSON.stringify(b);
}
