/** Which poses the viewport shows, as the studio and its options have it. */

import { Vector3 } from "three";
import { plantedAt } from "../../document/plants";
import type { Clip } from "../../messages";
import type { Studio } from "../../studio/studio";
import type { ViewportView } from "../../studio/view";
import { shownPlants } from "../feet/bench";
import { capturePoses, keyPoses, type Poses, resultPoses, rowOf } from "./poses";
import { steppedFrame } from "./stepped";

export class ShownPoses {
  constructor(private readonly studio: Studio) {}

  get options(): ViewportView {
    return this.studio.view.get().viewport;
  }

  /** Whether capture and result stand side by side. */
  get isSplit(): boolean {
    return this.options.figures === "side" && this.both().result !== null;
  }

  both(): { capture: Poses; result: Poses | null } {
    const { studio } = this;
    const clip = studio.clip.get()!;
    return { capture: capturePoses(clip), result: resultPoses(clip, studio.document.get(), studio.results.get()) };
  }

  /** The poses that stand for the figure where there is one of two. */
  main(): Poses {
    const { capture, result } = this.both();
    return this.options.figures === "capture" || !result ? capture : result;
  }

  /** The poses of the ghosts. */
  ofKeys(clip: Clip): Poses {
    const { studio } = this;
    const capture = capturePoses(clip);
    if (this.options.figures === "capture") return capture;
    return keyPoses(clip, studio.document.get(), studio.results.get()) ?? capture;
  }

  /** The frame whose pose the animation shows at a frame: another one where poses hold from key to key. */
  frameAt(frame: number): number {
    const keys = this.studio.view.get().isStepped && this.options.figures !== "capture" && this.studio.shownKeys();
    return keys ? steppedFrame(keys, frame) : frame;
  }

  /** The frame whose pose is seen now. */
  get frame(): number {
    return this.frameAt(this.studio.playhead.get());
  }

  /** Where the joints of the figure are at a frame (J, 3), flat. */
  jointsAt(frame: number): Float32Array {
    const poses = this.main();
    const wide = 3 * this.studio.clip.get()!.joints.length;
    const at = rowOf(poses, this.frameAt(frame)) * wide;
    return poses.positions.subarray(at, at + wide);
  }

  /** Where the figure is over the ground: with the hips' rise and fall, the picture would hide them. */
  groundAt(clip: Clip, hips: number, frame: number): Vector3 {
    // The capture's: those of the result are elsewhere with every other count, and the picture would tremble.
    const poses = capturePoses(clip);
    const at = 3 * (rowOf(poses, this.frameAt(frame)) * clip.joints.length + hips);
    return new Vector3(poses.positions[at], 0, poses.positions[at + 2]);
  }

  /** Which of the feet's four points are on the ground, as far as that is shown. */
  plantedAt(frame: number): boolean[] {
    return plantedAt(this.options.hasPlants === false ? [] : shownPlants(this.studio), this.frameAt(frame));
  }
}
