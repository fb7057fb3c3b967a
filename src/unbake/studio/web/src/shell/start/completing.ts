/** Completing a path that is being typed by what its folder holds. */

import type { FolderEntry, FolderListed } from "../../messages";

/** What stands before the name that is being typed, its separator included. */
function folderPart(text: string): string {
  const typed = text.trim().replace(/^["']/, "");
  if (["~", ".", ".."].includes(typed)) return `${typed}/`;
  return /^(.*[\\/])?/.exec(typed)?.[0] ?? "";
}

/** The path with an entry of its folder in place of what was begun; a folder is open for its own entries. */
export function withEntry(text: string, { name, is_folder }: FolderEntry): string {
  return `${folderPart(text)}${name}${is_folder ? "/" : ""}`;
}

/** The path as far as it can only go on in one way; null where that adds nothing. */
export function completed(text: string, { entries, has_more }: FolderListed): string | null {
  if (!entries.length || has_more) return null;
  if (entries.length === 1) return withEntry(text, entries[0]);
  const [first, ...others] = entries.map(({ name }) => name);
  let length = first.length;
  for (const other of others) {
    let shared = 0;
    while (shared < length && other[shared]?.toLowerCase() === first[shared].toLowerCase()) shared++;
    length = shared;
  }
  const longer = folderPart(text) + first.slice(0, length);
  return longer.length > text.trim().length ? longer : null;
}
