/** Keys or a handle in the hand: seen at once, one entry to undo once they are let go. Values are moved here, times by the
 * server, of which only the newest answer counts. */

import { Newest } from "../../connection/newest";
import type { Place } from "../../controls/place";
import { handleOf, type KeyPlace, type Side, withHandle, withValues } from "../../curves/handles";
import type { Edited, Keys } from "../../messages";
import type { Made } from "../../studio/editing";
import type { Studio } from "../../studio/studio";
import { framesIn } from "../../timeline/axis";
import { isSnapping, showGuide } from "../../timeline/snapping";
import { movesOf } from "../dopesheet/moving";
import { graphHand } from "./hand";
import { curveOf } from "./hits";
import { type NamedPlaces, namedPlaces } from "./named";
import type { Picture } from "./picture";
import { type Distance, drawnTo } from "./snapping";

export type Taken = { kind: "keys"; places: readonly KeyPlace[] } | { kind: "handle"; place: KeyPlace; side: Side };
export type Direction = "value" | "time" | "both";

/** Pixels after which it is decided whether keys move in value or in time. */
const DECIDED = 4;

interface Moved {
  keys: Keys;
  by: number;
}

export class Drag {
  private readonly named: NamedPlaces;
  private readonly retimes = new Newest<Moved>((moved) => this.retime(moved));
  private base: Keys | null = null;
  private newest: (Moved & { edited: Edited }) | null = null;
  private direction: Direction | null = null;
  private wanted: Moved | null = null;
  private isOver = false;
  private isHeld = false;
  private isSnapping = false;
  private now: Place;

  constructor(
    private readonly studio: Studio,
    private readonly taken: Taken,
    private readonly start: Place,
    private readonly picture: Picture,
  ) {
    this.now = start;
    const { low, high } = picture.values;
    // What is dragged must not change the scale that it is dragged on.
    studio.view.patch({ graph: { ...studio.view.get().graph, values: { low, high } } });
    this.named = namedPlaces(studio, taken.kind === "handle" ? [taken.place] : taken.places);
    // What was given before is done first.
    void studio.settleInTurn().then((keys) => this.begin(keys));
    this.tell();
  }

  /** From where it was taken up to here; `keys` says whether Ctrl turns the magnet round. */
  move(to: Place, isFree = false, keys?: { ctrlKey: boolean; metaKey: boolean }): void {
    this.now = to;
    this.isSnapping = keys !== undefined && isSnapping(this.studio, keys);
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

  /** Let go: what is seen becomes the document's, once what was given before is done. */
  async commit(): Promise<void> {
    if (this.isOver) return;
    if (!this.direction) return this.cancel();
    this.isOver = true;
    this.end();
    const by = this.frames();
    await this.studio.editing.give({
      label: (count) => this.label(count, by),
      on: this.named.ids,
      make: (keys, frames) => this.make(keys, frames),
    });
    // Others may be in the hand by now.
    if (!graphHand(this.studio).get().drag && this.studio.results.get().handled) this.studio.handle(null);
  }

  private async make(keys: Keys, frames: readonly number[]): Promise<Made | null> {
    const wanted = keys === this.base && this.wanted ? this.wanted : this.shaped(keys);
    if (!wanted?.by) return wanted;
    const isNewest = this.newest?.keys === wanted.keys && this.newest.by === wanted.by;
    const edited = isNewest ? this.newest!.edited : await this.ask(wanted, frames);
    return { ...edited, moves: movesOf(keys, frames, wanted.by) };
  }

  private label(count: number, by: number): string {
    if (this.taken.kind === "handle") return "Move handle";
    const what = count === 1 ? "key" : `${count} keys`;
    return by ? `Move ${what}` : `Change ${what}`;
  }

  private begin(keys: Keys | null): void {
    if (this.isOver) return;
    if (!keys || !this.named.in(keys).length) {
      this.cancel();
      return;
    }
    this.base = keys;
    if (this.direction) this.apply();
  }

  private apply(): void {
    if (!this.base || this.isOver) return;
    const drawn = this.drawn();
    showGuide(this.studio, drawn?.frame ?? null, drawn?.level ?? null);
    this.wanted = this.shaped(this.base);
    this.tell();
    if (!this.wanted) return;
    if (this.wanted.by) this.retimes.push(this.wanted);
    else this.studio.handle(this.wanted.keys);
  }

  /** What the hand makes of keys; null where none of those in the hand is among them. */
  private shaped(keys: Keys): Moved | null {
    const places = this.named.in(keys);
    if (!places.length) return null;
    const { taken } = this;
    return taken.kind === "handle" ? this.handled(keys, places[0], taken.side) : this.moved(keys, places);
  }

  private handled(base: Keys, place: KeyPlace, side: Side): Moved {
    const from = handleOf(base, place, side);
    const { frames, value } = this.distance();
    const to = { frame: from.frame + frames, value: from.value + value / this.scaleOf(place) };
    return { keys: withHandle(base, place, side, to), by: 0 };
  }

  private moved(base: Keys, places: readonly KeyPlace[]): Moved {
    const { value } = this.distance();
    const isRaised = this.direction !== "time" && value !== 0;
    const keys = isRaised ? withValues(base, places, (was, place) => was + value / this.scaleOf(place)) : base;
    return { keys, by: this.frames() };
  }

  /** By how many frames keys move. */
  private frames(): number {
    return this.direction === "value" || this.taken.kind === "handle" ? 0 : Math.round(this.distance().frames);
  }

  private distance(): Distance {
    return this.drawn() ?? this.gone();
  }

  /** To where the magnet draws what is in the hand; null while it does not. */
  private drawn() {
    const { base, taken, direction } = this;
    if (!this.isSnapping || !base || !direction) return null;
    const places = this.named.in(base);
    return places.length ? drawnTo(this.studio, this.picture, base, taken, places, this.gone(), direction) : null;
  }

  /** How far the pointer went. */
  private gone(): Distance {
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
    const { studio, base } = this;
    if (this.isOver || !base) return;
    const frames = [...new Set(this.named.in(base).map(({ key }) => base.frames[key]))];
    try {
      const edited = await this.ask(moved, frames);
      // The hand may have gone back to where nothing moves in time.
      if (this.isOver || !this.wanted?.by) return;
      this.newest = { ...moved, edited };
      studio.handleEdited(edited, movesOf(base, frames, moved.by));
    } catch (error) {
      studio.notices.addError(error, "Editing");
    }
  }

  private ask({ keys, by }: Moved, frames: readonly number[]): Promise<Edited> {
    const clip = this.studio.clip.get()!;
    const { detail } = this.studio.document.get();
    const body = { clip: clip.id, keys, frames: [...frames], by, detail };
    return this.studio.connection.request("MoveKeys", body).answer;
  }

  private tell(): void {
    graphHand(this.studio).patch({ drag: this, direction: this.direction });
  }

  private end(): void {
    showGuide(this.studio, null);
    graphHand(this.studio).patch({ drag: null, direction: null });
  }
}
