/** One move of keys, or of copies of them. */

import { Newest } from "../../connection/newest";
import type { Edited, Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { copied, pastedAt } from "./clipboard";
import { idsOf, type TakenUp } from "./drawn";
import { KeysInHand } from "./KeysInHand";
import { ENDS_STAY, LOCKED_STAY, NO_ROOM } from "./keyEdits";
import { freeOf, movesOf, roomFor, roomForCopies } from "./moving";
import { counted } from "./pins";
import type { Transform } from "./sheet";

export class KeyMove extends KeysInHand {
  private readonly lane = new Newest<number>((wanted) =>
    this.preview((keys, frames) => ({
      what: whatOf(frames, wanted),
      answer: this.ask(keys, frames, wanted),
      moves: movesOf(keys, frames, wanted),
    })),
  );
  private wanted = 0;

  private constructor(
    studio: Studio,
    ids: readonly number[],
    taken: TakenUp,
    readonly isCopy: boolean,
  ) {
    super(studio, ids, { ...taken, by: 0, isCopy, typed: "", isReleased: false });
  }

  /** Take up the selected keys; null where there are none, or others are in the hand. */
  static begin(studio: Studio, moving: readonly number[], isCopy = false): KeyMove | null {
    const hand = KeysInHand.taken(studio, moving);
    return hand && new KeyMove(studio, hand.ids, hand.taken, isCopy);
  }

  get by(): number {
    return this.transform.by;
  }

  /** Frames of the keys that move, before they moved. */
  get moving(): readonly number[] {
    return this.transform.moving;
  }

  /** Move to so many frames from where the keys were, as far as there is room. */
  to(frames: number, typed = ""): void {
    const wanted = Math.round(frames);
    if (this.isOver || !this.isShown || (wanted === this.wanted && typed === this.transform.typed)) return;
    const by = this.roomIn(this.transform, wanted);
    this.wanted = wanted;
    const isMoved = by !== this.transform.by;
    this.update({ by, typed });
    if (isMoved && !this.isCopy) this.lane.push(wanted);
  }

  /** Let go: what is seen becomes the document's, once what was given before is done. */
  async commit(): Promise<void> {
    if (this.isOver) return;
    const { by, wanted } = this;
    if (by === 0) {
      this.cancel();
      if (wanted !== 0) this.studio.notify("info", this.whyNot());
      return;
    }
    this.isOver = true;
    this.update({ isReleased: true });
    await (this.isCopy ? this.paste(by) : this.move(wanted));
    // Others may be in the hand by now.
    if (this.isShown) this.cancel();
  }

  private roomIn({ keys, moving }: Pick<Transform, "keys" | "moving">, wanted: number): number {
    return (this.isCopy ? roomForCopies : roomFor)(keys, moving, wanted);
  }

  /** Why keys stayed where they were. */
  private whyNot(): string {
    const { keys } = this.transform;
    if (this.isCopy || freeOf(keys, this.moving).length) return NO_ROOM;
    const ends = [keys.frames[0], keys.frames[keys.frames.length - 1]];
    return this.moving.every((frame) => ends.includes(frame)) ? ENDS_STAY : LOCKED_STAY;
  }

  private move(wanted: number) {
    return this.studio.editing.ask("MoveKeys", {
      label: (count) => counted("Move", count),
      on: this.ids,
      body: (frames) => ({ frames: [...frames], by: wanted }),
      moves: (frames, keys) => movesOf(keys, frames, wanted),
      known: (keys, frames) => this.known(keys, whatOf(frames, wanted)),
    });
  }

  private async paste(by: number): Promise<void> {
    const adds = this.moving.map((frame) => frame + by);
    const pasted = this.studio.editing.ask("PasteKeys", {
      label: (count) => counted("Duplicate", count),
      on: this.ids,
      adds,
      body: (frames, keys) => pastedAt(copied(keys, frames)!, frames[0] + by),
    });
    this.studio.view.patch({ selectedKeys: adds });
    await pasted;
  }

  protected goOnWith(keys: Keys, moving: readonly number[]): void {
    if (keys === this.transform.keys) return;
    const ids = idsOf(keys, this.studio.keyIds.inDocument());
    this.update({ keys, ids, moving, by: this.roomIn({ keys, moving }, this.wanted) });
  }

  private ask(keys: Keys, frames: readonly number[], by: number): Promise<Edited> {
    const clip = this.studio.clip.get()!;
    const { detail } = this.studio.document.get();
    return this.studio.connection.request("MoveKeys", { clip: clip.id, keys, frames: [...frames], by, detail }).answer;
  }
}

/** What tells a move of some keys from others of them. */
function whatOf(frames: readonly number[], wanted: number): string {
  return `${wanted} ${frames.join()}`;
}
