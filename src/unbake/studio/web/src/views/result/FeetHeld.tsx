/** How far planted feet stray, where they are to hold: in the capture, and by keys and handles. */

import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";

const SAYS =
  "How far planted heels and toes stray while they are held, on average over the plants and at worst: in the capture, then by keys and handles. The ends of plants, where feet come and go, do not count. What is left goes with Clean feet in the Feet view, for a key on every frame.";

export function FeetHeld() {
  const studio = useStudio();
  const feet = useStoreLater(studio.results, ({ chosen }) => chosen?.feet ?? null);
  const isEdited = useStore(studio.document, ({ edited }) => edited !== null);
  if (!feet || isEdited) return null;
  const { captured_mean_mm, captured_worst_mm, mean_mm, worst_mm } = feet;
  return (
    <dl title={SAYS}>
      <dt className="wide">Planted feet stray</dt>
      <dd>
        {millimetres(captured_mean_mm)} → {millimetres(mean_mm)} mm
      </dd>
      <dt className="wide">at worst</dt>
      <dd>
        {millimetres(captured_worst_mm)} → {millimetres(worst_mm)} mm
      </dd>
    </dl>
  );
}

/** A length of feet: `3.4`, `62`. */
export function millimetres(value: number): string {
  return value.toFixed(value < 9.95 ? 1 : 0);
}
