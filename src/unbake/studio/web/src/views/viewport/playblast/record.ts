/** A film of the viewport: every frame of a plan drawn, written on and encoded once, as quickly as it goes. */

import type { Studio } from "../../../studio/studio";
import { stageOf } from "../stages";
import type { Encoder, Plan } from "./film";
import { gifEncoder } from "./gif";
import { drawOverlay } from "./overlay";

export interface Recording {
  plan: Plan;
  hasOverlay: boolean;
  /** Told how many frames are done. */
  onFrame(done: number): void;
  signal: AbortSignal;
}

/** The bytes of the file; null where it was stopped. */
export async function record(studio: Studio, recording: Recording): Promise<Uint8Array<ArrayBuffer> | null> {
  const { plan, hasOverlay, onFrame, signal } = recording;
  const clip = studio.clip.get();
  const stage = stageOf(studio);
  if (!clip || !stage) throw new Error("There is no picture to record: the viewport shows none.");
  studio.playback.stop();
  // What is recorded is no quick preview.
  await studio.settle();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, plan.size);
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: plan.format === "gif" })!;
  const encoder = await encoderOf(canvas, plan);
  const camera = stage.film(plan.size);
  const of = { clip, keys: studio.shownKeys(), range: studio.document.get().settings };
  try {
    for (const [n, frame] of plan.frames.entries()) {
      if (signal.aborted) {
        encoder.cancel();
        return null;
      }
      camera.draw(frame);
      context.drawImage(camera.canvas, 0, 0, plan.size.width, plan.size.height);
      if (hasOverlay) drawOverlay(context, plan.size, frame, of);
      await encoder.add(n / plan.fps, 1 / plan.fps);
      onFrame(n + 1);
      await nextTask();
    }
    return await encoder.finish();
  } catch (error) {
    encoder.cancel();
    throw error;
  } finally {
    camera.dispose();
  }
}

/** What makes video is large, and fetched only where there is some to make. */
async function encoderOf(canvas: HTMLCanvasElement, plan: Plan): Promise<Encoder> {
  if (plan.format === "gif") return gifEncoder(canvas);
  const { videoEncoder } = await import("./video");
  return videoEncoder(canvas, plan, plan.format);
}

/** Let the page answer to its person; unlike a timer, this does not slow down behind other windows. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
