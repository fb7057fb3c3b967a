/** The line between two panels: dragged with the mouse, moved with the arrow keys, folded by a double click, by Enter, or
 * by dragging far beyond the least size. */

import { type KeyboardEvent, type PointerEvent, useRef } from "react";

interface SplitterProps {
  name: string;
  orientation: "vertical" | "horizontal";
  /** Size of the panel that it belongs to, in pixels. */
  size: number;
  /** 1 where dragging right or down makes the panel larger, −1 where smaller. */
  sense: 1 | -1;
  least: number;
  most: number;
  onSize(size: number): void;
  onFold(): void;
}

const STEP = 16;

export function Splitter({ name, orientation, size, sense, least, most, onSize, onFold }: SplitterProps) {
  const isVertical = orientation === "vertical";
  const start = useRef<{ at: number; size: number } | null>(null);
  const set = (wanted: number) => onSize(Math.round(Math.min(Math.max(wanted, least), most)));
  const place = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY);

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { at: place(event), size };
  };
  const move = (event: PointerEvent) => {
    if (!start.current || place(event) === start.current.at) return;
    const wanted = start.current.size + sense * (place(event) - start.current.at);
    if (wanted >= least / 3) set(wanted);
    else {
      start.current = null;
      onFold();
    }
  };
  const press = (event: KeyboardEvent) => {
    const [less, more] = isVertical ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key === "Enter") onFold();
    else if (event.key === less) set(size - STEP * sense);
    else if (event.key === more) set(size + STEP * sense);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a splitter is a separator that can be moved, which <hr> is not
    <div
      className={`splitter ${orientation}`}
      role="separator"
      tabIndex={0}
      title="Drag to resize, double-click to fold"
      aria-label={`Size of the ${name}`}
      aria-orientation={orientation}
      aria-valuenow={Math.round(size)}
      aria-valuemin={least}
      aria-valuemax={Math.round(most)}
      onPointerDown={grab}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null;
      }}
      onDoubleClick={onFold}
      onKeyDown={press}
    />
  );
}
