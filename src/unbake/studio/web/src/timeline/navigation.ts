/** Zoom and pan along time with wheel, trackpad and the middle button (in Maya with Alt): the same in timeline and
 * dopesheet. */

import { type RefObject, useEffect } from "react";
import { pixelsOf, turned } from "../controls/wheel";
import { useStudio } from "../studio/context";
import type { Studio } from "../studio/studio";
import { type Axis, axisOf, frameAt, framed, framesIn, panned, zoomed } from "./axis";

type Span = Pick<Axis, "from" | "to">;
type Wheel = Pick<WheelEvent, "deltaX" | "deltaY" | "deltaMode" | "ctrlKey" | "shiftKey">;

/** What is seen after a turn of the wheel: sideways and with Shift it pans, otherwise (and pinched) it zooms. */
export function wheeled(axis: Axis, wheel: Wheel, x: number, most: Span): Span {
  const isPan = !wheel.ctrlKey && (wheel.shiftKey || Math.abs(wheel.deltaX) > Math.abs(wheel.deltaY));
  if (isPan) return panned(axis, framesIn(axis, pixelsOf(wheel, wheel.deltaX || wheel.deltaY)), most);
  // A pinch comes in small steps.
  return zoomed(
    axis,
    Math.exp(turned(wheel) * (wheel.ctrlKey ? 0.01 : 0.0022)),
    frameAt(axis, Math.max(x, axis.left)),
    most,
  );
}

export function wholeClip(studio: Studio): Span {
  const clip = studio.clip.get();
  return clip ? { from: clip.first_frame, to: clip.last_frame } : { from: 0, to: 1 };
}

/** Look at the range; at the whole clip where the range is seen already. */
export function frameAll(studio: Studio): void {
  const { first, last } = studio.document.get().settings;
  const view = studio.view.get();
  const range = framed(first, last);
  const isSeen = Math.abs(view.from - range.from) < 0.01 && Math.abs(view.to - range.to) < 0.01;
  const { from, to } = wholeClip(studio);
  studio.view.patch(isSeen ? framed(from, to) : range);
}

/** Zoom by a factor about the playhead where it is seen, otherwise about the middle. */
export function zoomBy(studio: Studio, factor: number): void {
  const view = studio.view.get();
  const now = studio.playhead.get();
  const about = now >= view.from && now <= view.to ? now : (view.from + view.to) / 2;
  studio.view.patch(zoomed(view, factor, about, wholeClip(studio)));
}

export function useNavigation(target: RefObject<HTMLElement | null>): void {
  const studio = useStudio();
  useEffect(() => {
    const element = target.current!;
    const axis = () => axisOf(studio.view.get(), element.clientWidth);
    const place = (event: MouseEvent) => event.clientX - element.getBoundingClientRect().left;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      studio.view.patch(wheeled(axis(), event, place(event), wholeClip(studio)));
    };
    const press = (event: PointerEvent) => {
      const isMiddle = event.button === 1;
      const isZoom = (isMiddle && event.ctrlKey) || (event.button === 2 && event.altKey);
      const isPan = isMiddle && (studio.preferences.get().keymap !== "maya" || event.altKey);
      if (isPan || isZoom) drag(event, isZoom);
    };
    // The right button that zooms opens no menu of the browser's.
    const noMenu = (event: MouseEvent) => event.altKey && event.preventDefault();
    const drag = (down: PointerEvent, isZoom: boolean) => {
      down.preventDefault();
      const start = { axis: axis(), x: place(down) };
      element.setPointerCapture(down.pointerId);
      const move = (event: PointerEvent) => {
        const by = place(event) - start.x;
        if (isZoom) {
          const about = frameAt(start.axis, start.x);
          studio.view.patch(zoomed(start.axis, Math.exp(-by * 0.008), about, wholeClip(studio)));
        } else studio.view.patch(panned(start.axis, -framesIn(start.axis, by), wholeClip(studio)));
      };
      const end = () => {
        element.removeEventListener("pointermove", move);
        element.removeEventListener("pointerup", end);
        element.removeEventListener("pointercancel", end);
      };
      element.addEventListener("pointermove", move);
      element.addEventListener("pointerup", end);
      element.addEventListener("pointercancel", end);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("pointerdown", press);
    element.addEventListener("contextmenu", noMenu);
    return () => {
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("pointerdown", press);
      element.removeEventListener("contextmenu", noMenu);
    };
  }, [studio, target]);
}
