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

export function openedProject(text: string): ProjectFile {
  const project = parse<ProjectFile>(text);
  if (project.version !== 1) throw new Error(`this project was saved by a later version of Unbake`);
  return project;
}
