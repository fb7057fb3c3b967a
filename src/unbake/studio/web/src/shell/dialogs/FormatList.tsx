/** Formats that an animation can be written to, with what each keeps and loses. */

import { useEffect, useRef } from "react";
import type { ExportLoss } from "../../messages";
import { shortCm } from "../../views/selection/wording";

interface FormatListProps {
  losses: readonly ExportLoss[];
  chosen: ExportLoss;
  onChoose(loss: ExportLoss): void;
}

export function FormatList({ losses, chosen, onChoose }: FormatListProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  // A suffix that is typed chooses too.
  useEffect(() => {
    list.current?.querySelector(`[data-suffix="${chosen.suffix}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <fieldset className="formats" aria-label="Format" ref={list}>
      {losses.map((loss) => (
        <label
          key={loss.suffix}
          className={loss === chosen ? "chosen" : ""}
          data-suffix={loss.suffix}
          data-in-sight={loss === chosen || undefined}
        >
          <input type="radio" name="format" checked={loss === chosen} onChange={() => onChoose(loss)} />
          <span className="name">
            {loss.name} <span className="quiet">{loss.suffix}</span>
          </span>
          <span className="deviation" title={errorSays(loss)}>
            {shortCm(loss.error_cm)} cm
          </span>
          <span className="keeps">
            {loss.keeps} {deviationText(loss.deviation_cm)}
          </span>
          {loss.frames && <span className="frames">{loss.frames}</span>}
          {loss.loses.length > 0 && (
            <ul className="loses">
              {loss.loses.map((lost) => (
                <li key={lost}>{lost}</li>
              ))}
            </ul>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** Where the file is farthest from the capture. */
function errorSays({ worst_joint, worst_frame, tips_cm }: ExportLoss): string {
  const tips = tips_cm === null ? "" : ` Tips: ${shortCm(tips_cm)} cm.`;
  return `How far the file is from the capture, at worst: ${worst_joint}, frame ${worst_frame}.${tips}`;
}

/** How far a file is from what is seen, with as many digits as say something. */
export function deviationText(cm: number): string {
  if (cm < 0.0005) return "As you see it.";
  return `Up to ${cm < 0.1 ? cm.toFixed(3) : cm.toFixed(2)} cm from what you see.`;
}
