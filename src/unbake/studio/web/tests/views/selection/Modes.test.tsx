// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { StudioContext } from "../../../src/studio/context";
import { Modes } from "../../../src/views/selection/Modes";
import { FakeConnection, open, studioWith } from "../../studio/fakes";

it("keys that are chosen by count are nudged where that is asked for", async () => {
  const connection = new FakeConnection();
  const studio = studioWith(connection);
  await open(studio, connection);
  const root = createRoot(document.body);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <Modes />
      </StudioContext>,
    ),
  );
  const box = () => document.querySelector<HTMLInputElement>("input[type=checkbox]");
  act(() => box()!.click());
  expect(studio.document.get().choice).toMatchObject({ by: "count", nudges: true });
  expect(box()!.checked).toBe(true);
  act(() => studio.undo());
  expect(box()!.checked).toBe(false);
  act(() => studio.change("Choose by error", ({ choice }) => ({ choice: { ...choice, by: "error" } })));
  expect(box()).toBeNull();
  act(() => root.unmount());
});
