/** What is found about the feet, kept true to the document: where they are, and the motion with its feet in place. */

import { RequestCancelled } from "../connection/connection";
import { Newest } from "../connection/newest";
import { messageOf } from "../errors";
import type { Clip, Evaluation, Keys, Plant, PoseLayer } from "../messages";
import { watching } from "../store";
import type { Layered } from "./layers";
import type { Studio } from "./studio";

/** What a cleaned motion is made of: another one is asked for as soon as any of it changes. */
interface Wanted {
  clip: Clip;
  keys: Keys | null;
  layers: readonly PoseLayer[];
  of: Evaluation | Layered | null;
  plants: readonly Plant[];
  detail: number;
}

export function followFeet(studio: Studio): void {
  const lane = new Newest<Wanted>((wanted) => clean(studio, wanted));
  const { clip, document, results } = studio;
  watching([clip, document, results], () => {
    const { plants, cleansFeet } = document.get();
    const { evaluation, layered } = results.get();
    return [clip.get(), plants, cleansFeet, evaluation, layered, studio.shownKeys(), isAtRest(studio)];
  })(() => {
    // A figure can be coloured only once it is known where its feet are.
    if (document.get().plants.length) void findFeet(studio);
    const wanted = wantedNow(studio);
    if (wanted) lane.push(wanted);
    else if (results.get().cleaned) results.patch({ cleaned: null });
  });
}

function wantedNow(studio: Studio): Wanted | null {
  const clip = studio.clip.get();
  const { plants, cleansFeet, detail, layers, isOnCapture } = studio.document.get();
  if (!clip || !cleansFeet || !plants.length || !isAtRest(studio)) return null;
  const { evaluation, layered } = studio.results.get();
  const keys = evaluation && !isOnCapture ? studio.shownKeys() : null;
  return { clip, keys, layers, of: layered ?? evaluation, plants, detail };
}

/** Whether what is seen will stay: keys under the hand, and quick previews, have to be there at once and alone. */
function isAtRest(studio: Studio): boolean {
  const { handled, chosen, isStopped } = studio.results.get();
  if (handled) return false;
  return studio.document.get().edited !== null || (chosen !== null && (!chosen.is_preview || isStopped));
}

async function clean(studio: Studio, { clip, keys, layers, of, plants, detail }: Wanted): Promise<void> {
  const body = { clip: clip.id, plants: [...plants], keys, detail, layers: [...layers] };
  try {
    const cleaned = await studio.connection.request("CleanFeet", body).answer;
    const now = wantedNow(studio);
    if (now?.clip === clip && now.keys === keys && now.plants === plants && now.layers === layers) {
      studio.results.patch({ cleaned: { ...cleaned, of } });
      studio.notices.succeeded(CLEANING);
    }
  } catch (error) {
    studio.results.patch({ cleaned: null });
    studio.notices.addError(error, CLEANING);
  }
}

const CLEANING = "Cleaning feet";
const searches = new WeakMap<Clip, Promise<void>>();

/** Find the feet of the clip, once; what stands in the way is kept as words. */
export function findFeet(studio: Studio): Promise<void> {
  const clip = studio.clip.get();
  if (!clip) return Promise.resolve();
  let done = searches.get(clip);
  if (!done) {
    done = find(studio, clip);
    searches.set(clip, done);
  }
  return done;
}

async function find(studio: Studio, clip: Clip): Promise<void> {
  try {
    const feet = await studio.connection.request("FindFeet", { clip: clip.id }).answer;
    if (studio.clip.get() === clip) studio.results.patch({ feet });
  } catch (error) {
    if (error instanceof RequestCancelled) searches.delete(clip);
    else if (studio.clip.get() === clip) studio.results.patch({ noFeet: messageOf(error) });
  }
}
