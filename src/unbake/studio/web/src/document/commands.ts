/** The only ways in which the document changes. Commands are plain data, so they can be saved with the project. */

import type { Keys, Plant } from "../messages";
import type { StudioDocument } from "./document";
import { difference, type KeyRows, spliced } from "./keys";
import { changedFlags, type Marks } from "./marks";
import { exchanged, plantsDifference } from "./plants";
import { type Touches, touchesBetween, withTouches } from "./touches";

interface Named {
  /** As the edit menu says it: "Move key". */
  label: string;
  /** Commands of one gesture, such as a drag of the slider, are undone together. */
  gesture?: string;
}

/** Some members of the document get other values. */
export interface Change extends Named {
  kind: "change";
  before: Partial<StudioDocument>;
  after: Partial<StudioDocument>;
}

/** Some keys of the edited animation are replaced by others. */
interface Splice extends Named {
  kind: "splice";
  at: number;
  removed: KeyRows;
  inserted: KeyRows;
}

/** As many keys as before, some of whose numbers changed. */
interface Touch extends Named {
  kind: "touch";
  touches: Touches;
}

/** Some labels of the feet are replaced by others. */
export interface Relabel extends Named {
  kind: "relabel";
  removed: readonly Plant[];
  inserted: readonly Plant[];
}

/** Something else is said of some flags. It lies in the library, not in projects. */
interface Annotate extends Named {
  kind: "annotate";
  before: Marks;
  after: Marks;
}

export type Command = Change | Splice | Touch | Relabel | Annotate;

export function execute(document: StudioDocument, command: Command): StudioDocument {
  if (command.kind === "change") return { ...document, ...command.after };
  if (command.kind === "relabel") return relabelled(document, command.removed, command.inserted);
  if (command.kind === "annotate") return { ...document, marks: { ...document.marks, ...command.after } };
  if (command.kind === "touch") return touched(document, command.touches, "after");
  return replaced(document, command.at, command.removed, command.inserted);
}

export function undo(document: StudioDocument, command: Command): StudioDocument {
  if (command.kind === "change") return { ...document, ...command.before };
  if (command.kind === "relabel") return relabelled(document, command.inserted, command.removed);
  if (command.kind === "annotate") return { ...document, marks: { ...document.marks, ...command.before } };
  if (command.kind === "touch") return touched(document, command.touches, "before");
  return replaced(document, command.at, command.inserted, command.removed);
}

function replaced(document: StudioDocument, at: number, removed: KeyRows, inserted: KeyRows): StudioDocument {
  return { ...document, edited: spliced(editedOf(document), at, removed.frames.length, inserted) };
}

function touched(document: StudioDocument, touches: Touches, side: "before" | "after"): StudioDocument {
  return { ...document, edited: withTouches(editedOf(document), touches, side) };
}

function editedOf({ edited }: StudioDocument): Keys {
  if (!edited) throw new Error("only keys that were edited can be edited further");
  return edited;
}

/** The command that leads from edited keys to others of their kind; null where they are the same. */
export function editKeys(label: string, before: Keys, after: Keys): Splice | Touch | null {
  const found = difference(before, after);
  if (!found.removed.frames.length && !found.inserted.frames.length) return null;
  const touches = touchesBetween(found.at, found.removed, found.inserted);
  return touches ? { kind: "touch", label, touches } : { kind: "splice", label, ...found };
}

function relabelled(document: StudioDocument, removed: readonly Plant[], inserted: readonly Plant[]): StudioDocument {
  return { ...document, plants: exchanged(document.plants, removed, inserted) };
}

/** The command that leads to other labels; null where they are the same. */
export function relabel(
  document: StudioDocument,
  label: string,
  after: readonly Plant[],
  gesture?: string,
): Relabel | null {
  const found = plantsDifference(document.plants, after);
  return found.removed.length || found.inserted.length ? { kind: "relabel", label, ...found, gesture } : null;
}

/** The command that leads to other marks; null where they are the same. */
export function annotate(document: StudioDocument, label: string, marks: Marks, gesture?: string): Annotate | null {
  const flags = changedFlags(document.marks, { ...document.marks, ...marks });
  if (!flags.length) return null;
  const of = (all: Marks) => Object.fromEntries(flags.map((flag) => [flag, all[flag] ?? []]));
  return { kind: "annotate", label, before: of(document.marks), after: of(marks), gesture };
}

/** A command that takes from `members` what the document has otherwise. */
export function change(
  document: StudioDocument,
  label: string,
  after: Partial<StudioDocument>,
  gesture?: string,
): Change {
  const members = Object.keys(after) as (keyof StudioDocument)[];
  const before = Object.fromEntries(members.map((member) => [member, document[member]])) as Partial<StudioDocument>;
  return { kind: "change", label, before, after, gesture };
}

/** Two commands of one gesture as one, where that is possible. */
export function merged(first: Command, second: Command): Command | null {
  if (first.kind === "relabel" && second.kind === "relabel") return mergedLabels(first, second);
  if (first.kind === "annotate" && second.kind === "annotate") {
    return { ...second, before: { ...second.before, ...first.before }, after: { ...first.after, ...second.after } };
  }
  if (first.kind !== "change" || second.kind !== "change") return null;
  const before = { ...second.before, ...first.before };
  return { ...second, before, after: { ...first.after, ...second.after } };
}

/** What comes with the first and goes with the second was never there. */
function mergedLabels(first: Relabel, second: Relabel): Relabel {
  const removed = [...first.removed, ...exchanged(second.removed, first.inserted, [])];
  const inserted = [...exchanged(first.inserted, second.removed, []), ...second.inserted];
  return { ...second, ...plantsDifference(removed, inserted) };
}
