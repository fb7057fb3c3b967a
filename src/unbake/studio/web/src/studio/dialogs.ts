/** What can lie in front of the workspace; one at a time. */

export type DialogRequest =
  | {
      kind: "open" | "openAgain" | "export" | "playblast" | "preferences" | "help" | "about" | "history" | "newLibrary";
    }
  /** Where to save to; `then` follows once it is saved. */
  | { kind: "save"; then?(): void }
  /** Work that is not saved would be lost by what follows. */
  | { kind: "unsaved"; then(): void };
