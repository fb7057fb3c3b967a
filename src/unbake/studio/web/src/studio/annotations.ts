/** What is said of the clip's flags: read from the library with the clip, and saved there as soon as it changes. */

import { annotate } from "../document/commands";
import { changedFlags, type Marks } from "../document/marks";
import { messageOf } from "../errors";
import type { AnnotationsRead, Clip } from "../messages";
import { Store, watching } from "../store";
import type { Studio } from "./studio";

interface Known {
  /** The clip's id in the library; null where it is not there. */
  clip: number | null;
  /** (flags, F) certainty in percent, by the vocabulary; 255 where nothing is guessed. */
  guess: Uint8Array;
}

const UNKNOWN: Known = { clip: null, guess: new Uint8Array() };
const ABOUT = "Annotations";

export class Annotations {
  readonly known = new Store<Known>(UNKNOWN);
  /** What the library has, or is about to have. */
  private sent: Marks = {};
  /** Flags that could not be saved. */
  private readonly unsaved = new Set<string>();

  constructor(private readonly studio: Studio) {}

  /** Whether something could not be saved, so that only the page has it. */
  get isUnsaved(): boolean {
    return this.unsaved.size > 0;
  }

  /** Follow the clip, the library and the document, from when all of these are there. */
  follow(): void {
    const { clip, library, document } = this.studio;
    const parts = () => [clip.get(), library.state.get().path, library.state.get().vocabulary];
    watching([clip, library.state], parts)(() => void this.read());
    watching([document], () => [document.get().marks])(() => this.save());
  }

  /** Take what the library has of the clip; whatever was done to another one cannot be undone any more. */
  async read(): Promise<void> {
    this.known.set(UNKNOWN);
    // A clip that comes brings a document of its own at once.
    await null;
    const clip = this.studio.clip.get();
    const { path } = this.studio.library.state.get();
    this.take(UNKNOWN, {});
    if (!clip || path === null) return;
    const isStill = () => this.studio.clip.get() === clip && this.studio.library.state.get().path === path;
    try {
      const read = await this.studio.connection.request("ReadAnnotations", { clip: clip.id }).answer;
      if (!isStill()) return;
      this.take({ clip: read.library_clip, guess: read.guess }, marksOf(read));
      if (read.library_clip !== null) await this.guess(clip);
    } catch (error) {
      if (isStill()) this.studio.notices.addError(error, ABOUT);
    }
  }

  /** Have the flags guessed by what the library was taught before. */
  private async guess(clip: Clip): Promise<void> {
    try {
      const { guess } = await this.studio.connection.request("GuessAnnotations", { clip: clip.id }).answer;
      this.guessed(clip, guess);
    } catch {
      // Labels are there without a guess; to learn says what is wrong.
    }
  }

  private take(known: Known, marks: Marks): void {
    this.known.set(known);
    this.unsaved.clear();
    this.sent = marks;
    if (Object.keys({ ...marks, ...this.studio.document.get().marks }).length) {
      this.studio.history.forgetAnnotations(marks);
    }
  }

  /** Show another guess for the clip that is open. */
  guessed(clip: Clip, guess: Uint8Array): void {
    if (this.studio.clip.get() === clip) this.known.patch({ guess });
  }

  /** The certainty of a flag on each frame; empty where nothing is guessed. */
  guessOf(flag: string): Uint8Array {
    const clip = this.studio.clip.get();
    const row = this.studio.library.state.get().vocabulary.indexOf(flag);
    if (!clip || row < 0) return new Uint8Array();
    const frames = clip.last_frame - clip.first_frame + 1;
    return this.known.get().guess.subarray(row * frames, (row + 1) * frames);
  }

  /** Say something else of some flags, as a step that can be undone. Returns whether anything changes. */
  change(label: string, marks: Marks, gesture?: string): boolean {
    const flags = changedFlags(this.studio.commands.ahead.get().marks, {
      ...this.studio.commands.ahead.get().marks,
      ...marks,
    });
    if (!flags.length) return false;
    const change = (document: { marks: Marks }) => ({ marks: { ...document.marks, ...marks } });
    this.studio.commands.now({ label, kind: "edit", gesture, change }, () => {
      const command = annotate(this.studio.document.get(), label, marks, gesture);
      if (command) this.studio.history.execute(command);
    });
    return true;
  }

  private save(): void {
    const clip = this.studio.clip.get();
    if (!clip || this.known.get().clip === null) return;
    const { marks } = this.studio.document.get();
    const flags = [...new Set([...changedFlags(this.sent, marks), ...this.unsaved])];
    if (!flags.length) return;
    this.sent = marks;
    this.unsaved.clear();
    void this.send(clip, flags, marks);
  }

  private async send(clip: Clip, flags: readonly string[], marks: Marks): Promise<void> {
    const said = flags.map((flag) => ({ flag, marks: [...(marks[flag] ?? [])] }));
    try {
      await this.studio.connection.request("SaveAnnotations", { clip: clip.id, flags: said }).answer;
      this.studio.notices.succeeded(ABOUT);
      this.studio.library.refresh();
    } catch (error) {
      if (this.studio.clip.get() === clip) for (const flag of flags) this.unsaved.add(flag);
      this.studio.notify("error", `What was said of the flags is not saved: ${messageOf(error)}`, undefined, ABOUT);
    }
  }
}

function marksOf({ flags }: AnnotationsRead): Marks {
  return Object.fromEntries(flags.map(({ flag, marks }) => [flag, marks]));
}
