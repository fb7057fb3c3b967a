/** From what the studio holds to what the dopesheet draws, and to what tests and screen readers read of it. */

import { classNameOf } from "../../document/keys";
import type { Keys } from "../../messages";
import type { Studio } from "../../studio/studio";
import { axisOf } from "../../timeline/axis";
import { shownRange } from "../../timeline/rangeHand";
import type { Scene } from "./draw";
import { selectedEnds, transformedFrames } from "./drawn";
import { leadsOf, leadWords } from "./leads";
import { rowHeight } from "./rows";
import { sheetOf } from "./sheet";

const NONE: readonly number[] = [];

export function sceneOf(studio: Studio, width: number, height: number): Scene {
  const { transform, box, active } = sheetOf(studio).get();
  // Keys in the hand are moved here, from where they were taken up.
  const keys = transform?.keys ?? studio.shownKeys();
  const view = studio.view.get();
  const frames = keys?.frames ?? NONE;
  const rows = studio.clip.get()!.parts.length + 1;
  return {
    axis: axisOf(view, width),
    rows,
    rowHeight: rowHeight(height, rows),
    frames: transform ? transformedFrames(transform) : frames,
    classes: keys?.classes ?? NONE,
    isSelected: selectedOf(frames, transform?.moving ?? view.selectedKeys),
    copies: transform?.isCopy ? transform.moving.map((frame) => frame + transform.by) : NONE,
    pins: studio.document.get().settings.pins,
    ends: selectedEnds(studio),
    active,
    range: shownRange(studio),
    leads: leadsOf(studio.clip.get()!, studio.document.get().settings.lead),
    box,
  };
}

let known: { frames: ArrayLike<number>; picked: readonly number[]; isSelected: readonly boolean[] } | null = null;

/** Which keys are selected; the same list as long as nothing changed. */
function selectedOf(frames: ArrayLike<number>, picked: readonly number[]): readonly boolean[] {
  if (known?.frames !== frames || known.picked !== picked) {
    const all = new Set(picked);
    known = { frames, picked, isSelected: Array.from(frames, (frame) => all.has(frame)) };
  }
  return known.isSelected;
}

const described = new WeakMap<HTMLCanvasElement, Scene>();

/** What the picture shows, in words on its element, where that changed. */
export function describe(canvas: HTMLCanvasElement, scene: Scene): void {
  const before = described.get(canvas);
  described.set(canvas, scene);
  const { frames, classes, isSelected, pins, leads } = scene;
  const isSame = (["frames", "classes", "isSelected", "pins", "leads"] as const).every(
    (part) => before?.[part] === scene[part],
  );
  if (isSame) return;
  const all = Array.from(frames);
  canvas.dataset.keys = all.join(" ");
  canvas.dataset.selected = all.filter((_, row) => isSelected[row]).join(" ");
  canvas.dataset.classes = Array.from(classes, classNameOf).join(" ");
  canvas.dataset.pins = pins.join(" ");
  canvas.dataset.leads = leadWords(leads);
}

/** What there is to say about a key. */
export function wordsOf(studio: Studio, keys: Keys, row: number): string {
  const layer = layersOf(studio, keys)?.[row];
  return [
    classNameOf(keys.classes[row]),
    layer && `layer ${layer}`,
    studio.document.get().settings.pins.includes(keys.frames[row]) && "pinned",
    row === 0 && "first, stays",
    row === keys.frames.length - 1 && row > 0 && "last, stays",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Which layer chose each key, as long as the keys are those that were chosen. */
function layersOf(studio: Studio, keys: Keys): Uint8Array | null {
  const { chosen } = studio.results.get();
  return chosen?.keys === keys && chosen.layers.length ? chosen.layers : null;
}
