/** The same file, read with another rate or unit than it says, as some say the wrong one, or none; or another take. */

import { useState } from "react";
import { Select } from "../../controls/Choice";
import { NumberField } from "../../controls/NumberField";
import { useStudio } from "../../studio/context";
import { leaving } from "../../studio/save";
import { takeOptions } from "../TakeChooser";
import { Dialog } from "./Dialog";

const UNITS = [
  { value: "", label: "As the file says" },
  { value: "mm", label: "Millimetres" },
  { value: "cm", label: "Centimetres" },
  { value: "m", label: "Metres" },
  { value: "in", label: "Inches" },
  { value: "ft", label: "Feet" },
  { value: "cmu", label: "CMU database (5.64 cm)" },
];

export function OpenAgainDialog() {
  const studio = useStudio();
  const clip = studio.clip.get();
  const { how } = studio.returning;
  const [fps, setFps] = useState(how.fps);
  const [unit, setUnit] = useState(how.unit);
  const [take, setTake] = useState(how.take);
  const again = () => {
    studio.dialog.set(null);
    leaving(studio, () => void studio.again?.({ fps, unit, take }));
  };
  return (
    <Dialog
      title="Open again"
      className="narrow"
      onSubmit={again}
      actions={
        <>
          <button type="button" onClick={() => studio.dialog.set(null)}>
            Cancel
          </button>
          <button type="submit" className="primary">
            Open again
          </button>
        </>
      }
    >
      <p className="file">{clip?.name}</p>
      <div className="fields">
        {clip && clip.takes.length > 0 && (
          <Select label="Take" value={take ?? clip.take ?? ""} options={takeOptions(clip.takes)} onChange={setTake} />
        )}
        <NumberField
          label="Frames per second"
          value={fps}
          least={1}
          most={1000}
          digits={3}
          empty={clip ? String(Number(clip.fps.toFixed(3))) : ""}
          onChange={setFps}
        />
        <Select label="Unit of length" value={unit} options={UNITS} onChange={setUnit} />
      </div>
      <p className="quiet">
        The figure is {clip?.height_m.toFixed(2)} m tall as it is read now. Choices and edits start anew.
      </p>
      {clip?.warnings.map((warning) => (
        <p key={warning} className="note">
          {warning}
        </p>
      ))}
    </Dialog>
  );
}
