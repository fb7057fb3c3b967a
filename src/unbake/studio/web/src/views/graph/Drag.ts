/** Keys or a handle in the hand: seen at once, one entry to undo once they are let go. Values are moved here, times by the
 * server, of which only the newest answer counts. */

import { RequestCancelled } from "../../connection/connection";
import { Newest } from "../../connection/newest";
import { handleOf, type KeyPlace, type Side, withHandle, withValues } from "../../curves/handles";
import type { StudioDocument } from "../../document/document";
import type { Edited, Keys } from "../../messages";
import { messageOf, type Studio } from "../../studio/studio";
import { framesIn } from "../../timeline/axis";
import { graphHand } from "./hand";
import { curveOf, type Spot } from "./hits";
import type { Picture } from "./picture";

export type Taken = { kind: "keys"; places: readonly KeyPlace[] } | { kind: "handle"; place: KeyPlace; side: Side };
export type Direction = "value" | "time" | "both";

/** Pixels after which it is decided whether keys move in value or in time. */
const DECIDED = 4;

interface Moved {
  keys: Keys;
  by: number;
}

export class Drag {
  private readonly settled: Promise<Keys | null>;
  private readonly retimes = new Newest<Moved>((moved) => this.retime(moved));
  private base: Keys | null = null;
  private document: StudioDocument | null = null;
  private newest: (Moved & { edited: Edited }) | null = null;
  private direction: Direction | null = null;
  private wanted: Moved | null = null;
  private isOver = false;
  private isHeld = false;
  private now: Spot;

  constructor(
    private readonly studio: Studio,
    private readonly taken: Taken,
    private readonly start: Spot,
    private readonly picture: Picture,
  ) {
    this.now = start;
    const { low, high } = picture.values;
    // What is dragged must not change the scale that it is dragged on.
    studio.view.patch({ graph: { ...studio.view.get().graph, values: { low, high } } });
    this.settled = studio.settle().then((keys) => this.begin(keys));
    this.tell();
  }

  /** From where it was taken up to here. */
  move(to: Spot, isFree = false): void {
    this.now = to;
    const [across, up] = [Math.abs(to.x - this.start.x), Math.abs(to.y - this.start.y)];
    if (isFree && !this.isHeld) this.direction = "both";
    else if (!this.direction && Math.max(across, up) >= DECIDED) this.direction = across > up ? "time" : "value";
    if (!this.direction) return;
    this.apply();
  }

  /** Only in time, or only in value, from now on. */
  hold(direction: Direction): void {
    if (this.taken.kind === "handle") return;
    this.direction = direction;
    this.isHeld = true;
    this.apply();
  }

  cancel(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.end();
    this.studio.handle(null);
  }

  commit(): Promise<void> {
    return this.studio.inTurn(() => this.take());
  }

  private async take(): Promise<void> {
    await this.settled;
    if (this.isOver) return;
    const { wanted } = this;
    if (!wanted || (wanted.by === 0 && wanted.keys === this.base)) {
      this.cancel();
      return;
    }
    this.isOver = true;
    const keys = wanted.by ? await this.retimed(wanted) : wanted.keys;
    this.end();
    // The first and the last key stay where they are.
    const isSame = wanted.keys === this.base && keys?.frames.every((frame, n) => frame === this.base?.frames[n]);
    // Somebody may have undone something while the server was at work.
    if (!keys || isSame || this.studio.document.get() !== this.document) {
      this.studio.handle(null);
      return;
    }
    this.studio.editKeys(this.label(wanted.by), keys);
  }

  private label(by: number): string {
    if (this.taken.kind === "handle") return "Move handle";
    const count = new Set(this.taken.places.map(({ key }) => key)).size;
    const what = count === 1 ? "key" : `${count} keys`;
    return by ? `Move ${what}` : `Change ${what}`;
  }

  private begin(keys: Keys | null): Keys | null {
    const before = this.picture.keys;
    const isSame =
      keys &&
      before &&
      keys.frames.length === before.frames.length &&
      keys.frames.every((f, n) => f === before.frames[n]);
    if (!isSame) {
      this.cancel();
      return null;
    }
    this.base = keys;
    this.document = this.studio.document.get();
    if (this.direction) this.apply();
    return keys;
  }

  private apply(): void {
    if (!this.base || this.isOver) return;
    this.wanted =
      this.taken.kind === "handle" ? this.handled(this.base, this.taken) : this.moved(this.base, this.taken.places);
    this.tell();
    if (this.wanted.by) this.retimes.push(this.wanted);
    else this.studio.handle(this.wanted.keys);
  }

  private handled(base: Keys, { place, side }: Taken & { kind: "handle" }): Moved {
    const from = handleOf(base, place, side);
    const { frames, value } = this.distance();
    const to = { frame: from.frame + frames, value: from.value + value / this.scaleOf(place) };
    return { keys: withHandle(base, place, side, to), by: 0 };
  }

  private moved(base: Keys, places: readonly KeyPlace[]): Moved {
    const { frames, value } = this.distance();
    const isRaised = this.direction !== "time" && value !== 0;
    const keys = isRaised ? withValues(base, places, (was, place) => was + value / this.scaleOf(place)) : base;
    return { keys, by: this.direction === "value" ? 0 : Math.round(frames) };
  }

  private distance(): { frames: number; value: number } {
    const { axis, values } = this.picture;
    return {
      frames: framesIn(axis, this.now.x - this.start.x),
      value: ((this.start.y - this.now.y) / values.height) * (values.high - values.low),
    };
  }

  private scaleOf({ channel }: KeyPlace): number {
    return curveOf(this.picture, channel)?.measure.scale ?? 1;
  }

  private async retime(moved: Moved): Promise<void> {
    const answer = await this.ask(moved);
    if (!answer || this.isOver || this.taken.kind !== "keys") return;
    // The hand may have gone back to where nothing moves in time.
    if (!this.wanted?.by) return;
    this.newest = { ...moved, edited: answer };
    this.studio.handleEdited(answer);
  }

  private async retimed(wanted: Moved): Promise<Keys | null> {
    const isNewest = this.newest?.keys === wanted.keys && this.newest.by === wanted.by;
    const edited = isNewest ? this.newest!.edited : await this.ask(wanted);
    if (!edited) return null;
    this.studio.handleEdited(edited);
    for (const note of edited.notes) this.studio.notify("info", note);
    return edited.keys;
  }

  private async ask({ keys, by }: Moved): Promise<Edited | null> {
    const clip = this.studio.clip.get();
    if (!clip || this.taken.kind !== "keys") return null;
    const frames = [...new Set(this.taken.places.map(({ key }) => keys.frames[key]))];
    const { detail } = this.studio.document.get();
    try {
      return await this.studio.connection.request("MoveKeys", { clip: clip.id, keys, frames, by, detail }).answer;
    } catch (error) {
      if (!(error instanceof RequestCancelled)) this.studio.notify("error", messageOf(error), undefined, "Editing");
      return null;
    }
  }

  private tell(): void {
    graphHand(this.studio).patch({ drag: this, direction: this.direction });
  }

  private end(): void {
    graphHand(this.studio).patch({ drag: null, direction: null });
  }
}
