/** Layers as files of their own, as `unbake layers` has them. */

import { RequestFailed } from "../../connection/connection";
import { messageOf } from "../../errors";
import type { PoseLayer } from "../../messages";
import { fetchDownload } from "../../studio/download";
import { nameOf, suggestedPath } from "../../studio/save";
import type { Studio } from "../../studio/studio";
import { sendFile } from "../../studio/upload";

const ABOUT = "Layers";

/** Put the layers of a file on top of those that there are. */
export async function loadLayers(studio: Studio, file: File): Promise<void> {
  const clip = studio.clip.get();
  if (!clip) return;
  try {
    const upload = await sendFile(studio, file);
    const { layers } = await studio.request("Reading the layers", "ReadLayers", { clip: clip.id, upload });
    studio.notices.succeeded(ABOUT);
    if (studio.clip.get() === clip) studio.layers.addRead(layers);
  } catch (error) {
    studio.notices.addError(error, ABOUT);
  }
}

/** Write the layers beside the clip; of a clip without a place, hand them to the browser. */
export async function saveLayers(studio: Studio, mayReplace = false): Promise<void> {
  const clip = studio.clip.get();
  if (!clip) return;
  const path = suggestedPath(studio, ".layers.json");
  const isDownload = clip.path === null;
  const layers = studio.document.get().layers as PoseLayer[];
  const body = { clip: clip.id, layers, path, is_download: isDownload, may_replace: mayReplace };
  try {
    const saved = await studio.request("Writing the layers", "SaveLayers", body);
    if (isDownload) await fetchDownload(saved.path, nameOf(path), studio.token);
    studio.notices.succeeded(ABOUT);
    studio.notify("info", isDownload ? `Downloaded ${nameOf(path)}` : `Saved the layers to ${saved.path}`);
  } catch (error) {
    const isThere = error instanceof RequestFailed && error.reply.exists;
    const action = isThere ? { label: "Replace it", run: () => void saveLayers(studio, true) } : undefined;
    studio.notify(isThere ? "warning" : "error", messageOf(error), action, ABOUT);
  }
}
