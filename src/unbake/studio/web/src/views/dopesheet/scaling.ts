/** Keys scaled in time about a frame. They stand on whole frames, keep their order and stay a frame apart; keys that are
 * not scaled stay, and scaled ones stop before them. */

type Frames = ArrayLike<number>;

/** The frames of all keys after those in `scaled` (by their rows) were scaled: the nearest that there is room for. */
export function scaledFrames(frames: Frames, scaled: ReadonlySet<number>, pivot: number, factor: number): number[] {
  const after = Array.from(frames);
  let from = 0;
  for (let row = 0; row <= frames.length; row++) {
    // What stands on the pivot stays there.
    if (row < frames.length && scaled.has(row) && frames[row] !== pivot) continue;
    // A run of scaled keys between two that stay, or the ends.
    const least = from > 0 ? frames[from - 1] + 1 - from : -Infinity;
    const most = row < frames.length ? frames[row] - row : Infinity;
    const wanted = after.slice(from, row).map((frame, n) => pivot + (frame - pivot) * factor - (from + n));
    for (const [n, place] of rising(wanted).entries()) {
      after[from + n] = Math.min(Math.max(Math.round(place), least), most) + from + n;
    }
    from = row + 1;
  }
  return after;
}

/** The row that never falls and is nearest to the numbers, in the largest difference. */
function rising(numbers: readonly number[]): number[] {
  const before: number[] = [];
  const behind: number[] = [];
  for (const [n, one] of numbers.entries()) before[n] = Math.max(one, before[n - 1] ?? -Infinity);
  for (let n = numbers.length - 1; n >= 0; n--) behind[n] = Math.min(numbers[n], behind[n + 1] ?? Infinity);
  return numbers.map((_, n) => (before[n] + behind[n]) / 2);
}

/** The factor by which a pointer scales: as far as it is from the pivot against where it began. Never turned round. */
export function factorOf(pivot: number, start: number, now: number): number {
  const away = start - pivot;
  return Math.abs(away) < 1e-6 ? 1 : Math.max((now - pivot) / away, 0);
}
