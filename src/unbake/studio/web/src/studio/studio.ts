/** Everything that is open, and what can be done with it. Views watch its stores and call its methods. */

import { type Connection, type Pending, RequestCancelled, type Told } from "../connection/connection";
import { change } from "../document/commands";
import type { StudioDocument } from "../document/document";
import { History } from "../document/history";
import { difference } from "../document/keys";
import type { Answers, Clip, Edited, Evaluation, Keys, Open, Opened, Requests, Welcome } from "../messages";
import { Store } from "../store";
import { Deriving } from "./deriving";
import { FIRST_FOUND, type Found } from "./found";
import { Playback } from "./playback";
import { FIRST_PREFERENCES, type Preferences, preferencesFrom } from "./preferences";
import { openedProject, type ProjectFile } from "./project";
import { firstView, type View } from "./view";

/** Work that a person may have to wait for. */
export interface Busy {
  what: string;
  part: number;
  cancel(): void;
}

export interface Notice {
  id: number;
  kind: "info" | "warning" | "error";
  text: string;
}

const NOTHING = {} as StudioDocument;

export class Studio {
  readonly welcome = new Store<Welcome | null>(null);
  readonly clip = new Store<Clip | null>(null);
  readonly document = new Store<StudioDocument>(NOTHING);
  readonly history = new History(this.document);
  readonly found = new Store<Found>(FIRST_FOUND);
  readonly view = new Store<View>({} as View);
  readonly playhead = new Store<number>(0);
  readonly isPlaying = new Store<boolean>(false);
  readonly preferences = new Store<Preferences>(FIRST_PREFERENCES);
  readonly busy = new Store<Busy | null>(null);
  readonly notices = new Store<readonly Notice[]>([]);
  readonly isLost = new Store<boolean>(false);
  readonly projectPath = new Store<string | null>(null);
  readonly playback = new Playback(this);
  private readonly deriving = new Deriving(this);
  private noticeNumber = 0;

  constructor(
    readonly connection: Connection,
    /** Goes with uploads and downloads. */
    readonly token: string,
  ) {}

  /** Get to know the server, and open what the command line asked for. */
  async start(): Promise<void> {
    const welcome = await this.connection.request("Hello", {}).answer;
    this.preferences.set(preferencesFrom(welcome.preferences));
    this.welcome.set(welcome);
    if (welcome.startup && !welcome.recoverable.length) await this.open({ source: "startup" });
  }

  /** Open a clip or a project; errors become notices. */
  async open(what: Pick<Open, "source"> & Partial<Open>): Promise<boolean> {
    const body: Open = { name: "", fps: null, unit: "", ...what };
    const opened = await this.patiently<"Open">("Opening", (told) => this.connection.request("Open", body, told));
    if (!opened) return false;
    this.show(opened);
    return true;
  }

  private show(opened: Opened): void {
    const { clip, settings, choice, joining } = opened;
    const left: ProjectFile | null = opened.project ? openedProject(opened.project) : null;
    this.playback.stop();
    this.deriving.forget();
    this.found.set(FIRST_FOUND);
    this.clip.set(clip);
    this.projectPath.set(opened.project_path);
    this.view.set({ ...firstView(clip), ...left?.view });
    this.playhead.set(left?.playhead ?? clip.first_frame);
    const document = left?.document ?? { settings, choice, joining, detail: 0, edited: null };
    this.history.reset(document, left?.past);
    for (const warning of clip.warnings) this.notify("warning", warning);
  }

  /** The keys that are seen: those under the hand, edited ones, or those that the choice gave. */
  shownKeys(): Keys | null {
    const { handled, chosen } = this.found.get();
    return handled ?? this.document.get().edited ?? chosen?.keys ?? null;
  }

  /** Change part of the document. What decides about the keys takes the place of edits by hand; undo brings them back. */
  change(label: string, after: Partial<StudioDocument>, gesture?: string): void {
    const document = this.document.get();
    const decides = "choice" in after || "settings" in after || "joining" in after;
    const drops = decides && document.edited !== null && !("edited" in after);
    if (drops) this.notify("info", "Keys edited by hand were replaced. Undo brings them back.");
    this.history.execute(change(document, label, drops ? { ...after, edited: null } : after, gesture));
  }

  /** Take over keys that were edited. */
  editKeys(label: string, keys: Keys): void {
    const document = this.document.get();
    this.found.patch({ handled: null });
    if (!document.edited) {
      this.history.execute(change(document, label, { edited: keys }));
      return;
    }
    const found = difference(document.edited, keys);
    const isCovered = keys.first === document.edited.first && keys.last === document.edited.last;
    if (!isCovered) this.history.execute(change(document, label, { edited: keys }));
    else if (found.removed.frames.length || found.inserted.frames.length) {
      this.history.execute({ kind: "splice", label, ...found });
    }
  }

  /** Show keys while they are under the hand; null shows again what is in the document. */
  handle(keys: Keys | null): void {
    this.found.patch({ handled: keys });
    this.deriving.evaluate();
  }

  /** Wait until what is seen is no quick preview any more, so that it can be edited. */
  settle(): Promise<Keys | null> {
    return this.deriving.settle();
  }

  /** An edit that the server makes: `make` gets the clip, the keys and the detail. The selection follows the keys. */
  async edit<K extends "MoveKeys" | "InsertKey" | "DeleteKeys" | "PasteKeys" | "Refit">(
    type: K,
    label: string,
    body: Omit<Requests[K], "clip" | "keys" | "detail">,
  ): Promise<Edited | null> {
    const keys = await this.settle();
    const clip = this.clip.get();
    if (!keys || !clip) return null;
    const asked = { ...body, clip: clip.id, keys, detail: this.document.get().detail } as unknown as Requests[K];
    const edited = (await this.patiently(label, (told) => this.connection.request(type, asked, told))) as Edited | null;
    if (!edited) return null;
    this.deriving.know(edited.keys, edited.evaluation);
    this.editKeys(label, edited.keys);
    for (const note of edited.notes) this.notify("info", note);
    return edited;
  }

  /** The animation that is seen at every frame; null before there is any. */
  evaluation(): Evaluation | null {
    return this.found.get().evaluation;
  }

  /** Run a request and show how far it is; failures become notices, and null. */
  async patiently<K extends keyof Answers>(
    what: string,
    ask: (told: Told) => Pending<Answers[K]>,
  ): Promise<Answers[K] | null> {
    const told: Told = ({ step, part }) => this.busy.set({ what: step || what, part, cancel: () => pending.cancel() });
    const pending = ask(told);
    const patience = setTimeout(() => told({ step: "", part: 0 }), 300);
    try {
      return await pending.answer;
    } catch (error) {
      if (!(error instanceof RequestCancelled)) this.notify("error", messageOf(error));
      return null;
    } finally {
      clearTimeout(patience);
      this.busy.set(null);
    }
  }

  notify(kind: Notice["kind"], text: string): void {
    if (this.notices.get().some((notice) => notice.text === text)) return;
    const notice = { id: ++this.noticeNumber, kind, text };
    this.notices.set([...this.notices.get(), notice]);
    if (kind === "info") setTimeout(() => this.dismiss(notice.id), 6000);
  }

  dismiss(id: number): void {
    this.notices.set(this.notices.get().filter((notice) => notice.id !== id));
  }

  setPreferences(part: Partial<Preferences>): void {
    this.preferences.patch(part);
    void this.connection.request("KeepPreferences", { preferences: JSON.stringify(this.preferences.get()) }).answer;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
