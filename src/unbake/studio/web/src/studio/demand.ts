/** A demand that is painted: flags over time, places, poses and a path; and the motion that was found for it. It is the
 * page's own: documents and projects know nothing of it, a TOML file keeps it. */

import { RequestCancelled } from "../connection/connection";
import { Newest } from "../connection/newest";
import { messageOf } from "../errors";
import type { DemandParts, DemandProblem, DemandSpot, Synthesized } from "../messages";
import { Store, watching } from "../store";
import { offerDownload } from "./download";
import { leaving } from "./save";
import type { Studio } from "./studio";

export type PartName = DemandProblem["part"];

/** A part of the demand, by its kind and its place in the list. */
export interface Picked {
  part: PartName;
  number: number;
}

/** What is left of a demand for a page that is loaded again. */
export interface DemandLeft {
  /** As it was step by step, what was undone last. */
  steps: readonly DemandParts[];
  /** Which of the steps is seen. */
  now: number;
  name: string;
  at_s: number;
  seconds: number;
  seed: number;
  isUnsaved: boolean;
  /** What was found, in which library, for which step (-1: an earlier one), and whether it was the clip that was open. */
  found: {
    result: Synthesized;
    parts: DemandParts;
    library: string | null;
    step: number;
    isOpen: boolean;
    isWaiting?: boolean;
  } | null;
}

interface DemandState {
  parts: DemandParts;
  /** Name of its file. */
  name: string;
  picked: Picked | null;
  /** Where new places and poses go, in seconds. */
  at_s: number;
  /** What stands in the way; null where nothing does, or while that is not known. */
  problem: DemandProblem | null;
  /** How long to search. */
  seconds: number;
  seed: number;
  /** What the search says of itself; null while there is none. */
  searching: { step: string; part: number } | null;
  /** What was found last, for which demand, and the clip that it is open as; null as long as it waits to be opened. */
  found: { result: Synthesized; parts: DemandParts; clip: string | null } | null;
}

export const NEW_DEMAND: DemandParts = {
  length_s: 6,
  flags: [],
  start: { at_s: 0, place: { x: 0, z: 0 }, heading_deg: 0 },
  places: [],
  poses: [],
  path: null,
};
const FIRST: DemandState = {
  parts: NEW_DEMAND,
  name: "demand.toml",
  picked: null,
  at_s: 0,
  problem: null,
  seconds: 10,
  seed: 0,
  searching: null,
  found: null,
};
const ABOUT = "Demand";
const MOST_UNDONE = 200;
/** How long a hand rests before the server is asked. */
const REST_MS = 250;

export class Demand {
  readonly state = new Store<DemandState>(FIRST);
  private past: DemandParts[] = [];
  private future: DemandParts[] = [];
  /** As its file has it; null where no file has what the page was loaded again with. */
  private saved: DemandParts | null = NEW_DEMAND;
  /** The gesture of the last change: those of one gesture are one step of undo. */
  private gesture: unknown;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private readonly checking = new Newest<DemandParts>((parts) => this.ask(parts));

  constructor(private readonly studio: Studio) {}

  /** Follow the library, from when all of these are there: another one has other flags and clips. */
  follow(): void {
    const { library } = this.studio;
    watching([library.state], () => [library.state.get().path, library.state.get().vocabulary])(() => {
      this.state.patch({ problem: null, found: null });
      this.check();
    });
  }

  /** What a page that is loaded again needs; without undo where there is little room. */
  left(hasUndo: boolean): DemandLeft {
    const { parts, name, at_s, seconds, seed, found } = this.state.get();
    const steps = hasUndo ? [...this.past, parts, ...this.future.toReversed()] : [parts];
    const now = hasUndo ? this.past.length : 0;
    const library = this.studio.library.state.get().path;
    const isOpen = found !== null && this.studio.clip.get()?.id === found.clip;
    const kept = found && {
      result: found.result,
      parts: found.parts,
      library,
      step: steps.indexOf(found.parts),
      isOpen,
      isWaiting: this.isWaiting,
    };
    return { steps, now, name, at_s, seconds, seed, isUnsaved: this.isUnsaved, found: kept };
  }

  /** Be as it was before the page was loaded again, once its clip is open; that has another id now. */
  comeBack({ steps, now, found, isUnsaved, ...kept }: DemandLeft): void {
    this.saved = isUnsaved ? null : steps[now];
    this.past = steps.slice(0, now);
    this.future = steps.slice(now + 1).reverse();
    const isThere = found && found.library === this.studio.library.state.get().path;
    const open = found?.isOpen ? (this.studio.clip.get()?.id ?? "") : "";
    const clip = found?.isWaiting ? null : open;
    const again = isThere ? { result: found.result, parts: steps[found.step] ?? found.parts, clip } : null;
    this.state.patch({ ...kept, parts: steps[now], picked: null, problem: null, found: again });
    this.check();
  }

  /** Whether something would be lost with the page: nobody but the page keeps a demand without a file. */
  get isUnsaved(): boolean {
    return this.parts !== this.saved && !isEmpty(this.parts);
  }

  /** Whether a motion was found that is not open yet. */
  get isWaiting(): boolean {
    return this.state.get().found?.clip === null;
  }

  get parts(): DemandParts {
    return this.state.get().parts;
  }

  /** Change the demand, as a step that can be undone; changes of one gesture are one step. */
  change(part: Partial<DemandParts>, picked = this.state.get().picked, gesture?: unknown): void {
    if (gesture === undefined || gesture !== this.gesture) this.past = [...this.past, this.parts].slice(-MOST_UNDONE);
    this.gesture = gesture;
    this.future = [];
    this.show({ ...this.parts, ...part }, picked);
  }

  private show(parts: DemandParts, picked: Picked | null): void {
    const { at_s } = this.state.get();
    this.state.patch({ parts, picked, at_s: Math.min(at_s, parts.length_s), problem: null });
    this.check();
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): void {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.parts);
    this.gesture = undefined;
    this.show(before, null);
  }

  redo(): void {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.parts);
    this.show(after, null);
  }

  pick(picked: Picked | null): void {
    this.state.patch({ picked });
    const spot = picked && momentOf(this.parts, picked);
    if (spot) this.goTo(spot.at_s);
  }

  /** Go to a time; the playhead follows where the motion that was found is open. */
  goTo(at_s: number): void {
    const kept = Math.min(Math.max(at_s, 0), this.parts.length_s);
    this.state.patch({ at_s: kept });
    const clip = this.studio.clip.get();
    const { found } = this.state.get();
    if (clip && found?.clip === clip.id) this.studio.playhead.set(clip.first_frame + Math.round(kept * clip.fps));
  }

  /** A place at the time, or the one that is there elsewhere. */
  putPlace(x: number, z: number): void {
    const { parts, at_s } = this.state.get();
    const place = { x: round(x, 0.01), z: round(z, 0.01) };
    const there = parts.places.findIndex((one) => Math.abs(one.at_s - at_s) < 1e-6);
    if (at_s <= 0) this.changeSpot({ part: "start", number: 0 }, { place });
    else if (there >= 0) this.changeSpot({ part: "place", number: there }, { place });
    else {
      const places = [...parts.places, { at_s: round(at_s, 0.001), place, heading_deg: null }];
      this.change({ places }, { part: "place", number: places.length - 1 });
    }
  }

  /** Change a place or the start. */
  changeSpot(picked: Picked, part: Partial<DemandSpot>, gesture?: unknown): void {
    const { start, places } = this.parts;
    if (picked.part === "start") this.change({ start: { ...start, ...part } }, picked, gesture);
    else
      this.change(
        { places: places.map((one, n) => (n === picked.number ? { ...one, ...part } : one)) },
        picked,
        gesture,
      );
  }

  /** The frame that the viewport shows is to be shown at the time; of a clip of the library alone. */
  putPose(): void {
    const own = this.studio.library.clip(this.studio.annotations.known.get().clip ?? -1);
    if (!own) return;
    const { parts, at_s } = this.state.get();
    const pose = {
      at_s: round(at_s, 0.001),
      clip: own.name,
      frame: Math.round(this.studio.playhead.get()),
    };
    const poses = [...parts.poses.filter((one) => Math.abs(one.at_s - at_s) > 1e-6), pose];
    this.change({ poses }, { part: "pose", number: poses.length - 1 });
  }

  /** A further point of the path. */
  putPoint(x: number, z: number): void {
    const { path, length_s, start } = this.parts;
    const points = path?.points ?? (start.place ? [start.place] : []);
    const after = [...points, { x: round(x, 0.01), z: round(z, 0.01) }];
    this.change(
      { path: { start_s: 0, stop_s: length_s, ...path, points: after } },
      { part: "path", number: after.length - 1 },
    );
  }

  /** Take away what is picked; the start stays. */
  remove(): void {
    const { picked, parts } = this.state.get();
    if (!picked) return;
    const without = <T>(list: T[]) => list.filter((_, n) => n !== picked.number);
    if (picked.part === "flag") this.change({ flags: without(parts.flags) }, null);
    if (picked.part === "place") this.change({ places: without(parts.places) }, null);
    if (picked.part === "pose") this.change({ poses: without(parts.poses) }, null);
    if (picked.part === "path" && parts.path) {
      const points = without(parts.path.points);
      this.change({ path: points.length > 1 ? { ...parts.path, points } : null }, null);
    }
  }

  /** Another length; what lies beyond it goes, spans and path that reach over it end there. */
  setLength(length_s: number): void {
    const { parts } = this;
    const cut = (stop: number) => (stop >= parts.length_s ? length_s : Math.min(stop, length_s));
    const inside = <T extends { at_s: number }>(list: T[]) => list.filter(({ at_s }) => at_s <= length_s);
    const flags = parts.flags.filter(({ start_s }) => start_s < length_s);
    const atEnd = parts.places.map((one) => (one.at_s >= parts.length_s ? { ...one, at_s: length_s } : one));
    this.change(
      {
        length_s,
        flags: flags.map((span) => ({ ...span, stop_s: cut(span.stop_s) })),
        places: inside(atEnd),
        poses: inside(parts.poses),
        path: parts.path && { ...parts.path, stop_s: cut(parts.path.stop_s) },
      },
      null,
    );
  }

  // ---- files -------------------------------------------------------------------------------------------------------

  /** Read a TOML file. */
  async load(file: File): Promise<void> {
    const body = { text: await file.text(), name: file.name };
    const read = await this.studio.attempt("Reading the demand", "ReadDemand", body, ABOUT);
    if (!read) return;
    this.change(read.parts, null);
    this.saved = this.parts;
    this.state.patch({ name: file.name, at_s: 0 });
  }

  /** Hand the TOML file to the browser. */
  async save(): Promise<void> {
    const { parts } = this;
    const written = await this.studio.attempt("Writing the demand", "WriteDemand", { parts }, ABOUT);
    if (!written) return;
    offerDownload(new Blob([written.text], { type: "application/toml" }), this.state.get().name);
    this.saved = parts;
  }

  /** Hand the report of the motion that was found to the browser, as a page. */
  async saveReport(): Promise<void> {
    const { found, name } = this.state.get();
    if (!found) return;
    const body = { upload: found.result.upload, title: name };
    const reported = await this.studio.attempt("Writing the report", "ReportDemand", body, ABOUT);
    if (reported) offerDownload(new Blob([reported.html], { type: "text/html" }), name.replace(/(\.toml)?$/i, ".html"));
  }

  // ---- the server --------------------------------------------------------------------------------------------------

  private check(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (this.studio.library.isOpen && !isEmpty(this.parts)) this.checking.push(this.parts);
    }, REST_MS);
  }

  private async ask(parts: DemandParts): Promise<void> {
    try {
      const { problem } = await this.studio.connection.request("CheckDemand", { parts }).answer;
      if (this.parts === parts) this.state.patch({ problem });
    } catch (error) {
      if (this.parts === parts && !(error instanceof RequestCancelled)) {
        this.state.patch({ problem: { part: "demand", number: 0, text: messageOf(error) } });
      }
    }
  }

  /** Search for a motion, and open it, once a person knows what would be lost then. */
  async synthesize(): Promise<void> {
    const { parts, seconds, seed, searching } = this.state.get();
    if (searching) return;
    this.state.patch({ searching: { step: "Reading the library", part: 0 }, problem: null });
    try {
      const onProgress = (progress: { step: string; part: number }) => this.state.patch({ searching: progress });
      const result = await this.studio.connection.request("Synthesize", { parts, seconds, seed }, onProgress).answer;
      if (result.problem) this.state.patch({ problem: result.problem });
      else this.take(result, parts);
    } catch (error) {
      this.studio.notices.addError(error, ABOUT);
    } finally {
      this.state.patch({ searching: null });
    }
  }

  /** What a person is asked meanwhile stays in front: what was found waits behind it. */
  private take(result: Synthesized, parts: DemandParts): void {
    this.state.patch({ found: { result, parts, clip: null } });
    if (!this.studio.dialog.get()) this.openFound();
    else this.studio.notify("info", "A motion was found.", { label: "Open", run: () => this.openFound() }, ABOUT);
  }

  /** Open what was found; where somebody stays with work that is not saved, it waits. */
  openFound(): void {
    leaving(this.studio, () => void this.open());
  }

  private async open(): Promise<void> {
    const { found } = this.state.get();
    const { tabs } = this.studio.view.get();
    // Until it is saved, it is nowhere else.
    if (!found || !(await this.studio.openNew({ source: "upload", name: found.result.upload }))) return;
    this.studio.view.patch({ tabs: { ...tabs, bottom: "demand" } });
    this.state.patch({ found: { ...found, clip: this.studio.clip.get()?.id ?? "" }, at_s: 0 });
  }

  /** End the search: the best so far is taken. */
  async stop(): Promise<void> {
    await this.studio.connection.request("StopSynthesis", {}).answer.catch(() => {});
  }
}

/** The place, pose or start that is picked. */
export function momentOf(parts: DemandParts, { part, number }: Picked): { at_s: number } | null {
  if (part === "start") return parts.start;
  if (part === "place") return parts.places[number] ?? null;
  return part === "pose" ? (parts.poses[number] ?? null) : null;
}

function isEmpty({ flags, places, poses, path }: DemandParts): boolean {
  return !flags.length && !places.length && !poses.length && !path;
}

export function round(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(6));
}
