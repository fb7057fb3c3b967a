/** One scaling of keys in time. */

import { Newest } from "../../connection/newest";
import type { Edited, Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { idsOf, type TakenUp } from "./drawn";
import { KeysInHand } from "./KeysInHand";
import { ENDS_STAY, LOCKED_STAY } from "./keyEdits";
import { freeOf } from "./moving";
import { counted } from "./pins";
import { scaledFrames } from "./scaling";
import type { Transform } from "./sheet";

export class KeyScale extends KeysInHand {
  private readonly lane = new Newest<number>((factor) =>
    this.preview((keys, frames) => {
      const places = placesOf(keys, frames, this.pivot, factor);
      return { what: [...places].join(), answer: this.ask(keys, places), moves: places };
    }),
  );
  private factor = 1;

  private constructor(
    studio: Studio,
    ids: readonly number[],
    taken: TakenUp,
    readonly pivot: number,
  ) {
    const scale = { factor: 1, pivot, frames: [...taken.keys.frames] };
    super(studio, ids, { ...taken, by: 0, isCopy: false, typed: "", isReleased: false, scale });
  }

  /** Take up some keys; null where there are none, or others are in the hand. */
  static begin(studio: Studio, moving: readonly number[], pivot: number): KeyScale | null {
    const hand = KeysInHand.taken(studio, moving);
    return hand && new KeyScale(studio, hand.ids, hand.taken, pivot);
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
      known: (keys, frames) => this.known(keys, [...placesOf(keys, frames, pivot, factor)].join()),
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

  protected goOnWith(keys: Keys, moving: readonly number[]): void {
    if (keys === this.transform.keys) return;
    const { factor, pivot } = this;
    const scale = { factor, pivot, frames: this.framesIn({ keys, moving }) };
    this.update({ keys, ids: idsOf(keys, this.studio.keyIds.inDocument()), moving, scale });
  }

  private ask(keys: Keys, places: ReadonlyMap<number, number>): Promise<Edited> {
    const { detail } = this.studio.document.get();
    const body = { clip: this.studio.clip.get()!.id, keys, detail, ...bodyOf(places) };
    return this.studio.connection.request("RetimeKeys", body).answer;
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
