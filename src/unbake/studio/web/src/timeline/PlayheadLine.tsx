/** The playhead's line over a view below the ruler: moved without drawing the view anew. */

import { useEffect, useRef } from "react";
import { useStudio } from "../studio/context";
import { axisOf, xOf } from "./axis";

export function PlayheadLine() {
  const studio = useStudio();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = line.current!;
    const parent = element.parentElement!;
    const move = () => {
      const axis = axisOf(studio.view.get(), parent.clientWidth);
      const x = Math.round(xOf(axis, studio.playhead.get()));
      element.style.display = x >= axis.left && x <= parent.clientWidth ? "" : "none";
      element.style.transform = `translateX(${x}px)`;
    };
    const observer = new ResizeObserver(move);
    observer.observe(parent);
    const ends = [studio.playhead.subscribe(move), studio.view.subscribe(move)];
    move();
    return () => {
      observer.disconnect();
      for (const end of ends) end();
    };
  }, [studio]);
  return <div ref={line} className="playhead-line" />;
}
