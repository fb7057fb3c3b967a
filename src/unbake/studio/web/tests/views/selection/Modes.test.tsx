// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { expect, it } from "vitest";
import { StudioContext } from "../../../src/studio/context";
import type { Studio } from "../../../src/studio/studio";
import { Modes } from "../../../src/views/selection/Modes";
import { FakeConnection, open, studioWith } from "../../studio/fakes";

const box = () => document.querySelector<HTMLInputElement>("input[type=checkbox]");

async function drawn(): Promise<[Studio, Root]> {
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
  return [studio, root];
}

it("keys that are chosen by count are nudged where that is asked for", async () => {
  const [studio, root] = await drawn();
  act(() => box()!.click());
  expect(studio.document.get().choice).toMatchObject({ by: "count", nudges: true });
  expect(box()!.checked).toBe(true);
  act(() => studio.undo());
  expect(box()!.checked).toBe(false);
  act(() => studio.change("Choose by error", ({ choice }) => ({ choice: { ...choice, by: "auto" } })));
  expect(box()).toBeNull();
  act(() => root.unmount());
});

it("an error is promised for tips where that is asked for", async () => {
  const [studio, root] = await drawn();
  act(() => studio.change("Choose by error", ({ choice }) => ({ choice: { ...choice, by: "error" } })));
  act(() => box()!.click());
  expect(studio.document.get().choice).toMatchObject({ by: "error", tips: true });
  expect(box()!.checked).toBe(true);
  act(() => root.unmount());
});
