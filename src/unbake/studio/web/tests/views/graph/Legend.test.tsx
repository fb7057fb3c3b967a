// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import { StudioContext } from "../../../src/studio/context";
import { Legend } from "../../../src/views/graph/Legend";
import { clip, FakeConnection, studioWith } from "../../studio/fakes";

it("names channels so shortly that the axis is seen", () => {
  const studio = studioWith(new FakeConnection());
  const channels = ["qx", "qw", "tx", "rx"].map((name) => ({ joint: 0, name }));
  studio.clip.set({ ...clip(), channels });
  studio.view.patch({ selectedChannels: [0, 1, 2, 3] });
  const root = createRoot(document.body);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <Legend />
      </StudioContext>,
    ),
  );
  const names = [...document.querySelectorAll("button")].map((button) => button.textContent);
  expect(names).toEqual(["Quat. X", "Quat. W", "Trans. X", "Rotate X"]);
  act(() => root.unmount());
});
