/** The path of a file on this computer; its name without the suffix is selected, to be typed over. */

import { useId, useRef } from "react";
import { nameOf } from "../../studio/save";

export function PathField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId();
  const wasSelected = useRef(false);
  const select = (field: HTMLInputElement) => {
    if (wasSelected.current) return;
    wasSelected.current = true;
    const start = field.value.length - nameOf(field.value).length;
    const dot = field.value.lastIndexOf(".");
    field.setSelectionRange(start, dot > start ? dot : field.value.length);
    field.scrollLeft = field.scrollWidth;
  };
  return (
    <div className="path-field">
      <label htmlFor={id}>File</label>
      <input
        id={id}
        type="text"
        data-first
        spellCheck={false}
        autoComplete="off"
        value={value}
        title={value}
        onFocus={(event) => select(event.currentTarget)}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
