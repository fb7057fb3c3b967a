/** What was noticed while the file was read. */

import { useEffect, useRef } from "react";
import { useFocusReturn } from "../controls/useFocusReturn";
import { useStudio } from "../studio/context";

export function WarningList({ warnings, onClose }: { warnings: readonly string[]; onClose(): void }) {
  const studio = useStudio();
  const box = useRef<HTMLDivElement>(null);
  useFocusReturn(box);
  useEffect(() => {
    box.current?.focus();
    const outside = (event: PointerEvent) => {
      const target = event.target as Element;
      if (!box.current?.contains(target) && !target.closest(".warnings")) onClose();
    };
    window.addEventListener("pointerdown", outside, true);
    return () => window.removeEventListener("pointerdown", outside, true);
  }, [onClose]);
  return (
    <div
      ref={box}
      className="warning-list"
      role="dialog"
      aria-label="Notes on this file"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          onClose();
          studio.dialog.set({ kind: "openAgain" });
        }}
      >
        {studio.clip.get()?.takes.length ? "Open another take, rate or unit…" : "Open again with another rate or unit…"}
      </button>
    </div>
  );
}
