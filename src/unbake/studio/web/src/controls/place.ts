/** Places and boxes in pixels of an element, from its upper left corner. */

export interface Place {
  x: number;
  y: number;
}

/** Width and height. */
type Size = readonly [number, number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function placeIn(element: Element, event: { clientX: number; clientY: number }): Place {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** Where words of some size go beside the pointer, so that they stay in a room: on its other side at the right edge. */
export function besidePointer({ x, y }: Place, [width, height]: Size, [roomWide, roomHigh]: Size): Place {
  const right = x + 14;
  const left = right + width <= roomWide ? right : Math.max(x - 14 - width, 2);
  return { x: left, y: Math.max(Math.min(y - 10, roomHigh - height - 2), 2) };
}

export function boxBetween(a: Place, b: Place): Box {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  };
}
