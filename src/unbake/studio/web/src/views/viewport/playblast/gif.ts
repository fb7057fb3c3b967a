/** Films as GIF: 256 colours for each picture, chosen for it. */

import { applyPalette, GIFEncoder, quantize } from "gifenc";
import type { Encoder } from "./film";

const COLOURS = 256;

export function gifEncoder(canvas: HTMLCanvasElement): Encoder {
  const { width, height } = canvas;
  const gif = GIFEncoder();
  return {
    async add(time, duration) {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
      const palette = quantize(data, COLOURS);
      gif.writeFrame(applyPalette(data, palette), width, height, {
        palette,
        delay: delayOf(time, duration),
        repeat: 0,
      });
    },
    async finish() {
      gif.finish();
      return gif.bytes();
    },
    cancel() {},
  };
}

/** Milliseconds in whole hundredths of a second; what one picture loses by that, a later one gains. */
export function delayOf(time: number, duration: number): number {
  return 10 * (Math.round(100 * (time + duration)) - Math.round(100 * time));
}
