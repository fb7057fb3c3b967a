/** How natural the open clip is: asked for once, when somebody wants to see it. */

import { messageOf } from "../errors";
import type { ClipScored } from "../messages";
import { Store } from "../store";
import { withProgress } from "./busy";
import type { Studio } from "./studio";

interface ScoresState {
  /** The clip that it is of; null before one was scored. */
  clip: string | null;
  scored: ClipScored | null;
  problem: string;
}

const NONE: ScoresState = { clip: null, scored: null, problem: "" };

export class Scores {
  readonly state = new Store<ScoresState>(NONE);

  constructor(private readonly studio: Studio) {}

  /** The scores of the clip that is open; null where they are not known. */
  get known(): ClipScored | null {
    const { clip, scored } = this.state.get();
    return clip !== null && clip === this.studio.clip.get()?.id ? scored : null;
  }

  /** Score the clip that is open, unless that is done. */
  async ask(): Promise<ClipScored | null> {
    const clip = this.studio.clip.get();
    if (!clip) return null;
    if (this.state.get().clip === clip.id) return this.known;
    this.state.set({ ...NONE, clip: clip.id });
    try {
      const { connection, busy } = this.studio;
      const body = { clip: clip.id };
      const pending = withProgress(busy, (report) => connection.request("ScoreClip", body, report), "Scoring");
      const scored = await pending.answer;
      if (this.state.get().clip === clip.id) this.state.patch({ scored });
    } catch (error) {
      if (this.state.get().clip === clip.id) this.state.patch({ problem: messageOf(error) });
    }
    return this.known;
  }

  /** Go to the frame with most faults in the worst second. */
  async goToWorst(): Promise<void> {
    const scored = await this.ask();
    if (!scored) return;
    this.studio.playback.stop();
    this.studio.playhead.set(scored.worst_frame);
  }
}
