/** Edits of keys: named with the keys that they are about when a person gives them, made in their turn. */

import { type Command, change, editKeys, execute } from "../document/commands";
import type { StudioDocument } from "../document/document";
import { areOfOneKind } from "../document/keys";
import type { Edited, Evaluation, Keys, Requests } from "../messages";
import { type Moves, STAYED } from "./keyIds";
import { followingPins } from "./selection";
import type { Studio } from "./studio";

/** What an edit made of the keys. */
export interface Made {
  keys: Keys;
  moves?: Moves;
  evaluation?: Evaluation;
  notes?: readonly string[];
  /** What else of the document becomes other in the same step. */
  besides?: Partial<StudioDocument>;
}

interface KeyEdit {
  /** As the history says it, of so many keys. */
  label(count: number): string;
  /** Ids of the keys that it is about: `keyIds.named` at the keypress, or when the keys were taken up. */
  on?: readonly number[];
  /** Frames that get a key. */
  adds?: readonly number[];
  /** Whether the keys that it is about are gone afterwards. */
  isRemoval?: boolean;
  /** Make other keys of the document's. `frames` are those of the keys that it is about now; null to leave all as it is. */
  make(keys: Keys, frames: readonly number[]): Promise<Made | null> | Made | null;
}

/** The requests that make keys of keys. */
type ServerEdit = "MoveKeys" | "InsertKey" | "DeleteKeys" | "PasteKeys" | "RetimeKeys" | "Refit";
type EditBody<K extends ServerEdit> = Omit<Requests[K], "clip" | "keys" | "detail">;

interface ServerKeyEdit<K extends ServerEdit> extends Omit<KeyEdit, "make"> {
  body(frames: readonly number[], keys: Keys): EditBody<K>;
  /** Where keys go, where the edit moves any. */
  moves?(frames: readonly number[], keys: Keys): Moves;
  /** The answer, where it is known before. */
  known?(keys: Keys, frames: readonly number[]): Edited | null;
}

export class Editing {
  constructor(
    private readonly studio: Studio,
    private readonly know: (keys: Keys, evaluation: Evaluation) => void,
    private readonly knowAlike: (keys: Keys, others: Keys) => void,
  ) {}

  /** Edit keys once what was given before is done. Null where nothing came of it; a notice says why. */
  give(edit: KeyEdit): Promise<Made | null> {
    const { keyIds, commands } = this.studio;
    const { on = [], adds = [], isRemoval } = edit;
    const step = {
      label: edit.label(on.length),
      kind: "edit" as const,
      adds: keyIds.reserve(adds),
      removes: isRemoval ? on : [],
    };
    return commands.inTurn(step, () => this.make(edit, on));
  }

  /** The same with the server's help: it gets the clip, the keys, the detail and what the edit says. */
  ask<K extends ServerEdit>(type: K, edit: ServerKeyEdit<K>): Promise<Made | null> {
    const make = async (keys: Keys, frames: readonly number[]) => {
      const made = edit.known?.(keys, frames) ?? (await this.request(type, edit, keys, frames));
      return { ...made, moves: edit.moves?.(frames, keys) };
    };
    return this.give({ ...edit, make });
  }

  private async make(edit: KeyEdit, ids: readonly number[]): Promise<Made | null> {
    const keys = await this.studio.settle();
    if (!keys) throw new Error("its keys were not fitted");
    const frames = this.studio.keyIds.framesOf(ids);
    if (ids.length && !frames.length) throw new Error(ids.length === 1 ? "its key is gone" : "its keys are gone");
    const label = edit.label(frames.length);
    const made = await edit.make(keys, frames);
    if (!made) return null;
    if (made.evaluation) this.know(made.keys, made.evaluation);
    this.take(label + replacing(keys, made.moves), made.keys, made.moves, made.besides);
    const gone = ids.length - frames.length;
    if (gone) this.studio.notify("info", `${label}: ${gone} of the ${ids.length} keys named were gone already.`);
    for (const note of made.notes ?? []) this.studio.notify("info", note);
    return made;
  }

  private request<K extends ServerEdit>(
    type: K,
    edit: ServerKeyEdit<K>,
    keys: Keys,
    frames: readonly number[],
  ): Promise<Edited> {
    const clip = this.studio.clip.get()!;
    const { detail } = this.studio.document.get();
    const body = { ...edit.body(frames, keys), clip: clip.id, keys, detail } as unknown as Requests[K];
    return this.studio.request(edit.label(frames.length), type, body) as Promise<Edited>;
  }

  /** Take over keys that were edited, and what becomes other besides; pins follow the keys that they are on. */
  take(label: string, keys: Keys, moves: Moves = STAYED, besides: Partial<StudioDocument> = {}): void {
    const { studio } = this;
    const document = studio.document.get();
    const before = studio.documentKeys();
    const command = this.command(document, label, keys);
    studio.results.patch({ handled: null });
    studio.notices.succeeded("Editing");
    if (!command) return;
    const { settings } = document;
    const pins = followingPins(settings.pins, before, keys, moves);
    const hasMovedPins = pins.join() !== settings.pins.join();
    const others = { ...besides, ...(hasMovedPins && { settings: { ...settings, pins } }) };
    const hasOthers = Object.keys(others).length > 0;
    // Other pages may have left gestures in the project's history.
    const gesture = hasOthers ? `keys.${crypto.randomUUID()}` : undefined;
    const result = execute(document, command);
    // The same keys in other arrays: what was found about them still holds.
    if (result.edited) {
      this.knowAlike(result.edited, keys);
      studio.keyIds.announce(result.edited, moves);
    }
    studio.history.execute({ ...command, gesture }, result);
    if (hasOthers) studio.history.execute(change(result, label, others, gesture));
  }

  /** The smallest command that leads to the keys; null where they are the same. */
  private command(document: StudioDocument, label: string, keys: Keys): Command | null {
    const before = this.studio.documentKeys();
    const edit = before && areOfOneKind(before, keys) ? editKeys(label, before, keys) : undefined;
    return edit === null || (edit && document.edited) ? edit : change(document, label, { edited: keys });
  }
}

/** What the history says of keys that gave way to those that moved. */
function replacing({ frames }: Keys, moves: Moves = STAYED): string {
  const targets = new Set(moves.values());
  const count = frames.filter((frame) => targets.has(frame) && !moves.has(frame)).length;
  return count ? `, replacing ${count}` : "";
}
