/** The playhead, and time running. */

import type { Studio } from "./studio";

export class Playback {
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
      const { first, last: end } = this.studio.document.get().settings;
      const { speed, isLooping } = this.studio.view.get();
      // Somebody else may have moved the playhead meanwhile.
      if (this.studio.playhead.get() !== shown) time = this.studio.playhead.get();
      time += ((now - last) / 1000) * clip.fps * speed;
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

  stop(): void {
    if (!this.studio.isPlaying.get()) return;
    cancelAnimationFrame(this.request);
    this.studio.isPlaying.set(false);
  }
}
