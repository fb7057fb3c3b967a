/** What the colours on the figure mean, while it is tinted. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { rampEnd } from "./errors";

export function Legend() {
  const studio = useStudio();
  const { isTinted, figures } = useStore(studio.view, (view) => view.viewport);
  const most = useStore(studio.results, (results) => results.evaluation?.max_cm ?? null);
  if (!isTinted || most === null || figures === "capture") return null;
  const end = rampEnd(most);
  const numbers = [0, end / 2, end].map((cm) => Number(cm.toFixed(2)));
  return (
    <figure className="viewport-legend" aria-label={`Distance from the capture, from 0 to ${end} cm`}>
      <figcaption>cm off</figcaption>
      <div className="ramp" />
      <div className="numbers">
        <span>{numbers[0]}</span>
        <span>{numbers[1]}</span>
        <span>{numbers[2]}</span>
      </div>
    </figure>
  );
}
