/** Random numbers from a seed, and random keys, documents and commands made of them. */

import { type Change, type Command, change, editKeys, relabel } from "../../src/document/commands";
import type { StudioDocument } from "../../src/document/document";
import { type KeyRows, ROW_PARTS, rowsOf, spliced } from "../../src/document/keys";
import { painted } from "../../src/document/plants";
import type { Keys, Plant } from "../../src/messages";

export type Random = () => number;

/** mulberry32: numbers in [0, 1). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CHANNELS = 3;
/** What arithmetic would not keep apart. */
const ODD = [0, -0, Number.NaN, 1e-320, Number.MAX_VALUE, 1 / 3];

export function rows(random: Random, frames: readonly number[]): KeyRows {
  const numbers = (count: number) =>
    Float64Array.from({ length: count }, () =>
      random() < 0.2 ? ODD[Math.floor(random() * ODD.length)] : random() - 0.5,
    );
  const count = frames.length;
  return {
    frames: Int32Array.from(frames),
    classes: Uint8Array.from({ length: count }, () => Math.floor(random() * 2)),
    values: numbers(count * CHANNELS),
    left: numbers(count * CHANNELS * 2),
    right: numbers(count * CHANNELS * 2),
    tangents: Uint8Array.from({ length: count * CHANNELS }, () => Math.floor(random() * 2)),
  };
}

export function keys(random: Random, count = 2 + Math.floor(random() * 6)): Keys {
  const frames = Array.from({ length: count }, (_, i) => 10 * i + Math.floor(random() * 9));
  return { first: 0, last: 100, fit: "free", ...rows(random, frames), holds: [] };
}

export function document(random: Random): StudioDocument {
  const settings = {
    criterion: "line",
    metric: "pose" as const,
    compose: null,
    lead: [],
    pins: [],
    first: 0,
    last: 100,
    min_gap: null,
    max_gap: null,
  };
  const choice = {
    by: "count" as const,
    keys: 20,
    error_cm: 2,
    accuracy: 0.02,
    significance: 0.1,
    layers: [],
    nudges: false,
    tips: false,
  };
  const joining = { fit: "free" as const, break_weight: 1, holds_ends: true, end_weights: {}, holds_feet: false };
  const plants = labels(random);
  return {
    settings,
    choice,
    joining,
    detail: 0,
    edited: random() < 0.5 ? keys(random) : null,
    plants,
    cleansFeet: false,
    layers: [],
    isOnCapture: false,
    marks: {},
  };
}

/** Labels of the feet, painted at random. */
export function labels(random: Random, before: readonly Plant[] = []): Plant[] {
  let plants = [...before];
  for (let n = Math.floor(random() * 4); n >= 0; n--) {
    const [a, b] = [Math.floor(random() * 100), Math.floor(random() * 100)];
    const stretch = { first: Math.min(a, b), last: Math.max(a, b) };
    plants = painted(plants, Math.floor(random() * 4), stretch, random() < 0.7);
  }
  return random() < 0.3 ? plants.map((plant) => ({ ...plant, source: "oracle" })) : plants;
}

/** A command that fits the document: a change of some member, keys or labels that others replace, or that change. */
export function command(random: Random, now: StudioDocument): Command {
  const kind = Math.floor(random() * 6);
  const gesture = random() < 0.5 ? `drag ${Math.floor(random() * 2)}` : undefined;
  const painting = kind === 5 ? relabel(now, "Paint left heel", labels(random, now.plants), gesture) : null;
  if (painting) return painting;
  if (now.edited && kind < 2) {
    const at = 1 + Math.floor(random() * (now.edited.frames.length - 1));
    const removed = rowsOf(now.edited, at, Math.min(at + Math.floor(random() * 3), now.edited.frames.length));
    const inserted = rows(
      random,
      Array.from({ length: Math.floor(random() * 3) }, (_, i) => 200 + i),
    );
    const command = editKeys("Move key", now.edited, spliced(now.edited, at, removed.frames.length, inserted));
    if (command) return { ...command, gesture };
  }
  return change(now, "Change", changed(random, now, kind), gesture);
}

function changed(random: Random, now: StudioDocument, kind: number): Change["after"] {
  if (kind < 2) return { edited: keys(random) };
  if (kind === 2) return { edited: null, choice: { ...now.choice, keys: Math.floor(random() * 50) } };
  return kind === 3 ? { detail: random() } : { settings: { ...now.settings, pins: [Math.floor(random() * 100)] } };
}

/** Bytes, so that −0 and NaN count. */
export function bytesOf(keys: KeyRows | null): number[][] | null {
  return keys && ROW_PARTS.map((part) => [...new Uint8Array(keys[part].slice().buffer)]);
}
