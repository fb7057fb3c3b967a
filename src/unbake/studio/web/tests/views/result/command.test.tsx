// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import type { Chosen } from "../../../src/messages";
import { StudioContext } from "../../../src/studio/context";
import { Command } from "../../../src/views/result/Command";
import { FakeConnection, open, studioWith } from "../../studio/fakes";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

afterEach(() => vi.restoreAllMocks());

it.each([
  ["MacIntel", "Press ⌘C"],
  ["Linux x86_64", "Press Ctrl+C"],
])("where the browser does not let a page copy, on %s, it says %s", async (platform, says) => {
  vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  const connection = new FakeConnection();
  const studio = studioWith(connection);
  await open(studio, connection);
  studio.results.patch({ chosen: { command: "unbake reduce walk.bvh" } as Chosen });
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <Command />
      </StudioContext>,
    ),
  );
  const button = place.querySelector("button")!;
  await act(async () => button.click());
  expect(button.textContent).toBe(says);
  act(() => root.unmount());
});
