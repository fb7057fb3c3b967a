/** What a playblast is: frames of a clip, each once, at the clip's rate, in a size and a format. */

export type Format = "mp4" | "webm" | "gif";

export interface Size {
  width: number;
  height: number;
}

export interface Plan {
  format: Format;
  size: Size;
  /** As the file numbers them. */
  frames: readonly number[];
  /** Frames a second, of those above. */
  fps: number;
}

/** Takes one picture after the other off its canvas, and gives the whole file in the end. */
export interface Encoder {
  /** The canvas as it is now, shown from `time` on for `duration`, in seconds. */
  add(time: number, duration: number): Promise<void>;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
  cancel(): void;
}

/** GIF counts in hundredths of a second, and viewers take less than two of them for ten. */
const MOST_GIF_FPS = 50;

/** The frames that a film shows. All of them; of a clip that is too quick for GIF, every second, third, …: the time stays. */
export function planned(format: Format, size: Size, range: { first: number; last: number }, fps: number): Plan {
  const step = format === "gif" ? Math.max(1, Math.ceil(fps / MOST_GIF_FPS - 1e-9)) : 1;
  const count = Math.floor((range.last - range.first) / step) + 1;
  const frames = Array.from({ length: count }, (_, n) => range.first + n * step);
  return { format, size: even(size), frames, fps: fps / step };
}

/** Video halves its colours in both directions. */
function even({ width, height }: Size): Size {
  return { width: Math.max(2, 2 * Math.floor(width / 2)), height: Math.max(2, 2 * Math.floor(height / 2)) };
}
