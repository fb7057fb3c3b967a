/** Go where an error is. */

import type { Studio } from "../../studio/studio";

/** Put the playhead on a frame, and select the joint that is off there. */
export function goToError(studio: Studio, frame: number, joint: number): void {
  studio.playback.stop();
  studio.playhead.set(frame);
  if (joint >= 0) studio.view.patch({ selectedJoints: [joint] });
}
