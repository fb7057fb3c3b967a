/** A canvas that fills its parent, sharp on every screen, and is drawn at most once a frame, when something changed. */

import { type RefObject, useEffect, useRef } from "react";
import { Painting } from "../graphics/painting";
import { isSoftware } from "../graphics/software";
import type { Watch } from "../store";
import { onThemeChange } from "../theme/colours";

export interface Drawn {
  context: CanvasRenderingContext2D;
  /** In CSS pixels. */
  width: number;
  height: number;
}

/** `draw` is called anew whenever what is watched says so, the canvas changes its size, or the theme changes. */
export function useCanvas(
  draw: (drawn: Drawn) => void,
  watch: Watch,
): { canvas: RefObject<HTMLCanvasElement | null>; redraw: () => void } {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(draw);
  latest.current = draw;
  const redraw = useRef(() => {});

  useEffect(() => {
    const element = canvas.current!;
    // Without a graphics card, what imitates one strokes many curves several times slower than the processor itself.
    const context = element.getContext("2d", { willReadFrequently: isSoftware() })!;
    let [width, height] = [0, 0];
    const painting = new Painting(() => {
      if (!width || !height) return;
      const ratio = devicePixelRatio;
      const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (element.width !== wide || element.height !== high) [element.width, element.height] = [wide, high];
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      latest.current({ context, width, height });
    });
    const ask = () => painting.ask();
    redraw.current = ask;
    // Asked of the page only when it changes: while painting, that would make the page lay itself out once more.
    const observer = new ResizeObserver(() => {
      ({ clientWidth: width, clientHeight: height } = element);
      ask();
    });
    observer.observe(element);
    const ends = [onThemeChange(ask), watch(ask)];
    ask();
    return () => {
      observer.disconnect();
      painting.cancel();
      for (const end of ends) end();
    };
  }, []);

  // What React renders anew may look different, too.
  useEffect(() => redraw.current());
  return { canvas, redraw: () => redraw.current() };
}
