/** Writing the animation that is seen to a file. */

import { type Pending, RequestCancelled, RequestFailed } from "../connection/connection";
import { messageOf } from "../errors";
import type { Export, ExportLoss, ExportPlan, Keys, PlanExport, Plant, PoseLayer } from "../messages";
import { fetchDownload } from "./download";
import { nameOf } from "./save";
import type { Outcome } from "./saving";
import type { Studio } from "./studio";

export interface ExportPlanned {
  /** What will be written, whatever happens meanwhile. */
  keys: Keys | null;
  losses: readonly ExportLoss[];
}

/** What is changed on the way to the file. */
export type Delivery = Pick<Export, "fps" | "travel" | "names" | "is_baked" | "unit" | "up" | "usd" | "has_figure">;
export const AS_IT_IS: Delivery = {
  fps: 0,
  travel: "hips",
  names: "",
  is_baked: false,
  unit: "",
  up: "y",
  usd: "skeleton",
  has_figure: false,
};

/** The plan that was asked for last: the Result and the dialog show the same numbers. */
interface Plan {
  body: PlanExport;
  pending: Pending<ExportPlan>;
}
const plans = new WeakMap<Studio, Plan>();

/** Wait for the final curves, and ask what each format makes of them, or only the one with a suffix. */
export async function planExport(studio: Studio, suffix = ""): Promise<ExportPlanned> {
  if (studio.isLost.get()) throw new Error("The connection to the studio's server was lost.");
  await studio.commands.earlier();
  const isOnCapture = studio.document.get().isOnCapture;
  const keys = isOnCapture ? null : await studio.settle();
  const clip = studio.clip.get();
  if (!(keys || isOnCapture) || !clip) throw new Error("There are no keys to export yet.");
  const { losses } = await planOf(studio, { clip: clip.id, keys, ...asSeen(studio), suffix });
  return { keys, losses };
}

/** What each format makes of keys: asked once for the same ones; a newer question ends an older one. */
function planOf(studio: Studio, body: PlanExport): Promise<ExportPlan> {
  const last = plans.get(studio);
  if (last && answers(last.body, body)) return last.pending.answer;
  last?.pending.cancel();
  const plan = { body, pending: studio.connection.request("PlanExport", body) };
  plans.set(studio, plan);
  // What failed is asked for again.
  plan.pending.answer.catch(() => plans.get(studio) === plan && plans.delete(studio));
  // Who asked about one format hears it from the question about all that has taken its place.
  return plan.pending.answer.catch((error) => {
    const newer = plans.get(studio);
    if (newer && newer !== plan && answers(newer.body, body)) return newer.pending.answer;
    throw error;
  });
}

/** End a plan that is under way: what it is of is not seen any more. */
export function dropPlan(studio: Studio): void {
  plans.get(studio)?.pending.cancel();
}

/** Whether the answer to one question is one to another, of the same format or less. */
function answers(a: PlanExport, b: PlanExport): boolean {
  const isAlike = a.clip === b.clip && a.keys === b.keys && a.detail === b.detail && a.layers === b.layers;
  const isOfFormat = a.suffix === "" || a.suffix === b.suffix;
  return isAlike && isOfFormat && JSON.stringify(a.plants) === JSON.stringify(b.plants);
}

/** Write what was planned to a path, or through the browser to a name. */
export async function exportTo(
  studio: Studio,
  { keys, losses }: ExportPlanned,
  path: string,
  { isDownload, mayReplace, delivery }: { isDownload: boolean; mayReplace: boolean; delivery: Delivery },
): Promise<Outcome> {
  const clip = studio.clip.get()?.id ?? "";
  const how = { path, is_download: isDownload, may_replace: mayReplace, ...delivery };
  const body = { clip, keys, ...asSeen(studio), ...how };
  try {
    const exported = await studio.connection.request("Export", body).answer;
    if (isDownload) await fetchDownload(exported.path, nameOf(path), studio.token);
    studio.notify("info", isDownload ? `Downloaded ${nameOf(path)}` : `Exported to ${exported.path}`);
    // What the format loses was said before it was chosen.
    const isNews = (warning: string) => !losses.some(({ loses }) => loses.includes(warning));
    for (const warning of exported.warnings.filter(isNews)) studio.notify("warning", warning);
    return "done";
  } catch (error) {
    if (error instanceof RequestFailed && error.reply.exists) return "exists";
    return {
      failed: error instanceof RequestCancelled ? "The connection to the studio's server was lost." : messageOf(error),
    };
  }
}

/** What is done to the curves before they are written. */
function asSeen(studio: Studio): { detail: number; plants: Plant[]; layers: PoseLayer[] } {
  const { detail, plants, cleansFeet, layers } = studio.document.get();
  return { detail, plants: cleansFeet ? [...plants] : [], layers: layers as PoseLayer[] };
}
