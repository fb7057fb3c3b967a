/** A film that was recorded, to a file: beside the clip through the server, or among the browser's downloads. */

import { RequestCancelled, RequestFailed } from "../../../connection/connection";
import { messageOf } from "../../../errors";
import { offerDownload } from "../../../studio/download";
import { nameOf } from "../../../studio/save";
import type { Outcome } from "../../../studio/saving";
import type { Studio } from "../../../studio/studio";
import { sendFile } from "../../../studio/upload";

export async function saveFilm(
  studio: Studio,
  film: Uint8Array<ArrayBuffer>,
  path: string,
  mayReplace: boolean,
): Promise<Outcome> {
  try {
    const upload = await sendFile(studio, new File([film], nameOf(path)));
    const body = { clip: studio.clip.get()?.id ?? "", upload, path, may_replace: mayReplace };
    const saved = await studio.connection.request("SavePlayblast", body).answer;
    studio.notify("info", `Playblast saved to ${saved.path}`);
    return "done";
  } catch (error) {
    if (error instanceof RequestFailed && error.reply.exists) return "exists";
    return {
      failed: error instanceof RequestCancelled ? "The connection to the studio's server was lost." : messageOf(error),
    };
  }
}

export function downloadFilm(studio: Studio, film: Uint8Array<ArrayBuffer>, name: string): void {
  offerDownload(new Blob([film]), name);
  studio.notify("info", `Downloaded ${name}`);
}
