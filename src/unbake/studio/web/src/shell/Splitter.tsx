/** The line between two panels: dragged with the mouse, moved with the arrow keys, folded by a double click or Enter. */

import type { KeyboardEvent, PointerEvent } from "react";

interface SplitterProps {
  name: string;
  orientation: "vertical" | "horizontal";
  /** Size of the panel that it belongs to, in pixels; negative where it is folded. */
  size: number;
  /** 1 where dragging right or down makes the panel larger, −1 where smaller. */
  sense: 1 | -1;
  least: number;
  most: number;
  onSize(size: number): void;
}

export function Splitter({ name, orientation, size, sense, least, most, onSize }: SplitterProps) {
  const isVertical = orientation === "vertical";
  const set = (wanted: number) => onSize(Math.min(Math.max(wanted, least), most));

  const drag = (down: PointerEvent<HTMLDivElement>) => {
    const start = isVertical ? down.clientX : down.clientY;
    const target = down.currentTarget;
    target.setPointerCapture(down.pointerId);
    target.onpointermove = (move) => {
      const now = isVertical ? move.clientX : move.clientY;
      if (now !== start) set(Math.abs(size) + sense * (now - start));
    };
    target.onpointerup = () => {
      target.onpointermove = null;
    };
  };

  const press = (event: KeyboardEvent) => {
    const [less, more] = isVertical ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key === "Enter") onSize(-size);
    else if (event.key === less) set(Math.abs(size) - 16 * sense);
    else if (event.key === more) set(Math.abs(size) + 16 * sense);
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
      aria-label={`Size of ${name}`}
      aria-orientation={orientation}
      aria-valuenow={Math.round(size)}
      aria-valuemin={least}
      aria-valuemax={Math.round(most)}
      onPointerDown={drag}
      onDoubleClick={() => onSize(-size)}
      onKeyDown={press}
    />
  );
}
