/** What a project file holds besides the clip: the document with its whole history, and what was looked at. */

import type { StudioDocument } from "../document/document";
import type { Past } from "../document/history";
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

export function projectText(studio: Studio): string {
  for (const write of studio.unwritten) write();
  const project: ProjectFile = {
    version: 1,
    document: studio.document.get(),
    past: studio.history.past.get(),
    view: studio.view.get(),
    playhead: studio.playhead.get(),
  };
  return stringify(project);
}

/** What a project's text holds; an error for people where it is not like what an untouched clip has. */
export function openedProject(text: string, document: StudioDocument, view: View): ProjectFile {
  const model: ProjectFile = { version: 1, document, past: { done: [], undone: [] }, view, playhead: 0 };
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
    return parse<ProjectFile>(text);
  } catch {
    return null;
  }
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
