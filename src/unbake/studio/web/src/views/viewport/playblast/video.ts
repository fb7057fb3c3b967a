/** Films as MP4 (H.264) or WebM (VP9), as far as the browser encodes them. */

import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  QUALITY_VERY_HIGH,
  WebMOutputFormat,
} from "mediabunny";
import type { Encoder, Plan, Size } from "./film";

const CODECS = { mp4: "avc", webm: "vp9" } as const;
/** One steps through playblasts, back and forth: that is quick from whole pictures. */
const WHOLE_EVERY_S = 0.5;

type VideoFormat = keyof typeof CODECS;

export async function canEncode(format: VideoFormat, { width, height }: Size): Promise<boolean> {
  // WebKit on Linux crashes where a page asks for encoders before it has asked for a player, which sets them up.
  document.createElement("video").canPlayType("video/mp4");
  return typeof VideoEncoder === "function" && canEncodeVideo(CODECS[format], { width, height });
}

export async function videoEncoder(canvas: HTMLCanvasElement, { fps }: Plan, format: VideoFormat): Promise<Encoder> {
  const target = new BufferTarget();
  // What tells how to play it comes first: players need not wait for the end.
  const container = format === "mp4" ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat();
  const output = new Output({ format: container, target });
  const source = new CanvasSource(canvas, {
    codec: CODECS[format],
    quality: QUALITY_VERY_HIGH,
    keyFrameInterval: WHOLE_EVERY_S,
    onEncoderConfig: (config) => {
      // What Firefox says about its H.264 itself has bytes twice, which players refuse. So it stands in the stream, and
      // Mediabunny writes it to where MP4 has it.
      if (format === "mp4") config.avc = { format: "annexb" };
    },
  });
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  return {
    add: (time, duration) => source.add(time, duration),
    async finish() {
      await output.finalize();
      return new Uint8Array(target.buffer!);
    },
    cancel: () => void output.cancel(),
  };
}
