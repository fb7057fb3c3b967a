/** Frames of a live character as they come from the server: a short past for the strip, and what is still to be shown. */

import type { LiveFrames } from "../messages";

export interface LiveFrame {
  number: number;
  positions: Float32Array;
  rotations: Int16Array;
  clip: number;
  frame: number;
  /** How much another frame counts, 0 to 0.5. */
  part: number;
  engine: number;
  isJump: boolean;
  isMet: boolean;
  planted: readonly boolean[];
  speed: number;
  tookMs: number;
}

/** Frames that are kept: ten seconds. */
export const KEPT = 600;

export class FrameBuffer {
  private frames: LiveFrame[] = [];

  constructor(private readonly joints: number) {}

  /** The number of the last frame that is there; −1 before the first. */
  get last(): number {
    return this.frames.at(-1)?.number ?? -1;
  }

  at(number: number): LiveFrame | undefined {
    const first = this.frames[0]?.number ?? 0;
    return this.frames[number - first];
  }

  /** Frames up to a number, oldest first. */
  upTo(number: number): readonly LiveFrame[] {
    return this.frames.filter((frame) => frame.number <= number);
  }

  add(answer: LiveFrames): void {
    const { positions, rotations, joints } = { ...answer, joints: this.joints };
    for (let n = 0; n < answer.clips.length; n++) {
      this.frames.push({
        number: answer.first + n,
        positions: positions.subarray(3 * joints * n, 3 * joints * (n + 1)),
        rotations: rotations.subarray(4 * joints * n, 4 * joints * (n + 1)),
        clip: answer.clips[n],
        frame: answer.frames[n],
        part: answer.parts[n],
        engine: answer.engines[n],
        isJump: answer.jumps[n] > 0,
        isMet: answer.met[n] > 0,
        planted: [...answer.planted.subarray(4 * n, 4 * n + 4)].map((one) => one > 0),
        speed: answer.speeds[n],
        tookMs: answer.took_ms[n],
      });
    }
    this.frames.splice(0, Math.max(0, this.frames.length - KEPT));
  }
}
