/** Formats that an animation can be written to, with what each keeps and loses. */

import type { ExportLoss } from "../../messages";

interface FormatListProps {
  losses: readonly ExportLoss[];
  chosen: ExportLoss;
  onChoose(loss: ExportLoss): void;
}

export function FormatList({ losses, chosen, onChoose }: FormatListProps) {
  return (
    <fieldset className="formats" aria-label="Format">
      {losses.map((loss) => (
        <label key={loss.suffix} className={loss === chosen ? "chosen" : ""}>
          <input type="radio" name="format" checked={loss === chosen} onChange={() => onChoose(loss)} />
          <span className="name">
            {loss.name} <span className="quiet">{loss.suffix}</span>
          </span>
          <span className="deviation" title="How far the file is from what you see, at worst">
            {deviationText(loss.deviation_cm)}
          </span>
          <span className="keeps">{loss.keeps}</span>
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

/** As many digits as say something. */
export function deviationText(cm: number): string {
  if (cm < 0.0005) return "exact";
  return `${cm < 0.1 ? cm.toFixed(3) : cm.toFixed(2)} cm off`;
}
