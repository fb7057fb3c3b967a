/** A track with a handle; what stands where is up to its owner, the arrow keys step by what the owner calls one step. */

import type { CSSProperties, KeyboardEvent } from "react";
import type { Gesture } from "./gesture";

/** Positions between the two ends; finer than any screen. */
const STEPS = 10_000;

interface SliderProps {
  label: string;
  /** 0 at the left end, 1 at the right end. */
  position: number;
  /** The value as people read it. */
  text: string;
  gesture: Gesture;
  isDisabled?: boolean;
  className?: string;
  /** A hand moved the handle. */
  onMove(position: number, gesture: string): void;
  /** A key asked for so many steps; ±Infinity for the ends. */
  onStep(steps: number, gesture: string): void;
}

const STEP_KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** How many steps a key asks for, or undefined; with Shift ten times as many. */
export function stepsOf(event: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const steps = STEP_KEYS[event.key];
  return steps !== undefined && event.shiftKey && event.key.startsWith("Arrow") ? 10 * steps : steps;
}

export function Slider(props: SliderProps) {
  const { label, position, text, gesture, isDisabled, className = "" } = props;
  const press = (event: KeyboardEvent) => {
    const steps = stepsOf(event);
    if (steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    props.onStep(steps, gesture.next());
  };
  const share = Math.min(Math.max(position, 0), 1);
  return (
    <input
      type="range"
      className={`slider ${className}`}
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={STEPS}
      value={Math.round(share * STEPS)}
      style={{ "--share": share } as CSSProperties}
      disabled={isDisabled}
      onPointerDown={() => gesture.hold()}
      onPointerUp={() => gesture.release()}
      onPointerCancel={() => gesture.release()}
      onKeyDown={press}
      onChange={(event) => props.onMove(Number(event.target.value) / STEPS, gesture.next())}
    />
  );
}
