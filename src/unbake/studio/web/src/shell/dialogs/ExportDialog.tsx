/** Which format to write, what each keeps and loses, and where to. */

import { useEffect, useState } from "react";
import type { ExportLoss } from "../../messages";
import { useStudio } from "../../studio/context";
import { AS_IT_IS, type Delivery, type ExportPlanned, exportTo, planExport } from "../../studio/exporting";
import { nameOf, suffixIn, suggestedPath, withSuffix } from "../../studio/save";
import type { Outcome } from "../../studio/saving";
import { DeliveryFields } from "./DeliveryFields";
import { Dialog } from "./Dialog";
import { FormatList } from "./FormatList";
import { PathField } from "./PathField";

export function ExportDialog() {
  const studio = useStudio();
  const [plan, setPlan] = useState<ExportPlanned | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let isOpen = true;
    planExport(studio).then(
      (planned) => isOpen && setPlan(planned),
      (error: Error) => isOpen && setFailed(error.message),
    );
    return () => {
      isOpen = false;
    };
  }, [studio]);
  if (plan) return <Planned plan={plan} />;
  return (
    <Dialog title="Export" className="export">
      {failed ? (
        <p className="problem">{failed}</p>
      ) : (
        <p className="quiet waiting">
          <progress /> Fitting the curves, and looking at what each format keeps of them…
        </p>
      )}
    </Dialog>
  );
}

/** The format of last time; at first the one that most programs read. */
function usualFormat(losses: readonly ExportLoss[], last = ".glb"): ExportLoss {
  return losses.find((loss) => loss.suffix === last) ?? losses[0];
}

/** The format whose suffix was typed. */
export function formatNamed(losses: readonly ExportLoss[], path: string): ExportLoss | undefined {
  const suffix = suffixIn(path).toLowerCase();
  return losses.find((loss) => loss.suffix === suffix);
}

function Planned({ plan }: { plan: ExportPlanned }) {
  const studio = useStudio();
  const { detail } = studio.document.get();
  const [chosen, setChosen] = useState<ExportLoss>(() => usualFormat(plan.losses, studio.preferences.get().exports));
  const [path, setPath] = useState(() => suggestedPath(studio, `_keys${chosen.suffix}`));
  const [problem, setProblem] = useState<Outcome | null>(null);
  const [delivery, setDelivery] = useState<Delivery>(AS_IT_IS);
  const [isBusy, setBusy] = useState(false);
  const isInTheWay = problem === "exists";

  const choose = (loss: ExportLoss) => {
    setPath(withSuffix(path, loss.suffix));
    setChosen(loss);
    setProblem(null);
  };
  const run = async (isDownload: boolean) => {
    setBusy(true);
    const full = suffixIn(path) ? path : `${path}${chosen.suffix}`;
    const wanted = isDownload ? nameOf(full) : full;
    const outcome = await exportTo(studio, plan, wanted, { isDownload, mayReplace: isInTheWay, delivery });
    setBusy(false);
    if (outcome !== "done") return setProblem(outcome);
    studio.setPreferences({ exports: chosen.suffix });
    studio.dialog.set(null);
  };

  return (
    <Dialog
      title="Export"
      className="export"
      onSubmit={() => void run(false)}
      actions={
        <>
          <button type="button" className="apart" disabled={isBusy} onClick={() => void run(true)}>
            Download
          </button>
          <button type="button" onClick={() => studio.dialog.set(null)}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={isBusy || !path.trim()}>
            {isInTheWay ? "Replace it" : "Export"}
          </button>
        </>
      }
    >
      <FormatList losses={plan.losses} chosen={chosen} onChoose={choose} />
      <DeliveryFields suffix={chosen.suffix} value={delivery} onChange={setDelivery} />
      <PathField
        value={path}
        onChange={(value) => {
          setPath(value);
          setChosen(formatNamed(plan.losses, value) ?? chosen);
          setProblem(null);
        }}
      />
      {detail > 0 && (
        <p className="note">
          {Math.round(100 * detail)} % of the lost detail is put back: there is a key on every frame.
        </p>
      )}
      {isInTheWay && <p className="problem">There is a file of this name already.</p>}
      {typeof problem === "object" && problem && <p className="problem">{problem.failed}</p>}
    </Dialog>
  );
}
