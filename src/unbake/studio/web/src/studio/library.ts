/** The library that is open: what it lists, what is like the selection, and poses for thumbnails. */

import { Newest } from "../connection/newest";
import { messageOf } from "../errors";
import type { ClipDrawn, LibraryClip, LibraryHit, LibraryListed, LibraryOpened, ListLibrary } from "../messages";
import { Store } from "../store";
import type { Studio } from "./studio";

export const NO_FILTERS: ListLibrary = { text: "", tag: "", expression: "", least_s: null, most_s: null };

interface LibraryState {
  /** Null while no library is open. */
  path: string | null;
  vocabulary: readonly string[];
  filters: ListLibrary;
  listed: LibraryListed | null;
  /** Why the filters cannot be met, such as an expression with an unknown flag. */
  problem: string;
  /** What was found to be like some frames, in words for these; null while all clips are listed. */
  found: { like: string; hits: readonly LibraryHit[] } | null;
  /** Clips that were picked to be changed, the last one last; all of them are listed. */
  picked: readonly number[];
}

const CLOSED: LibraryState = {
  path: null,
  vocabulary: [],
  filters: NO_FILTERS,
  listed: null,
  problem: "",
  found: null,
  picked: [],
};

/** What notices are about. */
const ABOUT = "Library";
/** Clips whose poses are asked for at once. */
const BATCH = 8;
export const SUFFIX = ".unbakelib";

export function isLibrary(path: string): boolean {
  return path.trim().replace(/["']$/, "").toLowerCase().endsWith(SUFFIX);
}

export class Library {
  readonly state = new Store<LibraryState>(CLOSED);
  /** Poses of clips by id. */
  readonly drawings = new Store<ReadonlyMap<number, ClipDrawn>>(new Map());
  private readonly listing = new Newest<ListLibrary>((filters) => this.list(filters));
  private readonly drawing = new Newest<null>(() => this.draw());
  /** Clips that are seen and have no poses yet, the last seen first. */
  private wanted: number[] = [];
  private readonly undrawable = new Set<number>();

  constructor(private readonly studio: Studio) {}

  get isOpen(): boolean {
    return this.state.get().path !== null;
  }

  /** Open a library, or create one; what stands in the way becomes a notice. */
  async open(path: string, creates = false, dropped_bytes: number | null = null): Promise<boolean> {
    const what = creates ? "Creating the library" : "Opening the library";
    const opened = await this.studio.attempt(what, "OpenLibrary", { path, creates, dropped_bytes }, ABOUT);
    if (opened) this.show(opened);
    return opened !== null;
  }

  /** Ask which library the server has open: the command line's, or what this page had before it was loaded again. */
  async ask(): Promise<void> {
    const opened = await this.studio.attempt("Opening the library", "AskLibrary", {}, ABOUT);
    if (opened?.path) this.show(opened);
  }

  async close(): Promise<void> {
    if (await this.studio.attempt("Closing the library", "CloseLibrary", {}, ABOUT))
      this.show({ ...CLOSED, vocabulary: [] });
  }

  private show({ path, vocabulary }: LibraryOpened): void {
    this.undrawable.clear();
    this.wanted = [];
    this.drawings.set(new Map());
    this.state.set({ ...CLOSED, path, vocabulary });
    if (path) this.listing.push(NO_FILTERS);
  }

  /** List what meets other conditions. */
  filter(part: Partial<ListLibrary>): void {
    const filters = { ...this.state.get().filters, ...part };
    this.state.patch({ filters, found: null });
    this.listing.push(filters);
  }

  /** List once more: clips have come, or are annotated otherwise. */
  refresh(): void {
    if (this.isOpen) this.listing.push(this.state.get().filters);
  }

  private async list(filters: ListLibrary): Promise<void> {
    const { path } = this.state.get();
    try {
      const listed = await this.studio.connection.request("ListLibrary", filters).answer;
      if (this.state.get().path === path) this.take(listed);
    } catch (error) {
      this.state.patch({ problem: messageOf(error) });
    }
  }

  /** Show a list; clips that are not in it any more are not picked. */
  private take(listed: LibraryListed): void {
    const ids = new Set(listed.clips.map(({ id }) => id));
    const { picked } = this.state.get();
    const left = picked.filter((id) => ids.has(id));
    this.state.patch({ listed, problem: "", picked: left.length < picked.length ? left : picked });
  }

  /** The clips that are picked, in the order of the list. */
  get pickedClips(): readonly LibraryClip[] {
    const { listed, picked } = this.state.get();
    return listed?.clips.filter(({ id }) => picked.includes(id)) ?? [];
  }

  /** Clips are removed: another one may get their numbers. */
  forget(ids: readonly number[]): void {
    const { found, picked, listed } = this.state.get();
    const isLeft = (id: number) => !ids.includes(id);
    this.wanted = this.wanted.filter(isLeft);
    for (const id of ids) this.undrawable.delete(id);
    this.drawings.set(new Map([...this.drawings.get()].filter(([id]) => isLeft(id))));
    this.state.patch({
      picked: picked.filter(isLeft),
      found: found && { ...found, hits: found.hits.filter(({ clip }) => isLeft(clip)) },
      listed: listed && { ...listed, clips: listed.clips.filter(({ id }) => isLeft(id)) },
    });
    this.refresh();
  }

  /** There are other flags: annotations are read once more, and lanes follow. */
  setVocabulary(vocabulary: readonly string[]): void {
    this.state.patch({ vocabulary });
    this.refresh();
  }

  /** Add the clip that is open. */
  async add(): Promise<void> {
    const clip = this.studio.clip.get();
    if (!clip) return;
    const added = await this.studio.attempt("Adding to the library", "AddToLibrary", { clip: clip.id }, ABOUT);
    if (!added) return;
    if (this.studio.clip.get() === clip) this.studio.saving.added();
    const text = added.is_new
      ? `${added.name} is in the library now.`
      : `The library has this motion as ${added.name}.`;
    this.studio.notify("info", text);
    this.refresh();
    await this.studio.annotations.read();
  }

  /** Find what is like some frames of the clip that is open. */
  async search(first: number, last: number): Promise<void> {
    const clip = this.studio.clip.get();
    if (!clip) return;
    const body = { clip: clip.id, first, last };
    const answer = await this.studio.attempt("Searching the library", "SearchLibrary", body, ABOUT);
    if (answer) this.state.patch({ found: { like: `${clip.name} ${first}–${last}`, hits: answer.hits } });
  }

  /** List clips again in place of what was found. */
  leaveFound(): void {
    this.state.patch({ found: null });
  }

  clip(id: number): LibraryClip | undefined {
    return this.state.get().listed?.clips.find((clip) => clip.id === id);
  }

  /** Have poses of a clip that is seen. */
  want(id: number): void {
    if (this.drawings.get().has(id) || this.undrawable.has(id)) return;
    this.wanted = [id, ...this.wanted.filter((one) => one !== id)];
    this.drawing.push(null);
  }

  /** A clip is not seen any more. */
  unwant(id: number): void {
    this.wanted = this.wanted.filter((one) => one !== id);
  }

  private async draw(): Promise<void> {
    while (this.wanted.length) {
      const clips = this.wanted.slice(0, BATCH);
      const { path } = this.state.get();
      try {
        const { clips: drawn } = await this.studio.connection.request("DrawClips", { clips }).answer;
        if (this.state.get().path !== path) return;
        this.drawings.set(new Map([...this.drawings.get(), ...drawn.map((one) => [one.id, one] as const)]));
        for (const id of clips) if (!this.drawings.get().has(id)) this.undrawable.add(id);
      } catch {
        // Without a picture, a clip can be opened all the same.
        for (const id of clips) this.undrawable.add(id);
      }
      this.wanted = this.wanted.filter((id) => !clips.includes(id));
    }
  }
}
