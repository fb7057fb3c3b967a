/** How far a wheel is turned, or two fingers move on a trackpad: the same in all views. */

/** Pixels of a line and of a page, for mice that count in those. */
const PIXELS = [1, 33, 300];
/** No turn counts as more pixels: some wheels send a whole spin at once. */
const MOST = 240;

export function pixelsOf({ deltaMode }: Pick<WheelEvent, "deltaMode">, delta: number): number {
  return delta * (PIXELS[deltaMode] ?? 1);
}

/** Pixels of a turn that zooms, within bounds; above 0 towards the hand. */
export function turned(event: Pick<WheelEvent, "deltaY" | "deltaMode">): number {
  return Math.min(Math.max(pixelsOf(event, event.deltaY), -MOST), MOST);
}
