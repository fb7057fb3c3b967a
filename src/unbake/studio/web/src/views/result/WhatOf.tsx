/** What the numbers are of, where it is not simply what is seen against what was captured. */

import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";

export function WhatOf() {
  const studio = useStudio();
  const isHeld = useStoreLater(studio.results, ({ evaluation }) => (evaluation?.against.length ?? 0) > 0);
  const cleansFeet = useStore(studio.document, (document) => document.cleansFeet && document.plants.length > 0);
  const hasLayers = useStore(studio.document, (document) => document.layers.length > 0 || document.isOnCapture);
  const cleaned = useStoreLater(studio.results, (results) => results.cleaned);
  const moved = cleaned ? `, which moves joints by up to ${mostOf(cleaned.moved_cm).toFixed(1)} cm` : "";
  return (
    <>
      {isHeld && <p className="hint">Measured against the capture with its feet in place.</p>}
      {hasLayers && <p className="hint">Numbers are of the keys without layers.</p>}
      {cleansFeet && <p className="hint">Numbers are of the motion before Clean feet{moved}.</p>}
    </>
  );
}

function mostOf(lengths: Float32Array): number {
  return lengths.reduce((most, one) => Math.max(most, one), 0);
}
