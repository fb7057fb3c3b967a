// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { StatusLine } from "../../src/shell/StatusLine";
import { StudioContext } from "../../src/studio/context";
import { FakeConnection, studioWith } from "../studio/fakes";

it("names what a command does, and those behind it", () => {
  const studio = studioWith(new FakeConnection());
  const root = createRoot(document.body);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <StatusLine />
      </StudioContext>,
    ),
  );
  const text = () => document.querySelector(".work")?.textContent;
  const busy = { part: 0.5, cancel: () => {} };
  void studio.commands.inTurn({ label: "Open", kind: "other" }, () => new Promise(() => {}));
  act(() => studio.busy.set({ ...busy, what: "Reading walk.bvh", isInFront: true }));
  expect(text()).toBe("Reading walk.bvhCancel");
  act(() => void studio.commands.inTurn({ label: "Undo", kind: "undo" }, () => {}));
  act(() => studio.busy.set({ ...busy, what: "Reading walk.bvh", isInFront: true }));
  expect(text()).toBe("Reading walk.bvhthen UndoCancel");
  // What goes on by itself is in front of all of them.
  act(() => studio.busy.set({ ...busy, what: "Fitting curves", isInFront: false }));
  expect(text()).toBe("Fitting curvesthen Open, UndoCancel");
  act(() => root.unmount());
});
