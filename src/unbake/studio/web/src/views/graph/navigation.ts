/** Zoom and pan in time and value with the wheel and the middle button. */

import type { Place } from "../../controls/place";
import { turned } from "../../controls/wheel";
import type { Studio } from "../../studio/studio";
import { frameAt, framesIn, GUTTER, panned, zoomed } from "../../timeline/axis";
import { wheeled, wholeClip } from "../../timeline/navigation";
import { type Picture, placesExtent, wholeExtent } from "./picture";
import { type Extent, shownValueAt, zoomedValues } from "./scale";

function showValues(studio: Studio, values: Extent | null): void {
  const { graph } = studio.view.get();
  studio.view.patch({ graph: { ...graph, values: values && { low: values.low, high: values.high } } });
}

/** The wheel zooms in time about the pointer, with Ctrl (or over the numbers) in value; Shift and sideways pan. */
export function wheel(studio: Studio, picture: Picture, event: WheelEvent, { x, y }: Place): void {
  const isValue = event.ctrlKey || x < GUTTER;
  if (isValue) {
    const factor = Math.exp(turned(event) * 0.0022);
    showValues(studio, zoomedValues(picture.values, factor, shownValueAt(picture.values, y)));
  } else studio.view.patch(wheeled(picture.axis, event, x, wholeClip(studio)));
}

/** Follow the pointer until it is let go: both axes move along, or, zooming, both are stretched about the start. */
export function dragView(
  studio: Studio,
  picture: Picture,
  element: HTMLElement,
  down: PointerEvent,
  isZoom: boolean,
): void {
  const box = element.getBoundingClientRect();
  const start = { x: down.clientX - box.left, y: down.clientY - box.top };
  const ending = new AbortController();
  element.setPointerCapture(down.pointerId);
  const move = (event: PointerEvent) => {
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (isZoom) zoomAbout(studio, picture, start, dx, dy);
    else panBy(studio, picture, dx, dy);
  };
  const end = () => ending.abort();
  element.addEventListener("pointermove", move, { signal: ending.signal });
  element.addEventListener("pointerup", end, { signal: ending.signal });
  element.addEventListener("pointercancel", end, { signal: ending.signal });
}

function panBy(studio: Studio, { axis, values }: Picture, dx: number, dy: number): void {
  const by = (dy / values.height) * (values.high - values.low);
  studio.view.patch(panned(axis, -framesIn(axis, dx), wholeClip(studio)));
  if (dy !== 0) showValues(studio, { low: values.low + by, high: values.high + by });
}

function zoomAbout(studio: Studio, { axis, values }: Picture, { x, y }: Place, dx: number, dy: number): void {
  studio.view.patch(zoomed(axis, Math.exp(-dx * 0.008), frameAt(axis, Math.max(x, axis.left)), wholeClip(studio)));
  if (dy !== 0) showValues(studio, zoomedValues(values, Math.exp(dy * 0.008), shownValueAt(values, y)));
}

/** All values of what is shown; keeps the time. */
export function frameValues(studio: Studio): void {
  showValues(studio, null);
}

/** The selected keys with their handles and the keys beside them. */
export function frameSelected(studio: Studio, picture: Picture): void {
  const { keys, selected, curves, clip } = picture;
  if (!keys || !selected.length) return;
  const rows = selected.map(({ key }) => key);
  const [first, last] = [Math.max(Math.min(...rows) - 1, 0), Math.min(Math.max(...rows) + 1, keys.frames.length - 1)];
  const room = 0.05 * (keys.frames[last] - keys.frames[first]) + 1;
  studio.view.patch({ from: keys.frames[first] - room, to: keys.frames[last] + room });
  const channels = new Set(selected.map(({ channel }) => channel));
  const beside = [first, last].flatMap((key) => [...channels].map((channel) => ({ key, channel })));
  const extent = placesExtent(keys, [...selected, ...beside], curves);
  showValues(studio, extent ?? wholeExtent(clip, keys, curves));
}
