/** Poses under the hand: what is dragged, pinned and painted. What comes of it are keys, and undone as keys. */

import { Newest } from "../connection/newest";
import { messageOf } from "../errors";
import type { DeltasFound, Edited, KeyLayer, PoseDragged, PoseRead } from "../messages";
import { Store, watching } from "../store";
import { type Base, NO_STACK } from "./layers";
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
  /** Keys with another pose than the capture, or those of the selected layer, and what this was found of. */
  deltas: { found: DeltasFound; of: Base } | null;
  /** A copied pose; null where nothing was copied. */
  copied: PoseRead | null;
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

/** A request that makes another pose of what was there when the hand took hold. */
export type Step = (base: Base, frame: number, gesture: string) => Promise<PoseDragged>;

/** A pose that is changed step by step, until it is taken or given up. */
interface Held {
  /** Each drag begins at the pose that it found. */
  gesture: string;
  frame: number;
  base: Promise<Base | null>;
  last: { base: Base; edited: PoseDragged } | null;
  steps: Newest<Step>;
  isOver: boolean;
  /** Whoever waits for the last step. */
  rested(): void;
}

export class Posing {
  readonly state = new Store<PosingState>(FIRST);
  /** Moves a joint to the right and up, as the picture shows it; null where there is no picture. */
  nudge: ((joint: number, right_m: number, up_m: number) => void) | null = null;
  private held: Held | null = null;
  private readonly searches = new Newest<Base>((of) => this.findDeltas(of));

  constructor(private readonly studio: Studio) {}

  /** With another clip, pins and what was painted mean nothing. */
  follow(): void {
    const { clip, document, results, view } = this.studio;
    clip.subscribe(() => {
      this.held = null;
      const { pins, influence, missed_cm, deltas, copied } = FIRST;
      this.state.patch({ pins, influence, missed_cm, deltas, copied });
    });
    const look = () => this.isOn && this.lookForDeltas();
    document.subscribe(look);
    results.subscribe(look);
    watching([view], () => [view.get().selectedLayer])(look);
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
    const steps = new Newest<Step>((step) => this.make(held, step));
    const base = this.studio.layers.base();
    const frame = this.studio.playhead.get();
    const gesture = crypto.randomUUID();
    const held: Held = { gesture, frame, base, last: null, steps, isOver: false, rested: () => {} };
    this.held = held;
  }

  /** Another step of what is held; only the newest is asked for. */
  move(step: Step): void {
    this.held?.steps.push(step);
  }

  private async make(held: Held, step: Step): Promise<void> {
    const base = await held.base;
    try {
      if (held.isOver || !base) return;
      const edited = await step(base, held.frame, held.gesture);
      held.last = { base, edited };
      if (this.held !== held) return;
      if (edited.layered) this.studio.results.patch({ layered: { ...edited.layered, of: null } });
      if (edited.keys) this.studio.handleEdited(edited as Edited);
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
    if (last) await this.take(label, held.frame, last.base, last.edited);
    // What was not taken is not seen any more, and others may be in the hand by now.
    if (!this.held && this.studio.results.get().handled) this.studio.handle(null);
    this.studio.layers.look();
  }

  /** Give up what is under the hand. */
  cancel(): void {
    if (!this.held) return;
    this.held.isOver = true;
    this.held = null;
    this.state.patch({ missed_cm: null });
    this.studio.handle(null);
    this.studio.layers.look();
  }

  private async take(label: string, frame: number, base: Base, edited: PoseDragged): Promise<void> {
    const { keys: made, evaluation, layer, notes } = edited;
    if (layer) {
      for (const note of notes) this.studio.notify("info", note);
      return this.studio.layers.take(label, layer, base.stack);
    }
    if (!made || !evaluation) return;
    const isNew = !base.keys?.frames.includes(frame);
    await this.studio.editing.give({
      label: () => label,
      adds: isNew ? [frame] : [],
      make: (keys) => {
        if (keys !== base.keys) throw new Error("the keys were changed meanwhile");
        return { keys: made, evaluation, notes };
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
    const copied = await this.read("Copying", await this.studio.layers.base());
    if (copied) this.state.patch({ copied });
  }

  private async read(what: string, base: Base | null): Promise<PoseRead | null> {
    const clip = this.studio.clip.get();
    if (!clip || !base) return null;
    const frame = this.studio.playhead.get();
    return this.studio.attempt(what, "ReadPose", { clip: clip.id, ...base, frame });
  }

  /** Put a pose on the playhead's frame. */
  private put(label: string, { rotations, translations }: PoseRead, isMirrored: boolean): Promise<void> {
    const { connection, clip, document } = this.studio;
    return this.once(label, (base, frame) => {
      const pose = { rotations, translations, is_mirrored: isMirrored };
      const body = { clip: clip.get()!.id, ...base, frame, ...pose, detail: document.get().detail };
      return connection.request("PutPose", body).answer;
    });
  }

  async paste(isMirrored: boolean): Promise<void> {
    const { copied } = this.state.get();
    if (copied) await this.put(isMirrored ? "Paste mirrored pose" : "Paste pose", copied, isMirrored);
  }

  /** The mirror image of the pose, where it stands. */
  async mirror(): Promise<void> {
    const read = await this.read("Mirroring", await this.studio.layers.base());
    if (read) await this.put("Mirror pose", read, true);
  }

  /** The captured pose again. */
  async reset(): Promise<void> {
    const read = await this.read("Captured pose", { keys: null, stack: NO_STACK });
    if (read) await this.put("Captured pose", read, false);
  }

  /** Set or delete a key of the selected layer at the playhead. */
  keyLayer(label: string, what: KeyLayer["what"], offset_s = 0): Promise<void> {
    const { connection, clip, document } = this.studio;
    return this.once(label, (base, frame) => {
      const body = { clip: clip.get()!.id, ...base, frame, what, offset_s, detail: document.get().detail };
      return connection.request("KeyLayer", body).answer;
    });
  }

  togglePins(joints: readonly number[]): void {
    const { pins } = this.state.get();
    const areAll = joints.every((joint) => pins.includes(joint));
    const others = pins.filter((joint) => !joints.includes(joint));
    this.state.patch({ pins: areAll ? others : [...others, ...joints] });
  }

  /** Pass the brush over a joint. */
  async paint(joint: number): Promise<void> {
    const [clip, base] = [this.studio.clip.get(), await this.studio.layers.base()];
    if (!clip || !base) return;
    const { radius_m, along, mirrors, influence } = this.state.get();
    const onto = influence ?? new Float32Array();
    const body = { clip: clip.id, ...base, frame: this.studio.playhead.get(), joint, radius_m, along, onto, mirrors };
    const painted = await this.studio.attempt("Painting", "PaintInfluence", body);
    if (painted) this.state.patch({ influence: painted.influence });
  }

  /** Find the delta keys, once nothing is under the hand. */
  lookForDeltas(): void {
    const of = this.deltaQuestion();
    const known = this.state.get().deltas?.of;
    if (!of || this.studio.results.get().handled || this.isHeld || (known && isSameBase(known, of))) return;
    this.searches.push(of);
  }

  private deltaQuestion(): Base | null {
    const { isOnCapture } = this.studio.document.get();
    const keys = isOnCapture ? null : this.studio.documentKeys();
    return keys || isOnCapture ? { keys, stack: this.studio.layers.stack() } : null;
  }

  private async findDeltas(of: Base): Promise<void> {
    const clip = this.studio.clip.get();
    const isStill = () => isSameBase(of, this.deltaQuestion());
    if (!clip || !isStill()) return;
    try {
      const found = await this.studio.connection.request("FindDeltas", { clip: clip.id, ...of }).answer;
      if (isStill()) this.state.patch({ deltas: { found, of } });
    } catch (error) {
      this.studio.notices.addError(new Error(messageOf(error)), "Posing");
    }
  }
}

function isSameBase(a: Base, b: Base | null): boolean {
  return a.keys === b?.keys && a.stack.layers === b.stack.layers && a.stack.selected === b.stack.selected;
}
