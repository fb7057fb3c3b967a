// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { expect, it } from "vitest";
import { StudioContext } from "../../../src/studio/context";
import type { Studio } from "../../../src/studio/studio";
import { Legend } from "../../../src/views/graph/Legend";
import { clip, FakeConnection, studioWith } from "../../studio/fakes";

function draw(studio: Studio): Root {
  const root = createRoot(document.body);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <Legend />
      </StudioContext>,
    ),
  );
  return root;
}

it("names channels so shortly that the axis is seen", () => {
  const studio = studioWith(new FakeConnection());
  const channels = ["qx", "qw", "tx", "rx"].map((name) => ({ joint: 0, name }));
  studio.clip.set({ ...clip(), channels });
  studio.view.patch({ selectedChannels: [0, 1, 2, 3] });
  const root = draw(studio);
  const names = [...document.querySelectorAll("button")].map((button) => button.textContent);
  expect(names).toEqual(["Quat. X", "Quat. W", "Trans. X", "Rotate X"]);
  act(() => root.unmount());
});

it("shows how joints are dashed where there are too many channels to name", () => {
  const studio = studioWith(new FakeConnection());
  const axes = ["rx", "ry", "rz"];
  const of = (count: number) => [...Array(count).keys()].flatMap((joint) => axes.map((name) => ({ joint, name })));
  const dashesOf = (count: number) => {
    const channels = of(count);
    const joints = Array.from({ length: count }, (_, index) => ({ ...clip().joints[0], name: `joint ${index}` }));
    studio.clip.set({ ...clip(), joints, channels });
    studio.view.patch({ selectedChannels: channels.map((_, index) => index) });
    const root = draw(studio);
    const found = [...document.querySelectorAll(".joint path")].map((path) => path.getAttribute("stroke-dasharray"));
    act(() => root.unmount());
    return found;
  };
  expect(dashesOf(2)).toEqual([]);
  expect(dashesOf(4)).toEqual(["", "8 3", "2 2.5", "8 3 2 3"]);
  expect(dashesOf(5)).toEqual([]);
});

it("names joints without what all names begin with", () => {
  const studio = studioWith(new FakeConnection());
  const joints = ["mixamorig:Hips", "mixamorig:LeftLeg"].map((name) => ({ ...clip().joints[0], name }));
  studio.clip.set({ ...clip(), joints, channels: [0, 1].map((joint) => ({ joint, name: "rx" })) });
  studio.view.patch({ selectedChannels: [0, 1] });
  const root = draw(studio);
  const shown = [...document.querySelectorAll<HTMLElement>(".joint")].map(({ textContent, title }) => [
    textContent,
    title,
  ]);
  expect(shown).toEqual([
    ["Hips", "mixamorig:Hips"],
    ["LeftLeg", "mixamorig:LeftLeg"],
  ]);
  act(() => root.unmount());
});
