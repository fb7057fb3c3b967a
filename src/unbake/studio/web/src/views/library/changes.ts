/** Clips of the library that are picked, and what is changed of them; which flags it has. */

import { messageOf } from "../../errors";
import type { ChangeFlags, FlagsCounted, LibraryClip, WorkCounted } from "../../messages";
import type { Studio } from "../../studio/studio";
import { counted } from "../selection/wording";

const ABOUT = "Library";

/** How a click picks: this clip alone, this one too or not any more, or all from the last one to this. */
export type Picking = "alone" | "too" | "range";

export function pickedWith(picked: readonly number[], listed: readonly number[], id: number, how: Picking): number[] {
  if (how === "alone") return [id];
  const others = picked.filter((one) => one !== id);
  if (how === "too") return others.length < picked.length ? others : [...others, id];
  const from = listed.indexOf(picked[picked.length - 1] ?? id);
  const to = listed.indexOf(id);
  const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
  return [...new Set([...picked, ...range])];
}

export function pick(studio: Studio, id: number, how: Picking): void {
  const { picked, listed } = studio.library.state.get();
  const ids = listed?.clips.map((clip) => clip.id) ?? [];
  studio.library.state.patch({ picked: pickedWith(picked, ids, id, how) });
}

export function pickNone(studio: Studio): void {
  studio.library.state.patch({ picked: [] });
}

/** Tags that any of the clips has, with how many have it. */
export function tagsOf(clips: readonly LibraryClip[]): { tag: string; count: number }[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of clips.flatMap(({ tags }) => tags)) {
    const known = counts.get(tag.toLowerCase());
    counts.set(tag.toLowerCase(), { tag: known?.tag ?? tag, count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => a.tag.localeCompare(b.tag));
}

/** Give the clips that are picked a tag, or take it from them. Returns whether that was done. */
export async function tagPicked(studio: Studio, tag: string, isAdded: boolean): Promise<boolean> {
  const clips = studio.library.pickedClips.map(({ id }) => id);
  const body = { clips, add: isAdded ? [tag] : [], remove: isAdded ? [] : [tag] };
  const done = await studio.attempt("Tagging clips", "TagClips", body, ABOUT);
  studio.library.refresh();
  return done !== null;
}

/** Rename a clip. Returns what is wrong with the name, if anything. */
export async function renameClip(studio: Studio, clip: LibraryClip, name: string): Promise<string> {
  try {
    await studio.connection.request("RenameClip", { clip: clip.id, name }).answer;
  } catch (error) {
    return messageOf(error);
  }
  const { found } = studio.library.state.get();
  const hits = found?.hits.map((hit) => (hit.clip === clip.id ? { ...hit, name } : hit));
  if (found && hits) studio.library.state.patch({ found: { ...found, hits } });
  studio.library.refresh();
  return "";
}

/** Remove clips. One that is open stays open, and is a clip from elsewhere then. */
export async function removeClips(studio: Studio, clips: readonly LibraryClip[]): Promise<void> {
  const ids = clips.map(({ id }) => id);
  if (!(await studio.attempt("Removing clips", "RemoveClips", { clips: ids }, ABOUT))) return;
  studio.library.forget(ids);
  const what = clips.length === 1 ? `${clips[0].name} is` : `${counted(clips.length, "clip")} are`;
  studio.notify("info", `${what} removed from the library.`);
  if (ids.includes(studio.annotations.known.get().clip ?? -1)) await studio.annotations.read();
}

/** What goes with clips, as a sentence. */
export function workText({ n_clips, n_frames, n_foot_clips }: WorkCounted): string {
  const lost = [
    n_clips && `the labels of ${counted(n_clips, "clip")} (${counted(n_frames, "frame")})`,
    n_foot_clips && `the foot labels of ${counted(n_foot_clips, "clip")}`,
  ].filter(Boolean);
  if (!lost.length) return "Nothing was labelled by hand; tags go, too.";
  const text = lost.join(" and ");
  return `${text[0].toUpperCase()}${text.slice(1)} go, too, and so do tags and guesses.`;
}

/** Change which flags there are; lanes, number keys and filters follow. Throws what is wrong with a name. */
export async function changeFlags(studio: Studio, part: Partial<ChangeFlags>): Promise<FlagsCounted["flags"]> {
  const body = { rename: [], remove: [], add: [], ...part };
  const { flags } = await studio.connection.request("ChangeFlags", body).answer;
  const { hiddenFlags } = studio.preferences.get();
  const nameOf = (flag: string) => body.rename.find(({ old }) => old === flag)?.new ?? flag;
  const hidden = hiddenFlags?.filter((flag) => !body.remove.includes(flag)).map(nameOf);
  if (hidden) studio.setPreferences({ hiddenFlags: hidden });
  studio.library.setVocabulary(flags.map(({ flag }) => flag));
  return flags;
}
