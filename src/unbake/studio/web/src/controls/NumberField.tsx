/** A number with its unit: typed and taken over by Enter or by leaving, stepped by the arrow keys. */

import { type KeyboardEvent, useId, useState } from "react";

interface NumberFieldProps {
  label: string;
  /** Says more than the label, when the pointer rests on it. */
  title?: string;
  value: number | null;
  unit?: string;
  least?: number;
  most?: number;
  /** How much an arrow key changes; with Shift ten times as much. */
  step?: number;
  digits?: number;
  /** What an empty field means; without it, empty is refused. */
  empty?: string;
  isDisabled?: boolean;
  onChange(value: number | null): void;
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, unit, least = -Infinity, most = Infinity, step = 1, digits = 0, empty, isDisabled } = props;
  const id = useId();
  const shown = value === null ? "" : String(Number(value.toFixed(digits)));
  // What is being typed; null as long as the field only shows its value.
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? shown;

  const take = (wanted: string) => {
    const number = Number(wanted.replace(",", "."));
    setDraft(null);
    if (wanted.trim() === "" && empty !== undefined) props.onChange(null);
    else if (wanted.trim() !== "" && Number.isFinite(number)) {
      const kept = Math.min(Math.max(number, least), most);
      if (kept !== value) props.onChange(kept);
    }
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Left by Enter, which takes it over; the keys are then those of what the pointer is over again.
    if (event.key === "Enter") event.currentTarget.blur();
    else if (event.key === "Escape") setDraft(null);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const by = (event.key === "ArrowUp" ? step : -step) * (event.shiftKey ? 10 : 1);
      take(String((Number(text.replace(",", ".")) || 0) + by));
      event.preventDefault();
    }
  };
  return (
    <div className="field" title={props.title}>
      <label htmlFor={id}>{label}</label>
      <span className="number">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={empty}
          disabled={isDisabled}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => text !== shown && take(text)}
          onKeyDown={press}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
    </div>
  );
}
