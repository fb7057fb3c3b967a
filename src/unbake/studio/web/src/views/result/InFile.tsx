/** How near the file is that an export would write: not every format holds the curves that are seen. */

import { useEffect, useState } from "react";
import type { ExportLoss } from "../../messages";
import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";
import { dropPlan, planExport } from "../../studio/exporting";
import { shortCm } from "../selection/wording";

/** How long nothing has to change before the format is tried. */
const REST_MS = 700;
const USUAL = ".glb";

export function InFile() {
  const studio = useStudio();
  const formats = useStore(studio.welcome, (welcome) => welcome?.exports) ?? [];
  const suffix = useStore(studio.preferences, ({ exports }) => exports ?? USUAL);
  const losses = useLosses(suffix);
  const loss = losses?.find((one) => one.suffix === suffix);
  return (
    <div className="in-file">
      <label>
        In a{" "}
        <select
          aria-label="Format of the file"
          value={suffix}
          onChange={({ target }) => studio.setPreferences({ exports: target.value })}
        >
          {formats.map((format) => (
            <option key={format.suffix}>{format.suffix}</option>
          ))}
        </select>{" "}
        file
      </label>
      {loss ? <InNumbers loss={loss} /> : <span className="quiet">…</span>}
    </div>
  );
}

function InNumbers({ loss: { error_cm, worst_joint, worst_frame, tips_cm } }: { loss: ExportLoss }) {
  const tips = tips_cm === null ? "" : `; tips ${shortCm(tips_cm)} cm`;
  return (
    <>
      <b>{shortCm(error_cm)} cm</b>
      <span className="quiet">
        at worst: {worst_joint}, frame {worst_frame}
        {tips}
      </span>
    </>
  );
}

/** What a format makes of the final keys; null while they change. The others cost what nobody looks at. */
function useLosses(suffix: string): readonly ExportLoss[] | null {
  const studio = useStudio();
  const [losses, setLosses] = useState<readonly ExportLoss[] | null>(null);
  const [isRested, setRested] = useState(false);
  const edited = useStore(studio.document, (document) => document.edited);
  const chosen = useStoreLater(studio.results, (results) => results.chosen);
  const isHandled = useStoreLater(studio.results, ({ handled, isChoosing }) => handled !== null || isChoosing);
  const detail = useStore(studio.document, (document) => document.detail);
  const plants = useStore(studio.document, (document) => (document.cleansFeet ? document.plants : null));
  const layers = useStore(studio.document, (document) => document.layers);
  const isOnCapture = useStore(studio.document, (document) => document.isOnCapture);
  const isFinal = isOnCapture || (!isHandled && (edited !== null || chosen?.is_preview === false));
  useEffect(() => {
    setLosses(null);
    setRested(false);
    if (!isFinal) return;
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => {
      clearTimeout(timer);
      dropPlan(studio);
    };
  }, [studio, edited, chosen, detail, plants, layers, isOnCapture, isFinal]);
  useEffect(() => {
    if (!isRested) return;
    let isWanted = true;
    planExport(studio, suffix).then(
      (plan) => isWanted && setLosses(plan.losses),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [studio, isRested, suffix]);
  return losses;
}
