/** Oracles and labels as files: to the browser, beside the clip, and back. */

import { RequestFailed } from "../../connection/connection";
import { inOrder } from "../../document/plants";
import { messageOf } from "../../errors";
import type { Saved } from "../../messages";
import { fetchDownload } from "../../studio/download";
import { withSuffix } from "../../studio/save";
import type { Studio } from "../../studio/studio";
import { commit } from "./edits";
import { ABOUT, begin } from "./oracle";

/** Take over an oracle from a file. */
export async function importOracle(studio: Studio, file: File): Promise<void> {
  const group = await sent(studio, file);
  if (group) await begin(studio, "upload", group);
}

/** Take over labels from a file; they take the place of those that there are. */
export async function loadLabels(studio: Studio, file: File): Promise<void> {
  const clip = studio.clip.get();
  const upload = await sent(studio, file);
  if (!clip || !upload) return;
  const read = await studio.attempt("Reading the labels", "ReadFootLabels", { clip: clip.id, upload }, ABOUT);
  if (read && studio.clip.get() === clip) commit(studio, "Load labels", inOrder(read.plants));
}

/** Let a person choose a file. */
export function choose(accept: string, then: (file: File) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.hidden = true;
  input.onchange = () => {
    input.remove();
    if (input.files?.[0]) then(input.files[0]);
  };
  input.oncancel = () => input.remove();
  // While someone chooses, a browser may clear away what is not on the page.
  document.body.append(input);
  input.click();
}

/** Send a file; returns the name under which the server has it, or null where it has not. */
async function sent(studio: Studio, file: File): Promise<string | null> {
  const group = crypto.randomUUID();
  const query = new URLSearchParams({ name: file.name, group });
  try {
    const headers = { Authorization: `Bearer ${studio.token}` };
    const answer = await fetch(`/upload?${query}`, { method: "PUT", headers, body: file });
    if (!answer.ok) throw new Error(await answer.text());
    return group;
  } catch (error) {
    studio.notices.addError(error, ABOUT);
    return null;
  }
}

/** Hand one's own oracle to the browser as a file. */
export async function exportOracle(studio: Studio): Promise<void> {
  const body = { path: ORACLE_FILE, is_download: true, may_replace: true };
  await download(studio, ORACLE_FILE, await studio.attempt(WRITING, "SaveOracle", body, ABOUT));
}

/** Write the labels beside the clip, from where they are read with it; of a clip without a place, hand them to the
 * browser. */
export async function saveLabels(studio: Studio, mayReplace = false): Promise<void> {
  const clip = studio.clip.get();
  if (!clip) return;
  const path = withSuffix(clip.path ?? clip.name, LABELS);
  const plants = [...studio.document.get().plants];
  const body = { clip: clip.id, plants, path, is_download: clip.path === null, may_replace: mayReplace };
  if (body.is_download) {
    return download(studio, path, await studio.attempt(WRITING, "SaveFootLabels", body, ABOUT));
  }
  try {
    const saved = await studio.connection.request("SaveFootLabels", body).answer;
    studio.notices.succeeded(ABOUT);
    studio.notify("info", `Saved the labels to ${saved.path}`);
  } catch (error) {
    const isThere = error instanceof RequestFailed && error.reply.exists;
    const action = isThere ? { label: "Replace it", run: () => void saveLabels(studio, true) } : undefined;
    studio.notify(isThere ? "warning" : "error", messageOf(error), action, ABOUT);
  }
}

const WRITING = "Writing the file";
const ORACLE_FILE = "foot-oracle.json.gz";
const LABELS = ".feet.json";

async function download(studio: Studio, name: string, saved: Saved | null): Promise<void> {
  if (!saved) return;
  try {
    await fetchDownload(saved.path, name, studio.token);
  } catch (error) {
    studio.notices.addError(error, ABOUT);
  }
}
