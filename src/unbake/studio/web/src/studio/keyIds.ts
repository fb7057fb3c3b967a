/** Which key is which: a key keeps its id while edits move it, and when they are undone and done again. */

import type { Keys } from "../messages";
import type { Studio } from "./studio";

/** From where to where keys moved, by frame. */
export type Moves = ReadonlyMap<number, number>;
export const STAYED: Moves = new Map();

/** Keys that are still to come: their frames and ids. */
export type AddedKeys = readonly (readonly [number, number])[];

/** The id of the key on each frame. */
export type Ids = ReadonlyMap<number, number>;

export class KeyIds {
  private last = 0;
  private keys: Keys | null = null;
  private at: object | null = null;
  private documented: Ids = new Map();
  private seen: Ids = new Map();
  private readonly moves = new WeakMap<Keys, Moves>();
  /** The ids after each command of the history, and those of the untouched clip. */
  private readonly after = new WeakMap<object, Ids>();

  constructor(private readonly studio: Studio) {}

  /** Say how keys came from those of the document. */
  announce(keys: Keys, moves: Moves): void {
    if (moves.size) this.moves.set(keys, moves);
  }

  /** Ids of keys, as a person sees them on their frames; keys that waiting commands take away have none, those that
   * they add have theirs already. */
  named(frames: readonly number[]): number[] {
    const idOn = this.byFrame();
    return frames.flatMap((frame) => idOn.get(frame) ?? []);
  }

  /** Frames of the keys that there will be, as they are seen now, rising. */
  expectedFrames(): number[] {
    return [...this.byFrame().keys()].sort((a, b) => a - b);
  }

  /** Frames in the document of those of some keys that there are, rising. */
  framesOf(ids: readonly number[]): number[] {
    const frameOf = this.byId();
    return ids.flatMap((id) => frameOf.get(id) ?? []).sort((a, b) => a - b);
  }

  /** The frame in the document of each key. */
  byId(): ReadonlyMap<number, number> {
    return new Map([...this.inDocument()].map(swapped));
  }

  /** The id of the key that the document has on each frame. */
  inDocument(): Ids {
    this.follow();
    return this.documented;
  }

  /** Ids for keys that a command adds; a frame that will have a key keeps that one's. */
  reserve(frames: readonly number[]): AddedKeys {
    const idOn = this.byFrame();
    return frames.flatMap((frame) => (idOn.has(frame) ? [] : [[frame, ++this.last] as const]));
  }

  /** The ids that frames stand for in what a person says now. */
  byFrame(): Ids {
    this.follow();
    const { added, removed } = this.studio.commands.expected();
    return new Map([...[...this.seen].filter(([, id]) => !removed.has(id)), ...added]);
  }

  /** The id of the key that is seen on each frame. */
  onScreen(): Ids {
    this.follow();
    return this.seen;
  }

  private follow(): void {
    const { landing } = this.studio.commands.expected();
    this.followDocument(landing);
    const { handled } = this.studio.results.get();
    this.seen = handled
      ? this.idsAfter(this.documented, handled, this.moves.get(handled) ?? STAYED, landing)
      : this.documented;
  }

  private followDocument(landing: Ids): void {
    const keys = this.studio.documentKeys();
    const at = this.studio.history.past.get().done.at(-1) ?? this.studio.clip.get();
    if (keys === this.keys && at === this.at) return;
    const known = at && at !== this.at ? this.after.get(at) : undefined;
    const moves = keys && keys !== this.keys && !known ? this.moves.get(keys) : undefined;
    this.documented = this.idsAfter(known ?? this.documented, keys, moves ?? STAYED, landing);
    this.keys = keys;
    this.at = at;
    if (at) this.after.set(at, this.documented);
  }

  private idsAfter(before: Ids, keys: Keys | null, moves: Moves, landing: Ids): Ids {
    const origins = new Map([...moves].map(swapped));
    const originOf = (frame: number) => origins.get(frame) ?? (moves.has(frame) ? undefined : frame);
    const idOf = (frame: number) => {
      const origin = originOf(frame);
      return (origin === undefined ? undefined : before.get(origin)) ?? landing.get(frame) ?? ++this.last;
    };
    return new Map(Array.from(keys?.frames ?? [], (frame) => [frame, idOf(frame)] as const));
  }
}

export const swapped = <A, B>([a, b]: readonly [A, B]): [B, A] => [b, a];
