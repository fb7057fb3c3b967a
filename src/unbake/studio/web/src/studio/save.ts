/** Saving as a person means it: where it was saved before, or after asking where to. */

import type { DialogRequest } from "./dialogs";
import type { Studio } from "./studio";

const CHANGED = "The project's file was changed since it was opened here: replace it, or save under another name.";

/** Save to where the project lies, or ask; `then` follows once it is saved. */
export async function save(studio: Studio, then?: () => void): Promise<void> {
  const path = studio.projectPath.get();
  if (!path) {
    studio.dialog.set({ kind: "save", then });
    return;
  }
  const outcome = await studio.saving.save(path, false);
  if (outcome === "done") then?.();
  else if (outcome === "exists") {
    studio.notify("warning", CHANGED, undefined, "Saving");
    studio.dialog.set({ kind: "save", then });
  } else studio.notify("error", `It could not be saved: ${outcome.failed}`, undefined, "Saving");
}

/** Go on with something that puts what is open away, once a person knows what would be lost. */
export function leaving(studio: Studio, then: () => void): void {
  const request: DialogRequest = { kind: "unsaved", then };
  // What still waits may leave something to save.
  studio.commands.now({ label: "Open", kind: "other" }, () => {
    if (studio.saving.isUnsaved.get()) studio.dialog.set(request);
    else then();
  });
}

/** Where a new file of the clip goes: beside it, with another end of its name. */
export function suggestedPath(studio: Studio, end: string): string {
  const clip = studio.clip.get();
  const path = clip?.path ?? `${studio.welcome.get()?.folder ?? ""}/${clip?.name ?? "clip"}`;
  return withSuffix(path, end);
}

/** A path with another suffix in place of its last one. */
export function withSuffix(path: string, suffix: string): string {
  const [, folder, name] = /^(.*[\\/])?(.*)$/.exec(path)!;
  return `${folder ?? ""}${name.replace(/\.[^.]*$/, "")}${suffix}`;
}

/** The suffix in a path; empty where it has none. */
export function suffixIn(path: string): string {
  return /.(\.[^.]*)$/.exec(nameOf(path))?.[1] ?? "";
}

/** The part of a path that names the file. */
export function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
