/** Poses under the hand: what is dragged, pinned and painted. What comes of it are keys, and undone as keys. */

import { Newest } from "../connection/newest";
import { messageOf } from "../errors";
import type { DeltasFound, Edited, Keys, PoseDragged } from "../messages";
import { Store } from "../store";
import { replacement } from "./poses";
import type { Studio } from "./studio";

export type Tool = "drag" | "turn" | "brush";

interface PosingState {
  /** Whether the view is seen, so that a hand in the picture poses. */
  isOn: boolean;
  tool: Tool;
  /** Joints that stay where they are. */
  pins: readonly number[];
  /** How far each joint follows a drag (J); null: as the bones want. */
  influence: Float32Array | null;
  radius_m: number;
  along: "skeleton" | "space";
  mirrors: boolean;
  keepsFloor: boolean;
  /** Frames between onion skins; 0 for none. */
  onion: number;
  /** How far the dragged joint is from the hand; null while nothing is dragged. */
  missed_cm: number | null;
  /** Keys with another pose than the capture, and the keys that this was found of. */
  deltas: { found: DeltasFound; keys: Keys } | null;
  /** Where a copied pose came from; null where nothing was copied. */
  copied: { values: Float64Array; frame: number } | null;
}

const FIRST: PosingState = {
  isOn: false,
  tool: "drag",
  pins: [],
  influence: null,
  radius_m: 0.15,
  along: "skeleton",
  mirrors: false,
  keepsFloor: true,
  onion: 0,
  missed_cm: null,
  deltas: null,
  copied: null,
};

/** A request that makes keys with another pose of those that were there when the hand took hold. */
export type Step = (keys: Keys, frame: number, gesture: string) => Promise<PoseDragged>;

/** A pose that is changed step by step, until it is taken or given up. */
interface Held {
  /** Each drag begins at the pose that it found. */
  gesture: string;
  frame: number;
  base: Promise<Keys | null>;
  last: { base: Keys; edited: PoseDragged } | null;
  steps: Newest<Step>;
  isOver: boolean;
  /** Whoever waits for the last step. */
  rested(): void;
}

export class Posing {
  readonly state = new Store<PosingState>(FIRST);
  private held: Held | null = null;
  private readonly searches = new Newest<Keys>((keys) => this.findDeltas(keys));

  constructor(private readonly studio: Studio) {}

  /** With another clip, pins and what was painted mean nothing. */
  follow(): void {
    const { clip, document, results } = this.studio;
    clip.subscribe(() => {
      this.held = null;
      const { pins, influence, missed_cm, deltas, copied } = FIRST;
      this.state.patch({ pins, influence, missed_cm, deltas, copied });
    });
    const look = () => this.isOn && this.lookForDeltas();
    document.subscribe(look);
    results.subscribe(look);
  }

  get isOn(): boolean {
    return this.state.get().isOn;
  }

  /** The view comes or goes. */
  turn(isOn: boolean): void {
    if (!isOn) this.cancel();
    this.state.patch({ isOn });
    if (isOn) this.lookForDeltas();
  }

  get isHeld(): boolean {
    return this.held !== null;
  }

  /** Take hold of the pose at the playhead. */
  hold(): void {
    this.studio.playback.stop();
    const steps = new Newest<Step>((step) => this.make(step));
    const base = this.studio.settle();
    const frame = this.studio.playhead.get();
    this.held = { gesture: crypto.randomUUID(), frame, base, last: null, steps, isOver: false, rested: () => {} };
  }

  /** Another step of what is held; only the newest is asked for. */
  move(step: Step): void {
    this.held?.steps.push(step);
  }

  private async make(step: Step): Promise<void> {
    const { held } = this;
    const base = await held?.base;
    if (!held || held.isOver || !base) return;
    try {
      const edited = await step(base, held.frame, held.gesture);
      held.last = { base, edited };
      if (this.held !== held) return;
      this.studio.handleEdited(edited as Edited);
      this.state.patch({ missed_cm: edited.missed_cm });
    } catch (error) {
      this.studio.notices.addError(error, "Posing");
    } finally {
      if (held.steps.isLast) held.rested();
    }
  }

  /** Let go: the last step becomes a key, which undo takes back. */
  async release(label: string): Promise<void> {
    const { held } = this;
    if (!held) return;
    const rest = new Promise<void>((resolve) => {
      held.rested = resolve;
    });
    if (!held.steps.isIdle) await rest;
    if (this.held === held) this.held = null;
    held.isOver = true;
    this.state.patch({ missed_cm: null });
    const { last } = held;
    if (!last) return this.studio.handle(null);
    await this.take(label, held.frame, last.base, last.edited);
  }

  /** Give up what is under the hand. */
  cancel(): void {
    if (!this.held) return;
    this.held.isOver = true;
    this.held = null;
    this.state.patch({ missed_cm: null });
    this.studio.handle(null);
  }

  private async take(label: string, frame: number, base: Keys, edited: PoseDragged): Promise<void> {
    const isNew = !base.frames.includes(frame);
    await this.studio.editing.give({
      label: () => label,
      adds: isNew ? [frame] : [],
      make: (keys) => {
        if (keys !== base) throw new Error("the keys were changed meanwhile");
        return { keys: edited.keys, evaluation: edited.evaluation, notes: edited.notes };
      },
    });
  }

  /** Change the pose at the playhead in one step. */
  async once(label: string, step: Step): Promise<void> {
    this.hold();
    this.move(step);
    await this.release(label);
  }

  /** Copy the pose at the playhead, whether it has a key or not. */
  async copy(): Promise<void> {
    const [clip, keys] = [this.studio.clip.get(), await this.studio.settle()];
    const frame = this.studio.playhead.get();
    if (!clip || !keys) return;
    const read = await this.studio.attempt("Copying", "ReadPose", { clip: clip.id, keys, frame });
    if (read) this.state.patch({ copied: { values: read.values, frame } });
  }

  /** Put a pose on the playhead's frame. */
  async set(label: string, values: Float64Array, isMirrored: boolean): Promise<void> {
    const frame = this.studio.playhead.get();
    await this.studio.editing.ask("PasteKeys", {
      label: () => label,
      adds: [frame],
      body: (_, keys) => ({ ...replacement(keys, frame, values), is_mirrored: isMirrored }),
    });
  }

  async paste(isMirrored: boolean): Promise<void> {
    const { copied } = this.state.get();
    if (copied) await this.set(isMirrored ? "Paste mirrored pose" : "Paste pose", copied.values, isMirrored);
  }

  /** The mirror image of the pose, where it stands. */
  async mirror(): Promise<void> {
    const [clip, keys] = [this.studio.clip.get(), await this.studio.settle()];
    if (!clip || !keys) return;
    const body = { clip: clip.id, keys, frame: this.studio.playhead.get() };
    const read = await this.studio.attempt("Mirroring", "ReadPose", body);
    if (read) await this.set("Mirror pose", read.values, true);
  }

  /** The captured pose again. */
  async reset(): Promise<void> {
    const clip = this.studio.clip.get();
    if (!clip) return;
    const wide = clip.channels.length;
    const at = (this.studio.playhead.get() - clip.first_frame) * wide;
    await this.set("Captured pose", Float64Array.from(clip.values.subarray(at, at + wide)), false);
  }

  togglePins(joints: readonly number[]): void {
    const { pins } = this.state.get();
    const areAll = joints.every((joint) => pins.includes(joint));
    const others = pins.filter((joint) => !joints.includes(joint));
    this.state.patch({ pins: areAll ? others : [...others, ...joints] });
  }

  /** Pass the brush over a joint. */
  async paint(joint: number): Promise<void> {
    const [clip, keys] = [this.studio.clip.get(), await this.studio.settle()];
    if (!clip || !keys) return;
    const { radius_m, along, mirrors, influence } = this.state.get();
    const onto = influence ?? new Float32Array();
    const body = { clip: clip.id, keys, frame: this.studio.playhead.get(), joint, radius_m, along, onto, mirrors };
    const painted = await this.studio.attempt("Painting", "PaintInfluence", body);
    if (painted) this.state.patch({ influence: painted.influence });
  }

  /** Find which keys differ from the capture, once nothing is under the hand. */
  lookForDeltas(): void {
    const keys = this.studio.documentKeys();
    if (!keys || this.studio.results.get().handled || this.state.get().deltas?.keys === keys) return;
    this.searches.push(keys);
  }

  private async findDeltas(keys: Keys): Promise<void> {
    const clip = this.studio.clip.get();
    if (!clip || this.studio.documentKeys() !== keys) return;
    try {
      const found = await this.studio.connection.request("FindDeltas", { clip: clip.id, keys }).answer;
      if (this.studio.documentKeys() === keys) this.state.patch({ deltas: { found, keys } });
    } catch (error) {
      this.studio.notices.addError(new Error(messageOf(error)), "Posing");
    }
  }
}
