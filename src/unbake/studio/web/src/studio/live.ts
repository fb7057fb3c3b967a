/** A live character of the open library: started and stopped, asked, played at its rate, and recorded. */

import { messageOf } from "../errors";
import type { LiveEngine, LiveFrames, LiveStarted, StepLive } from "../messages";
import { Store } from "../store";
import { withProgress } from "./busy";
import { FrameBuffer, type LiveFrame } from "./liveFrames";
import { leaving } from "./save";
import type { Studio } from "./studio";

export interface Wish {
  flag: string | null;
  /** From +Z towards +X. */
  direction_rad: number | null;
  speed_m_s: number | null;
}

export interface LiveState {
  /** Null while there is none. */
  character: LiveStarted | null;
  engines: readonly LiveEngine[];
  isStarting: boolean;
  /** The page is hidden: nothing is asked for. */
  isPaused: boolean;
  engine: string;
  wish: Wish;
  withinS: number;
  /** Why it cannot be played, or what it cannot do, in a line. */
  problem: string;
  /** Number of the first frame of the recording; null while nothing is recorded. */
  recordsFrom: number | null;
  /** From the last request to the first frame that was made for it, as it was shown. */
  delayMs: number | null;
  /** From the last request until all of it was there; null while it is not. */
  metAfterS: number | null;
}

const FREE: Wish = { flag: null, direction_rad: null, speed_m_s: null };
const NONE: LiveState = {
  character: null,
  engines: [],
  isStarting: false,
  isPaused: false,
  engine: "matching",
  wish: FREE,
  withinS: 1,
  problem: "",
  recordsFrom: null,
  delayMs: null,
  metAfterS: null,
};
/** Frames that are there before they are shown: a request waits for them, so they are few. */
const AHEAD = 6;
/** Frames that are asked for at once. */
const CHUNK = 4;
const MOST_CHUNK = 60;
/** A request is met once all of it is there for so many frames. */
const LASTING = 6;

interface Request {
  askedMs: number;
  /** Number of the first frame that was made for it; null as long as that is not known. */
  from: number | null;
  metFrames: number;
}

export class Live {
  readonly state = new Store<LiveState>(NONE);
  /** What is seen now. */
  readonly frame = new Store<LiveFrame | null>(null);
  /** Called before every frame: hands that look for themselves, such as a gamepad. */
  readonly hands = new Set<() => void>();
  buffer = new FrameBuffer(1);
  private animation = 0;
  private isAsking = false;
  private newest: Request | null = null;
  /** Frames that pass between two pictures: where those are slow, more has to be there. */
  private pace = 1;

  private readonly turn = () => this.follow();

  constructor(private readonly studio: Studio) {}

  get isRecording(): boolean {
    return this.state.get().recordsFrom !== null;
  }

  get isOn(): boolean {
    return this.state.get().character !== null;
  }

  /** Let a character stand up; what stands in the way is a line in the view. */
  async start(): Promise<void> {
    if (this.state.get().isStarting) return;
    this.state.patch({ isStarting: true, problem: "" });
    try {
      const { connection, busy } = this.studio;
      const ask = (report: Parameters<typeof connection.request>[2]) => connection.request("StartLive", {}, report);
      const character = await withProgress(busy, ask, "Starting the live character").answer;
      this.studio.playback.stop();
      this.begin(character);
    } catch (error) {
      this.state.patch({ problem: messageOf(error) });
    } finally {
      this.state.patch({ isStarting: false });
    }
  }

  private begin(character: LiveStarted): void {
    const { engine, withinS } = this.state.get();
    const usable = character.engines.find((one) => one.name === engine && !one.problem);
    this.buffer = new FrameBuffer(character.figure.joints.length);
    this.newest = null;
    this.state.set({
      ...NONE,
      character,
      engines: character.engines,
      engine: usable ? engine : character.engines[0].name,
      withinS,
      isPaused: document.hidden,
    });
    document.addEventListener("visibilitychange", this.turn);
    this.follow();
  }

  /** Let it go; the viewport shows the clip again. */
  stop(): void {
    const { character, engine, withinS } = this.state.get();
    cancelAnimationFrame(this.animation);
    document.removeEventListener("visibilitychange", this.turn);
    this.frame.set(null);
    this.state.set({ ...NONE, engine, withinS });
    if (character) this.studio.connection.request("StopLive", { id: character.id }).answer.catch(() => {});
  }

  /** Ask for something else from the next frame on that is not there yet. */
  ask(part: Partial<Wish>): void {
    const { wish } = this.state.get();
    const asked = { ...wish, ...part };
    if (JSON.stringify(asked) === JSON.stringify(wish)) return;
    this.request({ wish: asked });
  }

  setWithin(withinS: number): void {
    this.request({ withinS });
  }

  /** Let another engine choose; one that lacks something says what. */
  setEngine(engine: string): void {
    this.request({ engine });
  }

  private request(part: Partial<LiveState>): void {
    this.newest = { askedMs: performance.now(), from: null, metFrames: 0 };
    this.state.patch({ ...part, delayMs: null, metAfterS: null });
  }

  /** Build what the chosen engine lacks. */
  async build(): Promise<void> {
    const { character, engine } = this.state.get();
    if (!character) return;
    const what = engine === "graph" ? "Building the motion graph" : "Building the transition table";
    const built = await this.studio.attempt(what, "BuildLive", { id: character.id, engine });
    if (!built || this.state.get().character !== character) return;
    this.state.patch({ engines: built.engines, problem: "" });
  }

  /** Begin a recording, or end it and open what was recorded. */
  record(): void {
    const { recordsFrom } = this.state.get();
    const shown = this.frame.get();
    if (!shown) return;
    if (recordsFrom === null) this.state.patch({ recordsFrom: shown.number });
    // Whoever stays with what is open goes on recording: nobody plays the same twice.
    else leaving(this.studio, () => void this.open(recordsFrom, shown.number));
  }

  private async open(first: number, last: number): Promise<void> {
    const { character } = this.state.get();
    if (!character) return;
    const body = { id: character.id, first, last };
    this.state.patch({ recordsFrom: null });
    const kept = await this.studio.attempt("Keeping the recording", "KeepLive", body);
    if (!kept) return;
    this.stop();
    const { tabs } = this.studio.view.get();
    if (await this.studio.openNew({ source: "upload", name: kept.upload })) {
      this.studio.view.patch({ tabs: { ...this.studio.view.get().tabs, ...tabs } });
    }
  }

  /** Play while the page is seen. */
  private follow(): void {
    cancelAnimationFrame(this.animation);
    if (!this.isOn) return;
    this.state.patch({ isPaused: document.hidden });
    if (document.hidden) return;
    let last = performance.now();
    let time = this.frame.get()?.number ?? 0;
    const step = (now: number) => {
      const { character } = this.state.get();
      if (!character) return;
      const passed = (Math.max(now - last, 0) / 1000) * character.fps;
      last = now;
      this.pace += 0.2 * (Math.min(passed, 30) - this.pace);
      for (const look of this.hands) look();
      // Where frames are late, time waits for them.
      time = Math.min(time + passed, Math.max(this.buffer.last, 0));
      this.show(Math.floor(time));
      if (this.buffer.last - time < this.ahead) void this.more(character);
      this.animation = requestAnimationFrame(step);
    };
    this.animation = requestAnimationFrame(step);
  }

  private get ahead(): number {
    return Math.max(AHEAD, 2 * this.pace);
  }

  private show(number: number): void {
    const frame = this.buffer.at(number);
    const before = this.frame.get();
    if (!frame || frame === before) return;
    for (let n = (before?.number ?? -1) + 1; n <= number; n++) this.judge(n);
    this.frame.set(frame);
  }

  /** How long the newest request took to be seen, and to be met. */
  private judge(number: number): void {
    const { newest } = this;
    const frame = this.buffer.at(number);
    if (!newest || newest.from === null || number < newest.from || !frame) return;
    const { delayMs, metAfterS } = this.state.get();
    const waited = performance.now() - newest.askedMs;
    if (delayMs === null) this.state.patch({ delayMs: waited });
    newest.metFrames = frame.isMet ? newest.metFrames + 1 : 0;
    if (newest.metFrames === LASTING && metAfterS === null) this.state.patch({ metAfterS: waited / 1000 });
  }

  private async more(character: LiveStarted): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    const { newest } = this;
    try {
      const answer = await this.studio.connection.request("StepLive", this.wanted(character.id)).answer;
      if (this.state.get().character === character) this.take(answer, newest);
    } catch (error) {
      if (this.state.get().character !== character) return;
      this.stop();
      this.state.patch({ problem: messageOf(error) });
    } finally {
      this.isAsking = false;
    }
  }

  private wanted(id: string): StepLive {
    const { engine, wish, withinS } = this.state.get();
    const count = Math.min(Math.max(CHUNK, Math.ceil(1.5 * this.pace)), MOST_CHUNK);
    return { id, count, engine, ...wish, within_s: withinS };
  }

  private take(answer: LiveFrames, request: Request | null): void {
    this.buffer.add(answer);
    if (request && request.from === null) request.from = answer.first;
    this.state.patch({ problem: answer.problem });
  }
}
