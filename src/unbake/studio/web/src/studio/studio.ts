/** Everything that is open, and what can be done with it. Views watch its stores and call its methods. */

import type { Connection } from "../connection/connection";
import { change, relabel } from "../document/commands";
import { EMPTY_DOCUMENT, type StudioDocument } from "../document/document";
import { History } from "../document/history";
import { exchanged, inOrder, plantsDifference } from "../document/plants";
import type { Answers, Clip, Edited, Evaluation, Keys, Open, Opened, Plant, Requests, Welcome } from "../messages";
import { Store } from "../store";
import { Annotations } from "./annotations";
import { type Busy, withProgress } from "./busy";
import { Commands } from "./commands";
import { Demand } from "./demand";
import { Deriving } from "./deriving";
import type { DialogRequest } from "./dialogs";
import { Editing } from "./editing";
import { followFeet } from "./feet";
import { Judging } from "./judging";
import { KeyIds, type Moves, STAYED } from "./keyIds";
import { Layers } from "./layers";
import { Library } from "./library";
import { Live } from "./live";
import { type Notice, Notices } from "./notices";
import { Playback } from "./playback";
import { Posing } from "./posing";
import { FIRST_PREFERENCES, type Preferences, preferencesFrom } from "./preferences";
import { openedProject, type ProjectFile } from "./project";
import { Propagating } from "./propagating";
import { FIRST_RESULTS, type Results } from "./results";
import { type Reading, Returning, type Seen, type Tab } from "./returning";
import { Saving } from "./saving";
import { Scores } from "./scores";
import { followKeys } from "./selection";
import { EMPTY_VIEW, firstView, type View } from "./view";

/** How long preferences have to rest before the server keeps them. */
const KEEP_MS = 500;

export class Studio {
  readonly welcome = new Store<Welcome | null>(null);
  readonly clip = new Store<Clip | null>(null);
  readonly document = new Store<StudioDocument>(EMPTY_DOCUMENT);
  readonly history = new History(this.document);
  readonly results = new Store<Results>(FIRST_RESULTS);
  readonly view = new Store<View>(EMPTY_VIEW);
  readonly playhead = new Store<number>(0);
  readonly isPlaying = new Store<boolean>(false);
  readonly preferences = new Store<Preferences>(FIRST_PREFERENCES);
  readonly busy = new Store<Busy | null>(null);
  /** How much of its code a fresh installation has compiled, from 0 to 1; null where nothing has to be compiled. */
  readonly compiled = new Store<number | null>(null);
  readonly notices = new Notices();
  readonly isLost = new Store<boolean>(false);
  /** Whether the server that was lost answers: the page only has to be loaded again. */
  readonly isThereAgain = new Store<boolean>(false);
  readonly projectPath = new Store<string | null>(null);
  readonly dialog = new Store<DialogRequest | null>(null);
  /** Id of the view that keys are meant for: the one that the pointer or the focus entered last. */
  readonly area = new Store<string | undefined>(undefined);
  /** What views still have to write down, such as a camera on its way: called before a project is written. */
  readonly unwritten = new Set<() => void>();
  readonly commands = new Commands(this);
  readonly keyIds = new KeyIds(this);
  readonly playback = new Playback(this);
  readonly saving = new Saving(this);
  readonly library = new Library(this);
  readonly annotations = new Annotations(this);
  readonly live = new Live(this);
  readonly scores = new Scores(this);
  readonly judging = new Judging(this);
  readonly demand = new Demand(this);
  readonly posing = new Posing(this);
  readonly layers = new Layers(this);
  readonly propagating = new Propagating(this);
  readonly returning: Returning;
  private readonly deriving = new Deriving(this);
  readonly editing = new Editing(
    this,
    (keys, evaluation) => this.deriving.know(keys, evaluation),
    (keys, others) => this.deriving.knowAlike(keys, others),
  );
  /** Opens once more what is open, read in another way. */
  again: ((how: Partial<Reading>) => Promise<boolean>) | null = null;
  private keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly connection: Connection,
    /** Goes with uploads and downloads. */
    readonly token: string,
    /** Where the page keeps what it needs to come back after it was loaded again. */
    tab: Tab,
  ) {
    this.returning = new Returning(this, tab);
    followKeys(this);
    followFeet(this);
    this.annotations.follow();
    this.judging.follow();
    this.demand.follow();
    this.posing.follow();
    this.layers.follow();
    this.propagating.follow();
  }

  /** Get to know the server, and open what the page had open before, or what the command line asked for. */
  async start(): Promise<void> {
    const welcome = await this.greet();
    if (!welcome) return;
    this.preferences.set(preferencesFrom(welcome.preferences));
    void this.followCompiling();
    if (welcome.library) await this.library.ask();
    const isBack = await this.returning.comeBack();
    if (welcome.judging && !isBack) void this.judging.begin(welcome.judging.kind, welcome.judging.name);
    // Without a clip the start screen shows what was not saved.
    if (!isBack && !(welcome.startup && (await this.open({ source: "startup" })))) return;
    const recoverable = isBack ? ((await this.greet())?.recoverable ?? []) : welcome.recoverable;
    const left = recoverable.length;
    if (left) {
      const text = left === 1 ? `Work on ${recoverable[0].name} was not saved.` : `${left} clips were not saved.`;
      this.notify("warning", text, { label: "Show…", run: () => this.dialog.set({ kind: "open" }) });
    }
  }

  /** Ask the server what it is and knows: recent files and recoverable work change. Null once it has stopped. */
  async greet(): Promise<Welcome | null> {
    try {
      const welcome = await this.connection.request("Hello", {}).answer;
      this.welcome.set(welcome);
      return welcome;
    } catch (error) {
      this.notices.addError(error);
      return null;
    }
  }

  /** The first start of an installation takes its time, and says why. */
  private async followCompiling(): Promise<void> {
    try {
      await this.connection.request("AwaitKernels", {}, ({ part }) => this.compiled.set(part)).answer;
    } catch {
      // A server that has stopped says so itself.
    } finally {
      this.compiled.set(null);
    }
  }

  /** Open a clip or a project, once what was given before is done, as it was seen; errors become notices. */
  async open(what: Pick<Open, "source"> & Partial<Open>, seen?: Seen): Promise<boolean> {
    return (await this.commands.inTurn({ label: "Open", kind: "other" }, () => this.openNow(what, seen))) ?? false;
  }

  /** Open a clip that is nowhere else: as long as it is not saved, it is unsaved work. */
  async openNew(what: Pick<Open, "source"> & Partial<Open>): Promise<boolean> {
    const isOpen = await this.commands.inTurn({ label: "Open", kind: "other" }, () =>
      this.openNow(what, undefined, true),
    );
    return isOpen ?? false;
  }

  private async openNow(what: Pick<Open, "source"> & Partial<Open>, seen?: Seen, isNew = false): Promise<boolean> {
    const body: Open = { name: "", fps: null, unit: "", take: null, ...what };
    const opened = await this.attempt("Opening", "Open", body);
    if (!opened) return false;
    try {
      this.show(opened, isNew || what.source === "recovery", seen);
      this.again = (how) => (isNew ? this.openNew({ ...what, ...how }) : this.open({ ...what, ...how }));
      // Which take was read by default, another page may change.
      this.returning.follow({ ...body, take: opened.clip.take ?? body.take }, opened.work);
    } catch (error) {
      this.notices.addError(error);
      return false;
    }
    return true;
  }

  /** Whether something would be lost, or only be there for a recovery, if the page went now. */
  get wouldLose(): boolean {
    const { saving, commands, annotations, demand, live } = this;
    if (annotations.isUnsaved || live.isRecording) return true;
    if (this.returning.isReloading) return false;
    return saving.isUnsaved.get() || demand.isUnsaved || demand.isWaiting || !commands.isIdle;
  }

  /** Throw recoverable work away. */
  async forget(id: string): Promise<void> {
    await this.attempt("Forgetting", "Forget", { id });
    await this.greet();
  }

  private show(opened: Opened, isUnsaved: boolean, before?: Seen): void {
    const { clip, settings, choice, joining } = opened;
    const project = before?.project ?? opened.project;
    const plants = inOrder(opened.plants);
    const { layers } = opened;
    const own = { detail: 0, edited: opened.keys, plants, cleansFeet: false, layers, isOnCapture: false, marks: {} };
    const fresh = { settings, choice, joining, ...own };
    const seen = firstView(clip);
    const left: ProjectFile | null = project ? openedProject(project, fresh, seen) : null;
    this.notices.leaveClip();
    this.playback.stop();
    // What is opened is seen, but nobody plays a recording twice.
    if (this.live.isOn && !this.live.isRecording) this.live.stop();
    this.deriving.forget();
    this.results.set(FIRST_RESULTS);
    this.clip.set(clip);
    this.projectPath.set(opened.project_path);
    this.view.set({ ...seen, ...left?.view, ...before?.view });
    const playhead = before?.playhead ?? left?.playhead ?? clip.first_frame;
    this.playhead.set(Math.min(Math.max(playhead, clip.first_frame), clip.last_frame));
    // A project that was saved before there were feet says nothing of them.
    this.history.reset({ ...fresh, ...left?.document }, left?.past);
    this.saving.opened(isUnsaved || before?.project !== undefined);
  }

  /** The keys that are seen: those under the hand, edited ones, or those that the choice gave. */
  shownKeys(): Keys | null {
    return this.results.get().handled ?? this.documentKeys();
  }

  /** The keys without what is under the hand. */
  documentKeys(): Keys | null {
    return this.document.get().edited ?? this.results.get().chosen?.keys ?? null;
  }

  /** Change part of the document in its turn. What decides about the keys takes the place of edits by hand; undo brings
   * them back. `how` gets the document as earlier commands left it. */
  change(
    label: string,
    how: Partial<StudioDocument> | ((document: StudioDocument) => Partial<StudioDocument>),
    gesture?: string,
  ): void {
    const after = (document: StudioDocument) => {
      const part = typeof how === "function" ? how(document) : how;
      const decides = "choice" in part || "settings" in part || "joining" in part;
      return decides && document.edited && !("edited" in part) ? { ...part, edited: null } : part;
    };
    const step = { label, kind: "edit" as const, gesture, change: after };
    this.commands.now(step, () => this.changeNow(label, after(this.document.get()), gesture));
  }

  private changeNow(label: string, after: Partial<StudioDocument>, gesture?: string): void {
    const document = this.document.get();
    if (!Object.keys(after).length) throw new Error("what it is about is gone");
    // A file that holds keys is opened with them.
    const whose = this.history.past.get().done.length ? "edited by hand" : "of the file";
    if (document.edited && after.edited === null && !isGoingBack(after)) {
      this.notify("info", `Keys ${whose} were replaced. Undo brings them back.`);
    }
    this.history.execute(change(document, label, after, gesture));
  }

  /** Make labels of the feet others, in their turn; `then` follows where they were others. Returns whether they are. */
  relabel(label: string, plants: readonly Plant[], gesture?: string, then = () => {}): boolean {
    const { removed, inserted } = plantsDifference(this.commands.ahead.get().plants, plants);
    if (!removed.length && !inserted.length) return false;
    const after = (document: StudioDocument) => exchanged(document.plants, removed, inserted);
    const step = { label, kind: "edit" as const, gesture, change: (d: StudioDocument) => ({ plants: after(d) }) };
    this.commands.now(step, () => {
      const document = this.document.get();
      const command = relabel(document, label, after(document), gesture);
      if (command) this.history.execute(command);
      if (command) then();
    });
    return true;
  }

  /** Take over keys that were edited; pins follow the keys that they are on, and go with them. */
  editKeys(label: string, keys: Keys, moves?: Moves): void {
    this.editing.take(label, keys, moves);
  }

  /** Show keys while they are under the hand; null shows again what is in the document. `moves`: where they went. */
  handle(keys: Keys | null, moves = STAYED): void {
    if (keys) this.keyIds.announce(keys, moves);
    this.results.patch({ handled: keys });
    this.deriving.evaluate();
  }

  /** Show what the server made of keys under the hand; it comes with its evaluation. */
  handleEdited({ keys, evaluation }: Edited, moves = STAYED): void {
    this.deriving.know(keys, evaluation);
    this.handle(keys, moves);
  }

  /** Wait until what is seen is no quick preview any more, so that it can be edited. */
  settle(): Promise<Keys | null> {
    return this.deriving.settle();
  }

  /** The same once what was given before is done. */
  async settleInTurn(): Promise<Keys | null> {
    await this.commands.earlier();
    return this.settle();
  }

  undo(): void {
    this.commands.now({ label: "Undo", kind: "undo" }, () => void this.history.undo());
  }

  redo(): void {
    this.commands.now({ label: "Redo", kind: "redo" }, () => void this.history.redo());
  }

  /** Go to a step of the history, by how many commands are done there. */
  goTo(count: number): void {
    const step = this.history.all()[count - 1];
    this.commands.now({ label: "Go to a step of the history", kind: "other" }, () => {
      if (this.history.all()[count - 1] !== step) throw new Error("that step is gone");
      this.history.goTo(count);
    });
  }

  /** The oracle says otherwise now: where it decides about the keys, they are chosen once more. */
  oracleChanged(): void {
    const { joining, plants } = this.document.get();
    if (joining.holds_feet && !plants.length) this.deriving.renew();
  }

  /** Look again for the errors of all counts, which a person stopped. */
  resumeSpace(): void {
    this.deriving.resumeSpace();
  }

  /** The animation that is seen at every frame; null before there is any. */
  evaluation(): Evaluation | null {
    return this.results.get().evaluation;
  }

  /** Run a request and show how far it is; failures become notices, and null. A success ends those about the same. */
  async attempt<K extends keyof Answers>(
    what: string,
    type: K,
    body: Requests[K],
    about = what,
  ): Promise<Answers[K] | null> {
    try {
      const answer = await this.request(what, type, body);
      this.notices.succeeded(about);
      return answer;
    } catch (error) {
      this.notices.addError(error, about);
      return null;
    }
  }

  /** Run a request that a person waits for, and show how far it is. */
  request<K extends keyof Answers>(what: string, type: K, body: Requests[K]): Promise<Answers[K]> {
    return withProgress(this.busy, (onProgress) => this.connection.request(type, body, onProgress), what).answer;
  }

  /** Tell the person something; returns the notice's number. */
  notify(kind: Notice["kind"], text: string, action?: Notice["action"], about?: string): number {
    return this.notices.add(kind, text, action, about);
  }

  setPreferences(part: Partial<Preferences>): void {
    this.preferences.patch(part);
    // A panel that is dragged changes with every move of the hand.
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => {
      const preferences = JSON.stringify(this.preferences.get());
      this.connection.request("KeepPreferences", { preferences }).answer.catch(() => {});
    }, KEEP_MS);
  }
}

/** Whether only the edits by hand go: whoever asks for that knows it. */
const isGoingBack = (after: Partial<StudioDocument>) => Object.keys(after).join() === "edited";
