/** Edits of marked stretches, carried over to the whole clip, and how sure the result is. */

import type { Keys, Propagated } from "../messages";
import { Store } from "../store";
import { counting, NO_STACK, withoutCounting } from "./layers";
import { changedFrames, changedOf, merged, type Range, rangesOf } from "./poses";
import type { Studio } from "./studio";

interface PropagatingState {
  /** Stretches that were edited by hand: examples. */
  examples: readonly Range[];
  predictor: "gp" | "mls";
  /** What came of it last. */
  found: Pick<Propagated, "first" | "confidence" | "low_first" | "low_last" | "seconds"> | null;
  /** The keys that came of it: what differs from them since are corrections. */
  result: Keys | null;
  rounds: number;
}

const ABOUT = "Propagation";
const FIRST: PropagatingState = { examples: [], predictor: "gp", found: null, result: null, rounds: 0 };

export class Propagating {
  readonly state = new Store<PropagatingState>(FIRST);

  constructor(private readonly studio: Studio) {}

  follow(): void {
    this.studio.clip.subscribe(() => this.state.set({ ...FIRST, predictor: this.state.get().predictor }));
  }

  mark(range: Range): void {
    this.state.patch({ examples: merged([...this.state.get().examples, range]) });
  }

  unmark(frame: number): void {
    const examples = this.state.get().examples.filter(({ first, last }) => frame < first || frame > last);
    this.state.patch({ examples });
  }

  clear(): void {
    this.state.set({ ...FIRST, predictor: this.state.get().predictor });
  }

  /** Mark the stretches that were posed by hand, in keys and layers: at all, or since edits were last carried over. */
  async markEdited(): Promise<void> {
    const [clip, keys] = [this.studio.clip.get(), this.studio.documentKeys()];
    if (!clip || !keys) return;
    const { result } = this.state.get();
    const changed = result ? changedFrames(keys, result) : await this.posed(clip.id, keys);
    if (!changed || this.studio.clip.get() !== clip) return;
    const ranges = rangesOf(keys, changed, clip.fps);
    for (const layer of counting(this.studio.layers.stack().layers)) {
      const { frames, changed } = changedOf(layer);
      ranges.push(...rangesOf({ ...keys, frames }, changed, clip.fps, 0));
    }
    if (!ranges.length) {
      this.studio.notify("info", result ? "No key was changed since." : "No key differs from the capture.");
      return;
    }
    for (const range of ranges) this.mark(range);
  }

  /** The keys that differ from the capture; null where nobody can say. */
  private async posed(clip: string, keys: Keys): Promise<number[] | null> {
    const found = await this.studio.attempt(ABOUT, "FindDeltas", { clip, keys, stack: NO_STACK });
    return found && [...found.frames];
  }

  /** Carry the edit of the examples over to the clip: other keys, which undo takes back. Layers become part of them. */
  async propagate(): Promise<void> {
    const { examples, predictor } = this.state.get();
    const clip = this.studio.clip.get();
    if (!clip || !examples.length) return;
    let found: Propagated | null = null;
    const made = await this.studio.editing.give({
      label: () => "Propagate edit",
      make: async (keys) => {
        const { detail, plants, layers } = this.studio.document.get();
        const seen = counting(layers);
        found = await this.studio.request("Propagating", "Propagate", {
          clip: clip.id,
          examples: examples.map((range) => example(range, keys)),
          keys,
          weights: [],
          outputs: "difference",
          predictor,
          feet: "calm",
          warps: false,
          detail,
          layers: seen,
          plants: [...plants],
        });
        const besides = seen.length ? { layers: withoutCounting(layers), isOnCapture: false } : {};
        return { keys: found.keys!, evaluation: found.evaluation!, besides };
      },
    });
    if (!made || !found) return;
    this.show(found);
  }

  /** Tell how sure the result is, and what was assumed, in one go. */
  private show(found: Propagated): void {
    this.state.patch({ found, result: this.studio.documentKeys(), rounds: this.state.get().rounds + 1 });
    // What was said of an earlier round is true no more.
    this.studio.notices.succeeded(ABOUT);
    if (found.notes.length) this.studio.notify("info", found.notes.join(" "), undefined, ABOUT);
  }
}

/** What a stretch became; what it was is the capture, joined through the same frames. */
function example({ first, last }: Range, edited: Keys) {
  return { first, last, edited, edited_clip: "", source: null, source_clip: "" };
}
