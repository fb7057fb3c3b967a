/** The playhead, and time running. */

import type { Stretch } from "../document/plants";
import { Store } from "../store";
import type { Studio } from "./studio";

export class Playback {
  /** What is played in place of the range, over and over; null for the range. */
  readonly span = new Store<Stretch | null>(null);
  private request = 0;

  constructor(private readonly studio: Studio) {}

  toggle(): void {
    if (this.studio.isPlaying.get()) this.stop();
    else this.start();
  }

  start(): void {
    const clip = this.studio.clip.get();
    if (!clip || this.studio.isPlaying.get()) return;
    this.studio.isPlaying.set(true);
    let last = performance.now();
    let time = this.studio.playhead.get();
    let shown = time;
    const step = (now: number) => {
      const span = this.span.get();
      const { first, last: end } = span ?? this.studio.document.get().settings;
      const { speed } = this.studio.view.get();
      const isLooping = span !== null || this.studio.view.get().isLooping;
      // Somebody else may have moved the playhead meanwhile.
      if (this.studio.playhead.get() !== shown) time = this.studio.playhead.get();
      // The first picture may be of a moment before the start.
      time += (Math.max(now - last, 0) / 1000) * clip.fps * speed;
      last = now;
      if (time > end || time < first) {
        if (!isLooping) {
          this.studio.playhead.set(Math.min(Math.max(Math.round(time), first), end));
          this.stop();
          return;
        }
        const length = end - first + 1;
        time = first + ((((time - first) % length) + length) % length);
      }
      shown = Math.min(Math.floor(time), end);
      this.studio.playhead.set(shown);
      this.request = requestAnimationFrame(step);
    };
    this.request = requestAnimationFrame(step);
  }

  /** Play a stretch over and over, until time stops. */
  loop(span: Stretch): void {
    this.span.set(span);
    this.studio.playhead.set(span.first);
    this.start();
  }

  stop(): void {
    this.span.set(null);
    if (!this.studio.isPlaying.get()) return;
    cancelAnimationFrame(this.request);
    this.studio.isPlaying.set(false);
  }
}
