/** The trails of chosen joints, in the capture and in the result, with their keys on them. */

import { Vector2 } from "three";
import { BREAKDOWN, classNameOf } from "../../../document/keys";
import type { Keys } from "../../../messages";
import type { ViewportView } from "../../../studio/view";
import { type Poses, rowOf } from "../poses";
import { type SceneColours, trailColour } from "./colours";
import { type Dot, Dots } from "./Dots";
import { Trails } from "./Trails";

/** Seconds of a trail on either side of the playhead, in a take that is longer than all of it. */
const REACH_S = 2;
const WHOLE_S = 8;

export interface Wanted {
  joints: readonly number[];
  capture: Poses;
  result: Poses | null;
  figures: ViewportView["figures"];
  keys: Keys | null;
}

export class Ways {
  readonly screen = new Vector2(1, 1);
  readonly capture: Trails;
  readonly result: Trails;
  readonly dots = new Dots(false, 9);
  private before: Wanted | null = null;
  private colours: SceneColours | null = null;
  private keyDots: (Dot & { frame: number })[] = [];

  constructor(private readonly fps: number) {
    const span = Math.max(1.5 * fps, 20);
    this.capture = new Trails(this.screen, span);
    this.result = new Trails(this.screen, span);
  }

  get count(): number {
    return this.capture.group.children.length + this.result.group.children.length;
  }

  recolour(colours: SceneColours): void {
    this.colours = colours;
    this.before = null;
  }

  show(wanted: Wanted, count: number, frame: number): void {
    if (!this.before || !isSame(this.before, wanted)) this.renew(wanted, count);
    this.before = wanted;
    const { first, last } = wanted.capture;
    const reach = last - first > WHOLE_S * this.fps ? REACH_S * this.fps : last - first;
    for (const trails of [this.capture, this.result]) trails.about(frame, reach);
    this.dots.show(this.keyDots.filter((dot) => Math.abs(dot.frame - frame) <= reach));
  }

  private renew({ joints, capture, result, figures, keys }: Wanted, count: number): void {
    const hasResult = result !== null && figures !== "capture";
    const isBehind = hasResult && figures !== "side";
    this.clear();
    joints.forEach((joint, n) => {
      const colour = trailColour(n);
      if (figures !== "result" || !hasResult) {
        const look = isBehind ? { opacity: 0.45, width: 0.8 } : { opacity: 0.9, width: 1.2 };
        this.capture.add(capture, count, joint, { colour, ...look });
      }
      if (hasResult) this.result.add(result, count, joint, { colour, opacity: 1, width: 1.4 });
      if (keys) this.mark(hasResult ? result : capture, count, joint, keys);
    });
  }

  private mark(poses: Poses, count: number, joint: number, keys: Keys): void {
    const colours = this.colours!;
    keys.frames.forEach((frame, k) => {
      const at = 3 * (rowOf(poses, frame) * count + joint);
      const place = [poses.positions[at], poses.positions[at + 1], poses.positions[at + 2]] as const;
      const look = { colour: colours[classNameOf(keys.classes[k])], pixels: keys.classes[k] === BREAKDOWN ? 6 : 7.5 };
      this.keyDots.push({ frame, place, ...look });
    });
  }

  private clear(): void {
    this.capture.clear();
    this.result.clear();
    this.keyDots = [];
  }

  dispose(): void {
    this.clear();
    this.dots.dispose();
  }
}

/** Whether the same is to be seen; without joints, nothing is. */
function isSame(a: Wanted, b: Wanted): boolean {
  if (!a.joints.length && !b.joints.length) return true;
  return (
    a.joints === b.joints &&
    a.figures === b.figures &&
    a.keys === b.keys &&
    a.capture.positions === b.capture.positions &&
    a.result?.positions === b.result?.positions
  );
}
