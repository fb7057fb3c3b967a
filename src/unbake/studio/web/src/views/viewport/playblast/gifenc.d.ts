declare module "gifenc" {
  type Palette = number[][];
  interface FrameOptions {
    palette?: Palette;
    /** Milliseconds; the format keeps hundredths of a second. */
    delay?: number;
    /** 0 for ever, −1 once. */
    repeat?: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options?: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
