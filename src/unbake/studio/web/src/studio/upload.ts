/** Files from the browser to the server: several make one clip, as an AMC file and its ASF skeleton do. */

import type { Reading } from "./returning";
import type { Studio } from "./studio";

/** Upload files and open them; what is wrong becomes a notice. */
export async function openFiles(studio: Studio, files: readonly File[], how: Partial<Reading> = {}): Promise<boolean> {
  const limit = studio.welcome.get()?.upload_limit_bytes ?? Infinity;
  if (total(files) > limit) {
    const most = `at most ${Math.round(limit / 2 ** 20)} MB can be uploaded`;
    studio.notify("error", `${files[0].name}: too large: ${most}`, undefined, "Opening");
    return false;
  }
  const group = await upload(studio, files);
  if (group === null || !(await studio.open({ source: "upload", name: group, ...how }))) return false;
  studio.again = (other) => openFiles(studio, files, { ...how, ...other });
  return true;
}

function total(files: readonly File[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

/** The name of the group under which the server has the files; null where it has not. */
async function upload(studio: Studio, files: readonly File[]): Promise<string | null> {
  const group = crypto.randomUUID();
  let sent = 0;
  try {
    for (const file of files) {
      await put(studio, file, group, (bytes, cancel) =>
        studio.busy.set({
          what: `Sending ${file.name}`,
          part: (sent + bytes) / (total(files) || 1),
          isInFront: false,
          cancel,
        }),
      );
      sent += file.size;
    }
    return group;
  } catch (error) {
    if (error instanceof Error) studio.notify("error", error.message, undefined, "Opening");
    return null;
  } finally {
    studio.busy.set(null);
  }
}

/** Send one file; the name of the group under which the server has it. */
export async function sendFile(studio: Studio, file: File): Promise<string> {
  const group = crypto.randomUUID();
  await put(studio, file, group, () => {});
  return group;
}

/** `fetch` cannot say how far an upload is, so the older way does. Rejects with null where it was cancelled. */
function put(
  studio: Studio,
  file: File,
  group: string,
  onProgress: (bytes: number, cancel: () => void) => void,
): Promise<void> {
  const request = new XMLHttpRequest();
  const cancel = () => request.abort();
  const query = new URLSearchParams({ name: file.name, group });
  return new Promise((resolve, reject) => {
    request.open("PUT", `/upload?${query}`);
    request.setRequestHeader("Authorization", `Bearer ${studio.token}`);
    request.upload.onprogress = (event) => onProgress(event.loaded, cancel);
    request.onabort = () => reject(null);
    request.onerror = () => reject(new Error(`${file.name} could not be sent to the studio's server.`));
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error(request.responseText || `${file.name} was refused (${request.status}).`));
    };
    onProgress(0, cancel);
    request.send(file);
  });
}
