/** Keys scaled in time, from taking them up to letting them go: seen at once, made by the server, one entry to undo. */

import { Newest } from "../../connection/newest";
import type { Edited, Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { idsOf, type TakenUp, takenUp } from "./drawn";
import { ENDS_STAY, LOCKED_STAY } from "./keyEdits";
import { freeOf } from "./moving";
import { counted } from "./pins";
import { scaledFrames } from "./scaling";
import { sheetOf, type Transform } from "./sheet";

interface Preview {
  of: Keys;
  to: string;
  edited: Edited;
}

export class KeyScale {
  private readonly lane = new Newest<number>((factor) => this.preview(factor));
  private factor = 1;
  private newest: Preview | null = null;
  private isOver = false;
  private transform: Transform;

  private constructor(
    private readonly studio: Studio,
    /** Of the keys that are scaled. */
    private readonly ids: readonly number[],
    taken: TakenUp,
    readonly pivot: number,
  ) {
    const scale = { factor: 1, pivot, frames: [...taken.keys.frames] };
    this.transform = { ...taken, by: 0, isCopy: false, typed: "", isReleased: false, scale };
    sheetOf(studio).patch({ transform: this.transform });
  }

  /** Take up some keys; null where there are none, or others are in the hand. */
  static begin(studio: Studio, moving: readonly number[], pivot: number): KeyScale | null {
    const keys = studio.shownKeys();
    const { transform } = sheetOf(studio).get();
    if (!keys || !moving.length || (transform && !transform.isReleased)) return null;
    return new KeyScale(studio, studio.keyIds.named(moving), takenUp(studio, keys, moving), pivot);
  }

  /** Scale by a factor from where the keys were, as far as there is room. */
  to(factor: number, typed = ""): void {
    if (this.isOver || !this.isShown || (factor === this.factor && typed === this.transform.typed)) return;
    this.factor = factor;
    const frames = this.framesIn(this.transform);
    const isMoved = frames.join() !== this.transform.scale!.frames.join();
    this.update({ typed, scale: { factor, pivot: this.pivot, frames } });
    if (isMoved) this.lane.push(factor);
  }

  cancel(): void {
    this.isOver = true;
    if (this.isShown) sheetOf(this.studio).patch({ transform: null });
    if (this.studio.results.get().handled) this.studio.handle(null);
  }

  /** Let go: what is seen becomes the document's, once what was given before is done. */
  async commit(): Promise<void> {
    if (this.isOver) return;
    const { studio, factor, pivot } = this;
    const { keys, moving, scale } = this.transform;
    const rows = scaledRows(keys, moving);
    if (factor !== 1 && rows.size < moving.length) studio.notify("info", this.whatStays());
    if (!rows.size || scale!.frames.every((frame, row) => frame === keys.frames[row])) {
      this.cancel();
      return;
    }
    this.isOver = true;
    this.update({ isReleased: true });
    await studio.editing.ask("RetimeKeys", {
      label: (count) => counted("Scale", count),
      on: this.ids,
      body: (frames, keys) => bodyOf(placesOf(keys, frames, pivot, factor)),
      moves: (frames, keys) => placesOf(keys, frames, pivot, factor),
      known: (keys, frames) => this.known(keys, placesOf(keys, frames, pivot, factor)),
    });
    // Others may be in the hand by now.
    if (this.isShown) this.cancel();
  }

  private whatStays(): string {
    const { keys, moving } = this.transform;
    const { frames } = keys;
    const hasEnd = moving.some((frame) => frame === frames[0] || frame === frames[frames.length - 1]);
    return hasEnd ? ENDS_STAY : LOCKED_STAY;
  }

  private framesIn({ keys, moving }: Pick<Transform, "keys" | "moving">): number[] {
    return scaledFrames(keys.frames, scaledRows(keys, moving), this.pivot, this.factor);
  }

  private get isShown(): boolean {
    return sheetOf(this.studio).get().transform === this.transform;
  }

  private update(part: Partial<Transform>): void {
    const { isShown } = this;
    this.transform = { ...this.transform, ...part };
    if (isShown) sheetOf(this.studio).patch({ transform: this.transform });
  }

  /** What the server said of this already. */
  private known(keys: Keys, places: ReadonlyMap<number, number>): Edited | null {
    const isIt = this.newest?.of === keys && this.newest.to === [...places].join();
    return isIt ? this.newest!.edited : null;
  }

  /** The commands before this one are done: from now on it is seen in the keys that they left. */
  private goOnWith(keys: Keys, moving: readonly number[]): void {
    if (keys === this.transform.keys) return;
    const { factor, pivot } = this;
    const scale = { factor, pivot, frames: this.framesIn({ keys, moving }) };
    this.update({ keys, ids: idsOf(keys, this.studio.keyIds.inDocument()), moving, scale });
  }

  /** Keys that waiting commands change are scaled once those are done. */
  private async preview(factor: number): Promise<void> {
    const { studio } = this;
    const keys = await studio.settleInTurn();
    const frames = studio.keyIds.framesOf(this.ids);
    if (this.isOver) return;
    if (!keys || !frames.length) return this.cancel();
    this.goOnWith(keys, frames);
    const places = placesOf(keys, frames, this.pivot, factor);
    const { detail } = studio.document.get();
    const body = { clip: studio.clip.get()!.id, keys, detail, ...bodyOf(places) };
    try {
      const edited = await studio.connection.request("RetimeKeys", body).answer;
      if (this.isOver || keys !== studio.documentKeys()) return;
      this.newest = { of: keys, to: [...places].join(), edited };
      studio.handleEdited(edited, places);
    } catch (error) {
      studio.notices.addError(error, "Editing");
    }
  }
}

/** The rows of those keys that can be scaled: neither the first nor the last, nor any that is locked. */
function scaledRows(keys: Keys, moving: readonly number[]): Set<number> {
  return new Set(freeOf(keys, moving).map((frame) => keys.frames.indexOf(frame)));
}

/** Where keys go, by frame; only those that move. */
function placesOf(keys: Keys, frames: readonly number[], pivot: number, factor: number): ReadonlyMap<number, number> {
  const after = scaledFrames(keys.frames, scaledRows(keys, frames), pivot, factor);
  const all = Array.from(keys.frames, (frame, row) => [frame, after[row]] as const);
  return new Map(all.filter(([from, to]) => from !== to));
}

function bodyOf(places: ReadonlyMap<number, number>) {
  return { frames: [...places.keys()], to: [...places.values()] };
}
