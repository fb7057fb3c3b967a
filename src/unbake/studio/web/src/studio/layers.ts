/** Layers on top of the keys, or of the capture itself: which one a hand changes, and what is seen with all of them. */

import { Newest } from "../connection/newest";
import { change } from "../document/commands";
import type { StudioDocument } from "../document/document";
import type { Clip, Keys, LayersApplied, PoseLayer, Stack } from "../messages";
import { watching } from "../store";
import type { Studio } from "./studio";

/** What a layered motion is made of. */
interface Wanted {
  clip: Clip;
  /** Null: of the capture. */
  keys: Keys | null;
  layers: readonly PoseLayer[];
  detail: number;
}

export interface Layered extends LayersApplied {
  /** Null while a hand is at work, which brings it along. */
  of: Wanted | null;
}

/** What a hand changes: keys that are no preview, or the capture's layers. */
export interface Base {
  keys: Keys | null;
  stack: Stack;
}

export const NO_STACK: Stack = { layers: [], selected: "" };
const ABOUT = "Layers";

export class Layers {
  private readonly lane = new Newest<Wanted>((wanted) => this.apply(wanted));

  constructor(private readonly studio: Studio) {}

  follow(): void {
    const { clip, document, results } = this.studio;
    watching([clip, document, results], () => {
      const { layers, isOnCapture, detail } = document.get();
      const { evaluated, evaluation } = results.get();
      return [clip.get(), layers, isOnCapture, detail, ...(isOnCapture ? [] : [evaluated, evaluation])];
    })(() => this.look());
  }

  /** See to it that what is seen has the layers of the document; under a hand, its steps do. */
  look(): void {
    if (this.studio.posing.isHeld) return;
    const { results } = this.studio;
    const wanted = this.wanted();
    if (!wanted) results.patch({ layered: null });
    else if (!isSame(wanted, results.get().layered?.of ?? null)) this.lane.push(wanted);
  }

  private wanted(): Wanted | null {
    const { layers, isOnCapture, detail } = this.studio.document.get();
    const clip = this.studio.clip.get();
    const keys = isOnCapture ? null : this.studio.results.get().evaluated;
    if (!clip || !(isOnCapture || (layers.length && keys))) return null;
    return { clip, keys, layers, detail: isOnCapture ? 0 : detail };
  }

  private async apply(wanted: Wanted): Promise<void> {
    const { clip, keys, layers, detail } = wanted;
    const isStill = () => isSame(wanted, this.wanted()) && !this.studio.posing.isHeld;
    if (!isStill()) return;
    try {
      const body = { clip: clip.id, keys, layers: [...layers], detail };
      const applied = await this.studio.connection.request("ApplyLayers", body).answer;
      if (isStill()) this.studio.results.patch({ layered: { ...applied, of: wanted } });
      this.studio.notices.succeeded(ABOUT);
    } catch (error) {
      this.studio.notices.addError(error, ABOUT);
    }
  }

  /** All layers, and the selected one as far as it is there. */
  stack(): Stack {
    const { layers } = this.studio.document.get();
    const selected = this.studio.view.get().selectedLayer ?? "";
    return { layers: layers as PoseLayer[], selected: layers.some(({ id }) => id === selected) ? selected : "" };
  }

  /** Give what a hand does to a layer, or to what lies below them all: "". */
  select(id: string): void {
    this.studio.view.patch({ selectedLayer: id });
  }

  /** What a hand changes; null where the keys cannot be had. */
  async base(): Promise<Base | null> {
    if (this.studio.document.get().isOnCapture) return { keys: null, stack: this.stack() };
    const keys = await this.studio.settle();
    return keys && { keys, stack: this.stack() };
  }

  put(isOnCapture: boolean): void {
    this.studio.change(isOnCapture ? "Layers on the capture" : "Layers on the keys", { isOnCapture });
  }

  /** Add a layer above the others, and select it. */
  add(): void {
    const { layers } = this.studio.commands.ahead.get();
    const layer = emptyLayer(freeName(layers, "Layer 1"));
    this.edit("Add layer", (all) => [...all, layer]);
    this.select(layer.id);
  }

  /** Put layers from a file above the others. */
  addRead(read: readonly PoseLayer[]): void {
    this.edit(read.length === 1 ? "Open layer" : "Open layers", (all) => {
      const together = [...all];
      for (const one of read) together.push({ ...one, name: freeName(together, one.name) });
      return together;
    });
  }

  rename(id: string, name: string): void {
    const others = this.studio.commands.ahead.get().layers.filter((one) => one.id !== id);
    if (others.some((one) => one.name === name)) {
      this.studio.notify("warning", `Another layer is called ${name}.`, undefined, ABOUT);
    } else this.set(id, "Rename layer", { name });
  }

  set(id: string, label: string, part: Partial<PoseLayer>, gesture?: string): void {
    this.edit(label, (all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)), gesture);
  }

  /** Change places with the layer above (1) or below (-1). */
  move(id: string, by: 1 | -1): void {
    this.edit(by > 0 ? "Move layer up" : "Move layer down", (all) => moved(all, id, by));
  }

  remove(id: string): void {
    this.edit("Delete layer", (all) => all.filter((one) => one.id !== id));
  }

  private edit(label: string, how: (layers: readonly PoseLayer[]) => readonly PoseLayer[], gesture?: string): void {
    this.studio.change(label, ({ layers }) => ({ layers: how(layers) }), gesture);
  }

  /** Take over a layer that a hand changed, as long as the layers are those that it took hold of. */
  async take(label: string, layer: PoseLayer, base: Stack): Promise<void> {
    const { commands, document, history } = this.studio;
    const after = (all: readonly PoseLayer[]) => all.map((one) => (one.id === layer.id ? layer : one));
    const step = { label, kind: "edit" as const, change: ({ layers }: StudioDocument) => ({ layers: after(layers) }) };
    await commands.inTurn(step, () => {
      const before = document.get();
      if (before.layers !== base.layers) throw new Error("the layers were changed meanwhile");
      history.execute(change(before, label, { layers: after(before.layers) }));
    });
    this.look();
  }
}

/** The layers that are seen: those that are solo, or all where none is, without those that are muted. */
export function counting(layers: readonly PoseLayer[]): PoseLayer[] {
  const isAnySolo = layers.some((one) => one.is_solo);
  return layers.filter((one) => !one.is_muted && (one.is_solo || !isAnySolo));
}

/** The others, none of which is seen when those that were are gone. */
export function withoutCounting(layers: readonly PoseLayer[]): PoseLayer[] {
  const gone = counting(layers);
  return layers.filter((one) => !gone.includes(one)).map((one) => ({ ...one, is_muted: true }));
}

export function emptyLayer(name: string): PoseLayer {
  return {
    id: crypto.randomUUID(),
    name,
    weight: 1,
    is_muted: false,
    is_solo: false,
    frames: new Int32Array(),
    joints: new Int32Array(),
    vectors: new Float64Array(),
    moved: new Int32Array(),
    shifts: new Float64Array(),
    time_frames: new Int32Array(),
    time_offsets: new Float64Array(),
  };
}

/** The name, or the next one that no layer has: "Layer 2". */
export function freeName(layers: readonly Pick<PoseLayer, "name">[], name: string): string {
  const [, stem, number] = /^(.*?)(?: (\d+))?$/.exec(name)!;
  let free = name;
  for (let n = Number(number ?? 1); layers.some((one) => one.name === free); ) free = `${stem} ${++n}`;
  return free;
}

/** The layers with one of them a place higher or lower; at the ends it stays. */
export function moved<T extends { id: string }>(layers: readonly T[], id: string, by: 1 | -1): T[] {
  const all = [...layers];
  const at = all.findIndex((one) => one.id === id);
  if (at >= 0 && all[at + by]) [all[at], all[at + by]] = [all[at + by], all[at]];
  return all;
}

function isSame(a: Wanted | null, b: Wanted | null): boolean {
  if (!a || !b) return a === b;
  return a.clip === b.clip && a.keys === b.keys && a.layers === b.layers && a.detail === b.detail;
}
