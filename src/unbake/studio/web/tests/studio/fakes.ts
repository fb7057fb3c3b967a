/** A server that answers when it is told to, and small things for it to answer with. */

import {
  type Connection,
  type OnProgress,
  type Pending,
  RequestCancelled,
  RequestFailed,
} from "../../src/connection/connection";
import type {
  Answers,
  Chosen,
  Clip,
  Evaluation,
  Joining,
  Keys,
  Opened,
  Requests,
  Settings,
  SpaceFound,
  Welcome,
} from "../../src/messages";
import { Studio } from "../../src/studio/studio";

export interface Asked<K extends keyof Answers = keyof Answers> {
  type: K;
  body: Requests[K];
  isCancelled: boolean;
  isAnswered: boolean;
  onProgress?: OnProgress;
  answer(body: Answers[K]): Promise<void>;
  fail(message: string, exists?: boolean): Promise<void>;
  /** A person, or something newer, stopped it. */
  stop(): Promise<void>;
}

/** Let everything that waits for answers go on. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

export class FakeConnection {
  readonly asked: Asked[] = [];
  isClosed = false;

  request<K extends keyof Answers>(type: K, body: Requests[K], onProgress?: OnProgress): Pending<Answers[K]> {
    let settle = { resolve: (_: Answers[K]) => {}, reject: (_: Error) => {} };
    const answer = new Promise<Answers[K]>((resolve, reject) => {
      settle = { resolve, reject };
    });
    const asked: Asked<K> = {
      type,
      body,
      isCancelled: false,
      isAnswered: false,
      onProgress,
      answer: (body) => end(() => settle.resolve(body)),
      fail: (message, exists = false) =>
        end(() => settle.reject(new RequestFailed({ message, is_usage: true, exists, detail: "" }))),
      stop: () => end(() => settle.reject(new RequestCancelled("cancelled"))),
    };
    const end = (how: () => void) => {
      asked.isAnswered = true;
      how();
      return settled();
    };
    this.asked.push(asked as unknown as Asked);
    if (this.isClosed) void end(() => settle.reject(new RequestCancelled("stopped")));
    const cancel = () => {
      asked.isCancelled = true;
      // An answer may have been on its way before.
      void Promise.resolve().then(() => {
        if (!asked.isAnswered) void asked.stop();
      });
    };
    return { answer, cancel };
  }

  /** What was asked and waits for its answer, the oldest first. */
  waiting<K extends keyof Answers>(type: K): Asked<K>[] {
    return this.asked.filter(
      (asked) => asked.type === type && !asked.isAnswered && !asked.isCancelled,
    ) as unknown as Asked<K>[];
  }

  count(type: keyof Answers): number {
    return this.asked.filter((asked) => asked.type === type).length;
  }
}

/** What a browser's tab remembers. */
export class FakeTab extends Map<string, string> {
  getItem = (key: string) => this.get(key) ?? null;
  /** Letters that it takes. */
  room = Number.POSITIVE_INFINITY;
  setItem = (key: string, value: string) => {
    if (value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.set(key, value);
  };
}

export function studioWith(connection: FakeConnection, tab = new FakeTab()): Studio {
  return new Studio(connection as unknown as Connection, "token", tab);
}

export const SETTINGS: Settings = {
  criterion: "line",
  metric: "pose",
  compose: null,
  lead: [],
  pins: [],
  first: 1,
  last: 10,
  min_gap: null,
  max_gap: null,
};
export const CHOICE = {
  by: "count" as const,
  keys: 5,
  error_cm: 2,
  accuracy: 0.02,
  significance: 0.1,
  layers: [],
  nudges: false,
  tips: false,
};
export const JOINING: Joining = { fit: "free", break_weight: 1, holds_ends: true, end_weights: {}, holds_feet: false };

export function clip(id = "1"): Clip {
  const joints = [{ name: "hips", parent: -1, is_end: false, side: "middle" as const, role: "hips", part: 0 }];
  return {
    id,
    name: `clip${id}.bvh`,
    path: null,
    format: "BVH",
    fps: 120,
    first_frame: 1,
    last_frame: 10,
    height_m: 1.7,
    joints,
    channels: [{ joint: 0, name: "tx" }],
    parts: ["Hips and spine"],
    leads: [],
    lead_joints: [],
    lead_spans: [],
    measured: [0],
    warnings: [],
    takes: [],
    take: null,
    positions: new Float32Array(30),
    rotations: new Int16Array(40),
    values: new Float32Array(10),
    rest_positions: new Float32Array(3),
    rest_rotations: new Float32Array(4),
  };
}

export function keysOn(...frames: number[]): Keys {
  const count = frames.length;
  return {
    first: 1,
    last: 10,
    fit: "free",
    frames: Int32Array.from(frames),
    classes: new Uint8Array(count),
    values: Float64Array.from(frames),
    left: new Float64Array(2 * count),
    right: new Float64Array(2 * count),
    tangents: new Uint8Array(count),
    holds: [],
  };
}

export function evaluation(max_cm = 1): Evaluation {
  const error_cm = Float32Array.of(max_cm);
  const poses = { positions: new Float32Array(3), rotations: new Int16Array(4), worst_joints: Int32Array.of(0) };
  return {
    ...poses,
    error_cm,
    max_cm,
    mean_cm: max_cm,
    rms_cm: max_cm,
    worst_joint: "hips",
    worst_frame: 1,
    against: new Float32Array(),
  };
}

export function chosen(is_preview: boolean, max_cm = 1): Chosen {
  return {
    keys: keysOn(1, 5, 10),
    evaluation: evaluation(max_cm),
    is_preview,
    criterion_error_cm: 1,
    layers: new Uint8Array(),
    ends: "",
    ends_before_cm: null,
    ends_after_cm: null,
    feet: null,
    command: "unbake reduce",
    notes: [],
    seconds: 0,
  };
}

export const SPACE: SpaceFound = {
  counts: Int32Array.of(2, 3),
  errors_cm: Float32Array.of(2, 1),
  pose_range_cm: 10,
  note: null,
  is_preview: false,
};

export function opened(id = "1", project: string | null = null): Opened {
  const path = project ? `/clips/clip${id}.unbake` : null;
  const asked = { settings: SETTINGS, choice: CHOICE, joining: JOINING };
  return {
    clip: clip(id),
    ...asked,
    project,
    project_path: path,
    keys: null,
    plants: [],
    layers: [],
    work: `work${id}`,
  };
}

export function welcome(part: Partial<Welcome> = {}): Welcome {
  return {
    version: "1.0",
    protocol: 1,
    startup: null,
    folder: "/clips",
    criteria: [],
    fits: [],
    layer_presets: {},
    suffixes: [".bvh"],
    exports: [],
    upload_limit_bytes: 1000,
    recent: [],
    recoverable: [],
    library: null,
    preferences: "{}",
    judging: null,
    ...part,
  };
}

/** Open a clip; what is asked for it waits. */
export async function open(studio: Studio, connection: FakeConnection, what = opened()): Promise<void> {
  const done = studio.open({ source: "packaged" });
  await connection.waiting("Open")[0].answer(what);
  await done;
}
