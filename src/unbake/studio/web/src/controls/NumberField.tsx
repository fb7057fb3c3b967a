/** A number with its unit: typed and taken over by Enter or by leaving, stepped by the arrow keys. What is typed is
 * rounded to the field's digits and kept within its limits; where that makes another number of it, the field says so. */

import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from "react";

/** How long the field says what it made of a number. */
const SAID_MS = 4000;

interface Limits {
  least: number;
  most: number;
  digits: number;
  /** Why no less, or no more, where that is not plain. */
  because?: { least?: string; most?: string };
}

interface NumberFieldProps {
  label: string;
  /** Says more than the label, when the pointer rests on it. */
  title?: string;
  value: number | null;
  unit?: string;
  least?: number;
  most?: number;
  because?: Limits["because"];
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
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!said) return;
    const over = setTimeout(() => setSaid(""), SAID_MS);
    return () => clearTimeout(over);
  }, [said]);

  const take = (wanted: string) => {
    setDraft(null);
    if (wanted.trim() === "" && empty !== undefined) return props.onChange(null);
    const taken = numberIn(wanted, { least, most, digits, because: props.because });
    setSaid(taken.said);
    if (taken.number !== null && taken.number !== value) props.onChange(taken.number);
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
          onMouseDown={selectAll}
        />
        {unit && <span className="unit">{unit}</span>}
        {said && (
          <span className="said" role="status">
            {said}
          </span>
        )}
      </span>
    </div>
  );
}

/** The first click selects the number, as in animation programs: what is typed replaces it. The next places the caret. */
function selectAll(event: MouseEvent<HTMLInputElement>): void {
  const field = event.currentTarget;
  if (event.button !== 0 || document.activeElement === field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** What a field makes of what is typed, and what there is to say about it; null where it is no number. */
export function numberIn(
  text: string,
  { least, most, digits, because }: Limits,
): { number: number | null; said: string } {
  const number = Number(text.replace(",", "."));
  if (text.trim() === "" || !Number.isFinite(number)) return { number: null, said: "Not a number" };
  if (number < least) return { number: least, said: limited(`At least ${words(least, digits)}`, because?.least) };
  if (number > most) return { number: most, said: limited(`At most ${words(most, digits)}`, because?.most) };
  const rounded = Number(number.toFixed(digits));
  const kept = Math.min(Math.max(rounded, least), most);
  return { number: kept, said: Math.abs(kept - number) < 1e-9 ? "" : `Rounded to ${words(kept, digits)}` };
}

const limited = (limit: string, why: string | undefined) => (why ? `${limit}. ${why}` : limit);
const words = (number: number, digits: number) => String(Number(number.toFixed(digits)));
