/** A studio without a server: requests are noted and answered by the test. */

import type { Connection } from "../../../src/connection/connection";
import { EMPTY_DOCUMENT } from "../../../src/document/document";
import type { Clip, Edited, Keys, MoveKeys } from "../../../src/messages";
import { Studio } from "../../../src/studio/studio";
import { firstView } from "../../../src/studio/view";
import { movedFrames, roomFor } from "../../../src/views/dopesheet/moving";
import { FakeTab } from "../../studio/fakes";

export interface Asked {
  type: string;
  body: MoveKeys;
  resolve(edited: Edited): void;
}

export function keysOn(frames: number[]): Keys {
  const count = frames.length;
  return {
    first: frames[0],
    last: frames[count - 1],
    fit: "free",
    frames: Int32Array.from(frames),
    classes: new Uint8Array(count),
    values: Float64Array.from(frames, (frame) => frame / 10),
    left: new Float64Array(2 * count),
    right: new Float64Array(2 * count),
    tangents: new Uint8Array(count),
    holds: [],
  };
}

/** What the server would make of a move. */
export function movedBy({ keys, frames, by }: MoveKeys, notes: string[] = []): Edited {
  const after = movedFrames(keys, frames, roomFor(keys, frames, by));
  const moved = keysOn([...new Set(after)].sort((a, b) => a - b));
  return { keys: moved, evaluation: {} as Edited["evaluation"], notes };
}

export function fakeStudio(frames: number[]): { studio: Studio; asked: Asked[] } {
  const asked: Asked[] = [];
  const request = (type: string, body: MoveKeys) => ({
    answer: new Promise<Edited>((resolve) => asked.push({ type, body, resolve })),
    cancel: () => {},
  });
  const studio = new Studio({ request } as unknown as Connection, "", new FakeTab());
  const [first, last] = [frames[0], frames[frames.length - 1]];
  const clip = { id: "1", first_frame: first, last_frame: last, joints: [], channels: [], parts: [], fps: 30 };
  studio.clip.set(clip as unknown as Clip);
  studio.view.set(firstView(clip as unknown as Clip));
  const settings = { ...EMPTY_DOCUMENT.settings, first, last };
  const document = { ...EMPTY_DOCUMENT, settings, edited: keysOn(frames) };
  studio.history.reset(document);
  return { studio, asked };
}

/** The moves among what was asked. */
export function movesOf(asked: readonly Asked[]): Asked[] {
  return asked.filter(({ type }) => type === "MoveKeys");
}

export async function rest(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
