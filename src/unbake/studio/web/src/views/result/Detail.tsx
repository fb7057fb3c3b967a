/** The detail layer: what the curves left out, put back in part. */

import { useGesture } from "../../controls/gesture";
import { Slider } from "../../controls/Slider";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";

const SAYS = "Puts back what the curves left out. Above 0 %, exported files have a key on every frame.";

export function Detail() {
  const studio = useStudio();
  const gesture = useGesture("detail");
  const detail = useStore(studio.commands.ahead, (document) => document.detail);
  const set = (part: number, name: string) => {
    const kept = Math.min(Math.max(Math.round(100 * part) / 100, 0), 1);
    if (kept !== studio.commands.ahead.get().detail) studio.change("Change detail", { detail: kept }, name);
  };
  const text = `${Math.round(100 * detail)} %`;
  return (
    <div className="detail" title={SAYS}>
      <span className="label">Detail</span>
      <Slider
        label="Detail that is put back"
        position={detail}
        text={text}
        gesture={gesture}
        onMove={set}
        onStep={(steps, name) => set(detail + steps / 100, name)}
      />
      <output>{text}</output>
      {detail > 0 && <p className="hint">{SAYS}</p>}
    </div>
  );
}
