/** The camera of the viewport: from the project or a good first one, following the figure, remembered once it rests. */

import type { Vector3 } from "three";
import type { Clip } from "../../messages";
import type { Studio } from "../../studio/studio";
import type { CameraView } from "../../studio/view";
import { firstCamera } from "./camera/first";
import { framed, moved, nearestClear } from "./camera/view";
import { rowOf } from "./poses";
import type { ShownPoses } from "./ShownPoses";

/** How long the camera has to rest before it is remembered. */
const REST_MS = 300;
/** How near the camera may come to a joint, as a part of the stature: outside trunk and head. */
const CLEARANCE = 0.16;

export class StageCamera {
  /** Null before the first picture of a clip. */
  view: CameraView | null = null;
  private clip: Clip | null = null;
  private remembered: CameraView | null = null;
  /** Where the figure was over the ground when it was last followed. */
  private ground: Vector3 | null = null;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly studio: Studio,
    private readonly shown: ShownPoses,
  ) {}

  /** Another clip: what was seen of the one before does not count any more. */
  reset(clip: Clip): void {
    this.clip = clip;
    this.view = this.remembered = this.ground = null;
  }

  /** Look from elsewhere. */
  aim(view: CameraView): void {
    this.view = view;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.remember(), REST_MS);
  }

  remember(): void {
    clearTimeout(this.rest);
    const { viewport } = this.studio.view.get();
    if (this.view === this.remembered || this.studio.clip.get() !== this.clip) return;
    this.remembered = this.view;
    this.studio.view.patch({ viewport: { ...viewport, camera: this.view } });
  }

  /** Take the camera of the project, or of an action; at first, a good one. */
  adopt(clip: Clip, aspect: number): void {
    const wanted = this.shown.options.camera;
    if (wanted && wanted !== this.remembered) {
      this.view = this.remembered = wanted;
      clearTimeout(this.rest);
    } else if (!this.view) {
      this.aim(this.framingFigure(firstCamera(clip), aspect));
    }
  }

  /** Go along with the figure. */
  follow(ground: Vector3): void {
    const by = this.ground ? ground.clone().sub(this.ground) : null;
    this.ground = ground;
    if (by && this.shown.options.follows && by.lengthSq() > 0) this.aim(moved(this.view!, by));
  }

  /** From where the figure would be seen if it stood elsewhere; null before the first picture. */
  seenAt(ground: Vector3): CameraView | null {
    if (!this.view || !this.ground) return null;
    return this.shown.options.follows ? moved(this.view, ground.sub(this.ground)) : this.view;
  }

  /** A camera that came nearer, as far as it stays outside the figure. */
  clear(wanted: CameraView): CameraView {
    const { view, clip } = this;
    if (!view || !clip || wanted.isOrthographic || wanted.distance >= view.distance) return wanted;
    const figure = this.shown.jointsAt(this.studio.playhead.get());
    return nearestClear(view, wanted, figure, CLEARANCE * clip.height_m);
  }

  /** Some joints, or without any the figure as it stands, from the same direction. */
  framingFigure(view: CameraView, aspect: number, joints: readonly number[] = []): CameraView {
    const places = this.shown.jointsAt(this.studio.playhead.get());
    const points = joints.length ? joints.flatMap((joint) => [...places.subarray(3 * joint, 3 * joint + 3)]) : places;
    return framed(view, points, aspect, (joints.length ? 0.16 : 0.45) * this.clip!.height_m);
  }

  /** The whole way of the figure, from the same direction. */
  framingWay(view: CameraView, aspect: number): CameraView {
    const { first, last } = this.studio.document.get().settings;
    const poses = this.shown.main();
    const wide = 3 * this.clip!.joints.length;
    const points = poses.positions.subarray(rowOf(poses, first) * wide, (rowOf(poses, last) + 1) * wide);
    return framed(view, points, aspect, 0.1 * this.clip!.height_m);
  }
}
