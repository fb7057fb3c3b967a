/** What the dopesheet is in the middle of: one for each studio, because actions, view and list share it. */

import type { Box } from "../../controls/place";
import type { Keys, LeadSpan } from "../../messages";
import { Store } from "../../store";
import type { Studio } from "../../studio/studio";

/** Keys under the hand. */
export interface Transform {
  keys: Keys;
  /** Which key is in which row. */
  ids: readonly number[];
  /** Frames of the keys that move, before they moved. */
  moving: readonly number[];
  /** By how many frames, as far as there is room. */
  by: number;
  isCopy: boolean;
  /** Where they are scaled about and by what, with the frames of all keys then; not while they only move. */
  scale?: { factor: number; pivot: number; frames: readonly number[] };
  /** A number that is being typed instead of moving the mouse. */
  typed: string;
  /** Whether the hand has let go, so that only the server is waited for. */
  isReleased: boolean;
}

export interface KeyMenuPlace {
  /** On the page; null for beside the selected keys. */
  at: { x: number; y: number } | null;
  /** The frame under the pointer, where a key could be put. */
  frame: number | null;
}

/** Where there is something to say about keys, or about what leads. */
export interface Hint {
  x: number;
  y: number;
  /** Frame of the key under the pointer. */
  key: number | null;
  /** What leads, where the pointer is in that lane. */
  lead?: LeadSpan;
}

interface Sheet {
  transform: Transform | null;
  box: Box | null;
  /** The next drag selects with a box, wherever it begins. */
  isBoxArmed: boolean;
  menu: KeyMenuPlace | null;
  /** Frame of the key that the list has in focus. */
  active: number | null;
}

const IDLE: Sheet = { transform: null, box: null, isBoxArmed: false, menu: null, active: null };

const sheets = new WeakMap<Studio, Store<Sheet>>();

export function sheetOf(studio: Studio): Store<Sheet> {
  let sheet = sheets.get(studio);
  if (!sheet) {
    sheet = new Store(IDLE);
    sheets.set(studio, sheet);
    // With another clip, what was begun is over.
    studio.clip.subscribe(() => sheetOf(studio).set(IDLE));
  }
  return sheet;
}

/** How wide the dopesheet is; its view says so. */
let wide = 800;

export function setSheetWidth(width: number): void {
  wide = width;
}

export function sheetWidth(): number {
  return wide;
}
