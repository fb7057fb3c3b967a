/** Keys in the hand, from taking them up to letting them go: seen at once, made by the server, one entry to undo. */

import type { Edited, Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { type TakenUp, takenUp } from "./drawn";
import { sheetOf, type Transform } from "./sheet";

/** What the server is asked for while keys are in the hand. */
interface Asked {
  /** What tells it from all else that is asked of the same keys. */
  what: string;
  answer: Promise<Edited>;
  /** Where keys go, by frame. */
  moves: ReadonlyMap<number, number>;
}

export abstract class KeysInHand {
  protected isOver = false;
  private newest: { of: Keys; what: string; edited: Edited } | null = null;

  protected constructor(
    protected readonly studio: Studio,
    /** Of the keys in the hand. */
    protected readonly ids: readonly number[],
    protected transform: Transform,
  ) {
    sheetOf(studio).patch({ transform });
  }

  /** What some keys begin with; null where there are none, or others are in the hand. */
  protected static taken(studio: Studio, moving: readonly number[]): { ids: readonly number[]; taken: TakenUp } | null {
    const keys = studio.shownKeys();
    const { transform } = sheetOf(studio).get();
    if (!keys || !moving.length || (transform && !transform.isReleased)) return null;
    return { ids: studio.keyIds.named(moving), taken: takenUp(studio, keys, moving) };
  }

  abstract commit(): Promise<void>;

  cancel(): void {
    this.isOver = true;
    if (this.isShown) sheetOf(this.studio).patch({ transform: null });
    if (this.studio.results.get().handled) this.studio.handle(null);
  }

  protected get isShown(): boolean {
    return sheetOf(this.studio).get().transform === this.transform;
  }

  protected update(part: Partial<Transform>): void {
    const { isShown } = this;
    this.transform = { ...this.transform, ...part };
    if (isShown) sheetOf(this.studio).patch({ transform: this.transform });
  }

  /** What the server said already. */
  protected known(keys: Keys, what: string): Edited | null {
    return this.newest?.of === keys && this.newest.what === what ? this.newest.edited : null;
  }

  /** The commands before this one are done: from now on it is seen in the keys that they left. */
  protected abstract goOnWith(keys: Keys, moving: readonly number[]): void;

  /** Keys that waiting commands change are asked for once those are done. */
  protected async preview(ask: (keys: Keys, frames: readonly number[]) => Asked): Promise<void> {
    const { studio } = this;
    const keys = await studio.settleInTurn();
    const frames = studio.keyIds.framesOf(this.ids);
    if (this.isOver) return;
    if (!keys || !frames.length) return this.cancel();
    this.goOnWith(keys, frames);
    try {
      const { what, answer, moves } = ask(keys, frames);
      const edited = await answer;
      if (this.isOver || keys !== studio.documentKeys()) return;
      this.newest = { of: keys, what, edited };
      studio.handleEdited(edited, moves);
    } catch (error) {
      studio.notices.addError(error, "Editing");
    }
  }
}
