/** Small skeletons for tests. */

import type { Clip, Joint } from "../../../src/messages";
import type { Resting } from "../../../src/views/viewport/figure/rest";
import { TURN } from "../../../src/views/viewport/poses";

export type Row = [
  name: string,
  parent: number,
  role: string | null,
  side: Joint["side"],
  place: [number, number, number],
];

const MAN: Row[] = [
  ["hips", -1, "hips", "middle", [0, 1, 0]],
  ["chest", 0, "chest", "middle", [0, 1.3, 0]],
  ["neck", 1, "neck", "middle", [0, 1.5, 0]],
  ["head", 2, "head", "middle", [0, 1.6, 0]],
  ["head_end", 3, null, "middle", [0, 1.75, 0]],
  ["lfemur", 0, "left-hip", "left", [0.1, 0.95, 0]],
  ["ltibia", 5, "left-knee", "left", [0.1, 0.5, 0]],
  ["lfoot", 6, "left-ankle", "left", [0.1, 0.08, 0]],
  ["lfoot_end", 7, null, "middle", [0.1, 0.03, 0.18]],
  ["rfemur", 0, "right-hip", "right", [-0.1, 0.95, 0]],
  ["rtibia", 9, "right-knee", "right", [-0.1, 0.5, 0]],
  ["rfoot", 10, "right-ankle", "right", [-0.1, 0.08, 0]],
  ["rfoot_end", 11, null, "middle", [-0.1, 0.03, 0.18]],
  ["tail", 0, null, "middle", [0, 1, -0.3]],
];

const ARMS: Row[] = [-1, 1]
  .flatMap((sign): Row[] => {
    const [side, first] = sign > 0 ? (["left", 14] as const) : (["right", 18] as const);
    return [
      [`${side}Shoulder`, 1, `${side}-clavicle`, side, [sign * 0.04, 1.46, 0]],
      [`${side}Arm`, first, `${side}-shoulder`, side, [sign * 0.18, 1.45, 0]],
      [`${side}ForeArm`, first + 1, `${side}-elbow`, side, [sign * 0.47, 1.45, 0]],
      [`${side}Hand`, first + 2, `${side}-wrist`, side, [sign * 0.72, 1.45, 0]],
    ];
  })
  .sort((a, b) => Number(a[3] === "right") - Number(b[3] === "right"));

const WITH_ARMS: Row[] = [...MAN, ...ARMS];

/** The rows with some of their places changed. */
function moved(rows: readonly Row[], place: (row: Row) => [number, number, number]): Row[] {
  return rows.map((row) => [row[0], row[1], row[2], row[3], place(row)]);
}

function fingers(): Row[] {
  const rows = [...WITH_ARMS];
  for (const sign of [1, -1]) {
    const side = sign > 0 ? "left" : "right";
    const wrist = rows.findIndex(([name]) => name === `${side}Hand`);
    for (let finger = 0; finger < 4; finger++) {
      for (let bone = 0; bone < 4; bone++) {
        const parent = bone ? rows.length - 1 : wrist;
        const name = `${side}Finger${finger}${bone < 3 ? bone : "_end"}`;
        rows.push([name, parent, null, side, [sign * (0.8 + 0.03 * bone), 1.45, 0.03 - 0.02 * finger]]);
      }
    }
  }
  return rows;
}

const DOG: Row[] = [
  ["Hips", -1, "hips", "middle", [0, 0.6, -0.4]],
  ["Spine", 0, "chest", "middle", [0, 0.62, 0.1]],
  ["Neck", 1, "neck", "middle", [0, 0.75, 0.3]],
  ["Head", 2, "head", "middle", [0, 0.85, 0.4]],
  ...[-1, 1].flatMap((sign, n): Row[] => {
    const side = sign > 0 ? "left" : "right";
    return [
      [`${side}UpLeg`, 0, `${side}-hip`, side, [sign * 0.1, 0.55, -0.4]],
      [`${side}Leg`, 4 + 3 * n, `${side}-knee`, side, [sign * 0.1, 0.3, -0.35]],
      [`${side}Foot`, 5 + 3 * n, `${side}-ankle`, side, [sign * 0.1, 0.1, -0.42]],
    ];
  }),
];

/** Skeletons of many kinds; a skin is made for each. */
export const FIGURES = {
  "a man": () => resting(WITH_ARMS, 1.75),
  "a man without arms": () => man(),
  "a man with fingers": () => resting(fingers(), 1.75),
  "arms down, feet together": () =>
    resting(
      moved(WITH_ARMS, ([name, , , , [x, y, z]]) => {
        if (/Arm|Hand/.test(name)) return [Math.sign(x) * 0.19, 1.45 - (Math.abs(x) - 0.18), z];
        return [/foot|tibia/.test(name) ? 0.4 * x : x, y, z];
      }),
      1.75,
    ),
  "every bone along one axis": () => lying(),
  "a giant": () => grown(resting(WITH_ARMS, 1.75), 12),
  "a short forearm": () =>
    resting(
      [
        ...moved(WITH_ARMS, ([name, , , , [x, y, z]]) => (/Hand/.test(name) ? [Math.sign(x) * 0.6, y, z] : [x, y, z])),
        ["lhand", 17, null, "left", [0.67, 1.45, 0]],
        ["lfingers", 22, null, "left", [0.72, 1.45, 0]],
      ],
      1.75,
    ),
  "an arm": () =>
    resting(
      [
        ["Arm", -1, "left-shoulder", "left", [0, 1.4, 0]],
        ["ForeArm", 0, "left-elbow", "left", [0.29, 1.4, 0]],
        ["Hand", 1, "left-wrist", "left", [0.55, 1.4, 0]],
      ],
      0,
    ),
  "legs alone": () => resting(MAN.filter(([name]) => /hips|femur|tibia|foot/.test(name)).map(relinked), 0.95),
  "a dog": () => resting(DOG, 0.9),
  "a sword and a string": () =>
    resting(
      [
        ["grip", -1, null, "middle", [0, 0, 0]],
        ["blade", 0, null, "middle", [0, 1, 0]],
        ["string", 0, null, "middle", [0.1, 0, 0]],
        ["string_end", 2, null, "middle", [0.2, -0.3, 0]],
      ],
      1.3,
    ),
  "a camera": () => resting([["camera", -1, null, "middle", [0, 1, 0]]], 0),
  "joints in one place": () =>
    resting(
      [
        ["a", -1, null, "middle", [0, 0, 0]],
        ["b", 0, null, "middle", [0, 0, 0]],
      ],
      0,
    ),
  "a man whose spine has no length": () =>
    resting(
      moved(WITH_ARMS, ([name, , , , place]) => (name === "chest" ? [0, 1, 0] : place)),
      1.75,
    ),
};

/** Parents by name, for a part of the rows. */
function relinked(row: Row, _: number, rows: readonly Row[]): Row {
  const parent = row[1] < 0 ? -1 : rows.findIndex(([name]) => name === MAN[row[1]][0]);
  return [row[0], parent, row[2], row[3], row[4]];
}

/** At rest, all bones lie along X, as in some BVH files; the man himself is in the capture's frames. */
function lying(): Resting {
  const rows = moved(WITH_ARMS, ([, parent, , , [x, y, z]]) => [
    parent < 0 ? 0 : Math.hypot(x, y - 1, z),
    0,
    0.3 * Math.sign(x) * Number(parent === 0),
  ]);
  const standing = resting(WITH_ARMS, 1.75);
  const positions = standing.rest_positions;
  return {
    ...resting(rows, 1.75),
    positions,
    rotations: Int16Array.from(standing.rest_rotations, (part) => Math.round(part / TURN)),
  };
}

export function grown(clip: Resting, factor: number): Resting {
  const rest_positions = clip.rest_positions.map((value) => factor * value);
  return { ...clip, rest_positions, height_m: factor * clip.height_m };
}

export function named(joints: readonly Joint[], name: string): number {
  return joints.findIndex((joint) => joint.name === name);
}

export function man(): Resting {
  return resting(MAN, 1.75);
}

export function resting(rows: readonly Row[], height: number): Resting {
  return {
    joints: rows.map(([name, parent, role, side]) => ({
      name,
      parent,
      role,
      side,
      is_end: name.endsWith("_end"),
      part: 0,
    })),
    rest_positions: Float32Array.from(rows.flatMap((row) => row[4])),
    rest_rotations: Float32Array.from(rows.flatMap(() => [0, 0, 0, 1])),
    height_m: height,
  };
}

/** The man at rest in every frame, moved along Z by `step` metres a frame. */
export function walkingMan(frames: number, step: number): Clip {
  const { joints, rest_positions, rest_rotations, height_m } = man();
  const positions = Array.from({ length: frames }, (_, frame) =>
    [...rest_positions].map((value, n) => value + (n % 3 === 2 ? frame * step : 0)),
  ).flat();
  const rotations = Array.from({ length: frames }, () => [...rest_rotations]).flat();
  return {
    id: "1",
    name: "man",
    path: null,
    format: "BVH",
    fps: 30,
    first_frame: 5,
    last_frame: 4 + frames,
    height_m,
    joints,
    channels: joints.map((_, joint) => ({ joint, name: "rx" })),
    parts: ["All joints"],
    leads: [],
    lead_joints: [],
    lead_spans: [],
    measured: [],
    warnings: [],
    takes: [],
    take: null,
    positions: Float32Array.from(positions),
    rotations: Int16Array.from(rotations, (part) => Math.round(part / TURN)),
    values: new Float32Array(frames * joints.length),
    rest_positions,
    rest_rotations,
  };
}
