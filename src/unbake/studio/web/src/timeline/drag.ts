/** Watch a pointer that was pressed until it is let go, or until Escape gives up; other keys wait meanwhile. */
export function drag(
  element: HTMLElement,
  pointer: number,
  move: (event: PointerEvent) => void,
  end: (isTaken: boolean) => void,
): void {
  element.setPointerCapture(pointer);
  const ending = new AbortController();
  const finish = (isTaken: boolean) => {
    ending.abort();
    if (element.hasPointerCapture(pointer)) element.releasePointerCapture(pointer);
    end(isTaken);
  };
  const { signal } = ending;
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", () => finish(true), { signal });
  element.addEventListener("pointercancel", () => finish(false), { signal });
  const press = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") finish(false);
  };
  window.addEventListener("keydown", press, { capture: true, signal });
}
