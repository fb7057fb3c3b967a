/** Where keys go when some of them move in time; the same rules as the server's. */

type Frames = ArrayLike<number>;

/** Keys that can move: all but the first and the last, which hold the ends. */
export function freeOf(frames: Frames, moving: readonly number[]): number[] {
  const [first, last] = [frames[0], frames[frames.length - 1]];
  return moving.filter((frame) => frame !== first && frame !== last);
}

/** How far, towards `by`, keys can move without meeting one that stays. */
export function roomFor(frames: Frames, moving: readonly number[], by: number): number {
  const free = new Set(freeOf(frames, moving));
  if (!free.size) return 0;
  let room = by;
  for (let i = 1; i < frames.length; i++) {
    const [before, after] = [frames[i - 1], frames[i]];
    // Only a key next to one that stays can meet it.
    if (free.has(after) && !free.has(before)) room = Math.max(room, before + 1 - after);
    if (free.has(before) && !free.has(after)) room = Math.min(room, after - 1 - before);
  }
  return room;
}

/** How far copies can move and stay in the range. */
export function roomForCopies(frames: Frames, moving: readonly number[], by: number): number {
  const least = frames[0] - Math.min(...moving);
  const most = frames[frames.length - 1] - Math.max(...moving);
  return Math.min(Math.max(by, least), most);
}

/** Where keys go that move by some frames, as far as there is room. */
export function movesOf(frames: Frames, moving: readonly number[], by: number): ReadonlyMap<number, number> {
  const room = roomFor(frames, moving, by);
  return new Map(freeOf(frames, moving).map((frame) => [frame, frame + room]));
}

/** All keys' frames after some moved. */
export function movedFrames(frames: Frames, moving: readonly number[], by: number): number[] {
  const free = new Set(freeOf(frames, moving));
  return Array.from(frames, (frame) => (free.has(frame) ? frame + by : frame));
}
