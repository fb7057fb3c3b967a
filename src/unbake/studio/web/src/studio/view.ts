/** What one person looks at and how: saved with the project, but never undone. Frames as the file numbers them. */

import type { Clip } from "../messages";

export interface View {
  /** The frames that timeline, dopesheet and graph editor show; may be fractional. */
  from: number;
  to: number;
  /** Frames of the selected keys. */
  selectedKeys: readonly number[];
  /** Channels shown in the graph editor. */
  selectedChannels: readonly number[];
  selectedJoints: readonly number[];
  /** Id of the view in front in each area that has several. */
  tabs: Readonly<Record<string, string>>;
  speed: number;
  isLooping: boolean;
  viewport: ViewportView;
  graph: GraphView;
}

export interface ViewportView {
  figures: "overlay" | "side" | "capture" | "result";
  /** The result coloured by its distance from the capture. */
  isTinted: boolean;
  hasGhosts: boolean;
  hasFloor: boolean;
  follows: boolean;
  /** Joints that leave a trail. */
  trails: readonly number[];
  camera: { position: [number, number, number]; target: [number, number, number]; isOrthographic: boolean } | null;
}

export interface GraphView {
  isNormalised: boolean;
  /** The values at the bottom and the top edge; null to frame what is shown. */
  values: { low: number; high: number } | null;
}

export function firstView(clip: Clip): View {
  const hips = Math.max(
    0,
    clip.joints.findIndex((joint) => joint.role === "hips"),
  );
  const isOfHips = (_: unknown, index: number) => clip.channels[index].joint === hips;
  return {
    from: clip.first_frame,
    to: clip.last_frame,
    selectedKeys: [],
    selectedChannels: [...clip.channels.keys()].filter((index) => isOfHips(null, index)),
    selectedJoints: [],
    tabs: {},
    speed: 1,
    isLooping: true,
    viewport: {
      figures: "overlay",
      isTinted: false,
      hasGhosts: true,
      hasFloor: true,
      follows: true,
      trails: [],
      camera: null,
    },
    graph: { isNormalised: false, values: null },
  };
}
