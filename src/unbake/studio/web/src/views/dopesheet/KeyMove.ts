/** One move of keys from taking them up to letting them go: seen at once, made by the server, one entry to undo. */

import { Newest } from "../../connection/newest";
import type { Edited, Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { copied, pastedAt } from "./clipboard";
import { idsOf, type TakenUp, takenUp } from "./drawn";
import { ENDS_STAY, LOCKED_STAY, NO_ROOM } from "./keyEdits";
import { freeOf, movesOf, roomFor, roomForCopies } from "./moving";
import { counted } from "./pins";
import { sheetOf, type Transform } from "./sheet";

/** What the server made of a move of some keys. */
interface Preview {
  of: Keys;
  frames: readonly number[];
  wanted: number;
  edited: Edited;
}

export class KeyMove {
  private readonly lane = new Newest<number>((wanted) => this.preview(wanted));
  private wanted = 0;
  private newest: Preview | null = null;
  private isOver = false;
  private transform: Transform;

  private constructor(
    private readonly studio: Studio,
    /** Of the keys that move. */
    private readonly ids: readonly number[],
    taken: TakenUp,
    readonly isCopy: boolean,
  ) {
    this.transform = { ...taken, by: 0, isCopy, typed: "", isReleased: false };
    sheetOf(studio).patch({ transform: this.transform });
  }

  /** Take up the selected keys; null where there are none, or others are in the hand. */
  static begin(studio: Studio, moving: readonly number[], isCopy = false): KeyMove | null {
    const keys = studio.shownKeys();
    const { transform } = sheetOf(studio).get();
    if (!keys || !moving.length || (transform && !transform.isReleased)) return null;
    return new KeyMove(studio, studio.keyIds.named(moving), takenUp(studio, keys, moving), isCopy);
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

  cancel(): void {
    this.isOver = true;
    this.hide();
    if (this.studio.results.get().handled) this.studio.handle(null);
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

  private get isShown(): boolean {
    return sheetOf(this.studio).get().transform === this.transform;
  }

  private update(part: Partial<Transform>): void {
    const { isShown } = this;
    this.transform = { ...this.transform, ...part };
    if (isShown) sheetOf(this.studio).patch({ transform: this.transform });
  }

  private hide(): void {
    if (this.isShown) sheetOf(this.studio).patch({ transform: null });
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
      known: (keys, frames) => this.known(keys, frames, wanted),
    });
  }

  /** What the server said of this move already. */
  private known(keys: Keys, frames: readonly number[], wanted: number): Edited | null {
    const isIt =
      this.newest?.of === keys && this.newest.wanted === wanted && this.newest.frames.join() === frames.join();
    return isIt ? this.newest!.edited : null;
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

  /** Keys that waiting commands change are moved once those are done. */
  private async preview(wanted: number): Promise<void> {
    const { studio } = this;
    const keys = await studio.settleInTurn();
    const frames = studio.keyIds.framesOf(this.ids);
    if (this.isOver) return;
    if (!keys || !frames.length) return this.cancel();
    this.goOnWith(keys, frames);
    try {
      const edited = await this.ask(keys, frames, wanted);
      if (this.isOver || keys !== studio.documentKeys()) return;
      this.newest = { of: keys, frames, wanted, edited };
      studio.handleEdited(edited, movesOf(keys, frames, wanted));
    } catch (error) {
      studio.notices.addError(error, "Editing");
    }
  }

  /** The commands before this one are done: from now on it is seen in the keys that they left. */
  private goOnWith(keys: Keys, moving: readonly number[]): void {
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
