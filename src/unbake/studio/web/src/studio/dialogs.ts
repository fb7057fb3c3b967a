/** What can lie in front of the workspace; one at a time. */

import type { LibraryClip } from "../messages";

export type DialogRequest =
  | {
      kind: "open" | "openAgain" | "export" | "playblast" | "preferences" | "help" | "about" | "history" | "newLibrary";
    }
  /** Of clips of the library: another name for one, or all of them removed. */
  | { kind: "renameClip"; clip: LibraryClip }
  | { kind: "removeClips"; clips: readonly LibraryClip[] }
  /** Which flags the library has. */
  | { kind: "vocabulary" }
  /** Where to save to; `then` follows once it is saved. */
  | { kind: "save"; then?(): void }
  /** Work that is not saved would be lost by what follows. */
  | { kind: "unsaved"; then(): void };
