import { type RefObject, useLayoutEffect } from "react";

/** When a box goes, the focus that it has goes back to where it was before the box came. */
export function useFocusReturn(box: RefObject<HTMLElement | null>): void {
  // In a layout effect: afterwards the box is out of the page, and nothing in it has the focus.
  useLayoutEffect(() => {
    const [element, before] = [box.current, document.activeElement];
    return () => {
      const isInside = element?.contains(document.activeElement);
      if (isInside && before instanceof HTMLElement && before !== document.body) before.focus();
    };
  }, [box]);
}
