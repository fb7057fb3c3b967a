/** One move of keys from taking them up to letting them go: seen at once, made by the server, one entry to undo. */

import { RequestCancelled } from "../../connection/connection";
import { Newest } from "../../connection/newest";
import type { Edited, Keys } from "../../messages";
import { messageOf, type Studio } from "../../studio/studio";
import { copied, pastedAt } from "./clipboard";
import { roomFor, roomForCopies } from "./moving";
import { counted } from "./pins";
import { sheetOf } from "./sheet";

export const ENDS_STAY = "The first and the last key hold the ends of the range, so they stay.";

export class KeyMove {
  private readonly settled: Promise<Keys | null>;
  private readonly lane = new Newest<number>((wanted) => this.preview(wanted));
  private wanted = 0;
  private newest: { wanted: number; edited: Edited } | null = null;
  private isOver = false;

  private constructor(
    private readonly studio: Studio,
    private readonly keys: Keys,
    private readonly moving: readonly number[],
    readonly isCopy: boolean,
  ) {
    this.settled = studio.settle();
    sheetOf(studio).patch({ held: { keys, moving, by: 0, isCopy, typed: "" } });
  }

  /** Take up the selected keys; null where there are none, or others are in the hand. */
  static begin(studio: Studio, moving: readonly number[], isCopy = false): KeyMove | null {
    const keys = studio.shownKeys();
    if (!keys || !moving.length || sheetOf(studio).get().held) return null;
    return new KeyMove(studio, keys, moving, isCopy);
  }

  get by(): number {
    return sheetOf(this.studio).get().held?.by ?? 0;
  }

  /** Move to so many frames from where the keys were, as far as there is room. */
  to(frames: number, typed = ""): void {
    const sheet = sheetOf(this.studio);
    const held = sheet.get().held;
    const wanted = Math.round(frames);
    if (this.isOver || !held || (wanted === this.wanted && typed === held.typed)) return;
    const room = this.isCopy ? roomForCopies : roomFor;
    const by = room(this.keys.frames, this.moving, wanted);
    this.wanted = wanted;
    const isMoved = by !== held.by;
    sheet.patch({ held: { ...held, by, typed } });
    if (isMoved && !this.isCopy) this.lane.push(wanted);
  }

  cancel(): void {
    this.isOver = true;
    sheetOf(this.studio).patch({ held: null });
    if (this.studio.found.get().handled) this.studio.handle(null);
  }

  /** Let go: what is seen becomes the document's. */
  async commit(): Promise<void> {
    if (this.isOver) return;
    const { by, wanted } = this;
    if (by === 0) {
      this.cancel();
      if (wanted !== 0 && this.isOfEnds()) this.studio.notify("info", ENDS_STAY);
      return;
    }
    this.isOver = true;
    if (this.isCopy) await this.paste(by);
    else await this.studio.inTurn(() => this.keep(wanted));
    this.cancel();
  }

  private isOfEnds(): boolean {
    const { frames } = this.keys;
    return this.moving.every((frame) => frame === frames[0] || frame === frames[frames.length - 1]);
  }

  private async keep(wanted: number): Promise<void> {
    const label = counted("Move", this.moving.length);
    const keys = await this.settled;
    if (!keys || !this.isSame(keys)) return;
    const document = this.studio.document.get();
    const edited =
      this.newest?.wanted === wanted
        ? this.newest.edited
        : await this.studio.patiently<"MoveKeys">(label, () => this.ask(keys, wanted));
    // Somebody may have undone something while the server was at work.
    if (!edited || this.studio.document.get() !== document) return;
    this.studio.handleEdited(edited);
    this.studio.editKeys(label, edited.keys);
    // A single key visibly stops at its neighbour; of several, it is worth a word.
    if (this.moving.length > 1) for (const note of edited.notes) this.studio.notify("info", note);
  }

  private async paste(by: number): Promise<void> {
    const keys = await this.settled;
    const poses = keys && copied(keys, this.moving);
    if (!poses) return;
    const label = counted("Duplicate", this.moving.length);
    const edited = await this.studio.edit("PasteKeys", label, () => pastedAt(poses, this.moving[0] + by));
    if (edited) this.studio.view.patch({ selectedKeys: this.moving.map((frame) => frame + by) });
  }

  private async preview(wanted: number): Promise<void> {
    const keys = await this.settled;
    if (this.isOver) return;
    if (!keys || !this.isSame(keys)) {
      this.cancel();
      return;
    }
    try {
      const edited = await this.ask(keys, wanted).answer;
      if (this.isOver) return;
      this.newest = { wanted, edited };
      this.studio.handleEdited(edited);
    } catch (error) {
      if (!(error instanceof RequestCancelled)) this.studio.notify("error", messageOf(error), undefined, "Editing");
    }
  }

  private ask(keys: Keys, by: number) {
    const clip = this.studio.clip.get()!;
    const { detail } = this.studio.document.get();
    return this.studio.connection.request("MoveKeys", { clip: clip.id, keys, frames: [...this.moving], by, detail });
  }

  /** Whether the keys that came after the quick preview are the ones that were taken up. */
  private isSame({ frames }: Keys): boolean {
    return frames.length === this.keys.frames.length && frames.every((frame, i) => frame === this.keys.frames[i]);
  }
}
