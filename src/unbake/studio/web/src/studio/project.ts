/** What a project file holds besides the clip: the document with its whole history, and what was looked at. */

import type { Command } from "../document/commands";
import type { StudioDocument } from "../document/document";
import { type Past, withoutAnnotations } from "../document/history";
import { parse, stringify } from "../document/json";
import type { Studio } from "./studio";
import type { View } from "./view";

export interface ProjectFile {
  version: 1;
  document: StudioDocument;
  past: Past;
  view: View;
  playhead: number;
}

/** Letters of a project that changes done, and those undone, may take each: the server takes no more in one message. */
const MOST_LETTERS = 100_000_000;

/** Commands never change, and their text is asked for every few seconds: it is made once. */
const texts = new WeakMap<Command, string>();

function textOf(command: Command): string {
  const text = texts.get(command) ?? stringify(command);
  texts.set(command, text);
  return text;
}

/** The last changes of a list that go into a project: all of them, but where somebody edited everything for days. */
export function keptChanges(commands: readonly Command[], most = MOST_LETTERS): readonly Command[] {
  let from = commands.length;
  for (let left = most; from > 0; from--) {
    left -= textOf(commands[from - 1]).length;
    if (left < 0) break;
  }
  // What is too old now will be so later.
  for (let old = from - 1; old >= 0 && texts.delete(commands[old]); ) old--;
  return from ? commands.slice(from) : commands;
}

function textOfAll(commands: readonly Command[]): string {
  return `[${keptChanges(withoutAnnotations(commands)).map(textOf).join(",")}]`;
}

export function projectText(studio: Studio): string {
  for (const write of studio.unwritten) write();
  const { done, undone } = studio.history.past.get();
  const project: Omit<ProjectFile, "past"> = {
    version: 1,
    document: { ...studio.document.get(), marks: {} },
    view: studio.view.get(),
    playhead: studio.playhead.get(),
  };
  return `${stringify(project).slice(0, -1)},"past":{"done":${textOfAll(done)},"undone":${textOfAll(undone)}}}`;
}

/** What a project's text holds; an error for people where it is not like what an untouched clip has. */
export function openedProject(text: string, document: StudioDocument, view: View): ProjectFile {
  // Keys of the file itself may have given way to others since.
  const untouched = { ...document, edited: null };
  const model: ProjectFile = { version: 1, document: untouched, past: { done: [], undone: [] }, view, playhead: 0 };
  const project = parsed(text);
  if (typeof project?.version === "number" && project.version > 1) {
    throw new Error("this project was saved by a later version of Unbake");
  }
  const isWhole = project && isLike(project, model) && (!project.past || (project.past.done && project.past.undone));
  if (!isWhole) throw new Error("this project is damaged: what was done cannot be read");
  return project;
}

function parsed(text: string): ProjectFile | null {
  try {
    return parse<ProjectFile>(text, renamed);
  } catch {
    return null;
  }
}

/** Keys of projects from before handles had types only say which tangents are broken: 1 is free, 0 aligned. */
function renamed(value: unknown): unknown {
  if (typeof value !== "object" || !value || !("broken" in value) || "tangents" in value) return value;
  const { broken, ...rest } = value;
  return broken instanceof Uint8Array ? { ...rest, tangents: broken } : value;
}

/** Whether a value can stand where the model does. Parts may be missing, from earlier versions, and numbers unset. */
function isLike(value: unknown, model: unknown): boolean {
  if (model === null || model === undefined) return true;
  if (typeof model !== "object") return value === null || typeof value === typeof model;
  if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(model)) return false;
  const parts = value as Record<string, unknown>;
  return Object.entries(model).every(
    ([name, part]) => !(name in parts) || Array.isArray(model) || isLike(parts[name], part),
  );
}
