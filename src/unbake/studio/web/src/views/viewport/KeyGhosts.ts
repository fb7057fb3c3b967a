/** The ghosts around the playhead; the stations that they stand at are found again only where the keys or their poses
 * change. */

import type { Clip, Keys } from "../../messages";
import type { CameraView } from "../../studio/view";
import { axesOf } from "./camera/view";
import { type Ghost, ghostsAt, type Place, type Stations, stationsOf } from "./ghosts";
import { capturePoses, hasFrame, type Poses, rowOf } from "./poses";

export class KeyGhosts {
  private known: { keys: Keys; positions: Float32Array; stations: Stations } | null = null;

  at(frame: number, clip: Clip, hips: number, keys: Keys, poses: Poses, camera: CameraView): Ghost[] {
    const hipsAt = (frame: number): Place => {
      const from = hasFrame(poses, frame) ? poses : capturePoses(clip);
      const at = 3 * (rowOf(from, frame) * clip.joints.length + hips);
      return [from.positions[at], from.positions[at + 1], from.positions[at + 2]];
    };
    if (this.known?.keys !== keys || this.known.positions !== poses.positions) {
      const stations = stationsOf(keys, hipsAt, clip.height_m, clip.fps);
      this.known = { keys, positions: poses.positions, stations };
    }
    return ghostsAt(keys, this.known.stations, frame, hipsAt(frame), axesOf(camera).back.toArray());
  }
}
