/** Bytes from the server to the browser's folder of downloads. */

/** Fetch what an address of the server holds, and hand it to the browser as a file of that name. */
export async function fetchDownload(address: string, name: string, token: string): Promise<void> {
  const answer = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error("the download did not come through");
  offerDownload(await answer.blob(), name);
}

/** Hand bytes to the browser as a file of that name. */
export function offerDownload(bytes: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
