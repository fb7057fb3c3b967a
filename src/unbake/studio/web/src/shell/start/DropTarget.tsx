/** The whole window takes files that are dropped on it, and clips of the library that are dragged out of its view. */

import { useEffect, useState } from "react";
import { useStudio } from "../../studio/context";
import { CLIP_TYPE, openDragged } from "../../views/library/opening";
import { take } from "./taking";

export function DropTarget() {
  const studio = useStudio();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const holds = (event: DragEvent, type: string) => event.dataTransfer?.types.includes(type) === true;
    const isOutside = ({ target }: DragEvent) => !(target instanceof Element && target.closest(".library-view"));
    const isMine = (event: DragEvent) => holds(event, "Files") || (holds(event, CLIP_TYPE) && isOutside(event));
    const over = (event: DragEvent) => {
      setOver(isMine(event));
      if (isMine(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      // Between elements of the page there is always another one.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isMine(event)) return;
      event.preventDefault();
      const clip = event.dataTransfer?.getData(CLIP_TYPE);
      if (clip) openDragged(studio, clip);
      else take(studio, [...(event.dataTransfer?.files ?? [])]);
    };
    const end = () => setOver(false);
    window.addEventListener("dragend", end);
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragend", end);
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [studio]);
  return isOver ? <div className="drop-over">Drop to open</div> : null;
}
