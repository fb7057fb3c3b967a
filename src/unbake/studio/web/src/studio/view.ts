/** What one person looks at and how: saved with the project, but never undone. Frames as the file numbers them. */

import type { Clip } from "../messages";
import { framed } from "../timeline/axis";

export interface View {
  /** The frames that timeline, dopesheet and graph editor show; may be fractional. */
  from: number;
  to: number;
  /** Frames of the selected keys. */
  selectedKeys: readonly number[];
  /** Channels shown in the graph editor. */
  selectedChannels: readonly number[];
  selectedJoints: readonly number[];
  /** Id of the layer that gets keys; empty for the take's own keys. Views that were saved before there was this lack it. */
  selectedLayer?: string;
  /** Id of the view in front in each area that has several. */
  tabs: Readonly<Record<string, string>>;
  speed: number;
  isLooping: boolean;
  /** Poses hold from key to key, as in blocking: what is seen only. Views that were saved before there was this lack it. */
  isStepped?: boolean;
  viewport: ViewportView;
  graph: GraphView;
}

export interface ViewportView {
  figures: "overlay" | "side" | "capture" | "result";
  /** The result coloured by its distance from the capture. */
  isTinted: boolean;
  hasGhosts: boolean;
  hasFloor: boolean;
  /** Feet coloured while they are planted. A view that was saved before there was this has it on. */
  hasPlants?: boolean;
  follows: boolean;
  hasTrails: boolean;
  /** Joints that leave a trail. */
  trails: readonly number[];
  /** Null: not chosen yet, so that the viewport finds a good one. */
  camera: CameraView | null;
}

/** From where the figure is seen. Metres and radians, in the world. */
export interface CameraView {
  target: readonly [number, number, number];
  /** About the vertical: 0 looks from +Z, a quarter turn from +X. */
  yaw: number;
  /** Up: 0 looks level, a quarter turn from above. */
  pitch: number;
  distance: number;
  isOrthographic: boolean;
}

export interface GraphView {
  isNormalised: boolean;
  /** The values at the bottom and the top edge; null to frame what is shown. */
  values: { low: number; high: number } | null;
  /** Keys that were picked in some channels only: frame and channel. */
  picked: readonly (readonly [number, number])[];
}

/** Before a clip is open. */
export const EMPTY_VIEW: View = {
  from: 0,
  to: 1,
  selectedKeys: [],
  selectedChannels: [],
  selectedJoints: [],
  selectedLayer: "",
  tabs: {},
  speed: 1,
  isLooping: true,
  viewport: {
    figures: "overlay",
    isTinted: false,
    hasGhosts: true,
    hasFloor: true,
    follows: true,
    hasTrails: false,
    trails: [],
    camera: null,
  },
  graph: { isNormalised: false, values: null, picked: [] },
};

/** What is seen of a clip that was just opened. */
export function firstView(clip: Clip): View {
  const hips = Math.max(
    0,
    clip.joints.findIndex((joint) => joint.role === "hips"),
  );
  // Only their turning: beside how far the figure travels, everything else would look flat.
  const isShown = (index: number) => clip.channels[index].joint === hips && !clip.channels[index].name.startsWith("t");
  return {
    ...EMPTY_VIEW,
    ...framed(clip.first_frame, clip.last_frame),
    selectedChannels: [...clip.channels.keys()].filter(isShown),
  };
}
