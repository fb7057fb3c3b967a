// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Chosen, Plant } from "../../../src/messages";
import { StudioContext } from "../../../src/studio/context";
import type { Studio } from "../../../src/studio/studio";
import { FeetHeld } from "../../../src/views/result/FeetHeld";
import { Numbers } from "../../../src/views/result/Numbers";
import { WhatOf } from "../../../src/views/result/WhatOf";
import { Curves } from "../../../src/views/selection/Curves";
import { chosen, evaluation, FakeConnection, keysOn, open, settled, studioWith } from "../../studio/fakes";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
const PLANT: Plant = { first: 2, last: 5, point: 0, source: "hand" };
const HELD: Chosen = {
  ...chosen(false),
  feet: { captured_mean_mm: 62.4, captured_worst_mm: 205.3, mean_mm: 2.96, worst_mm: 4.2 },
  evaluation: { ...evaluation(), against: new Float32Array(3) },
};

let connection: FakeConnection;
let studio: Studio;
let root: Root;

beforeEach(async () => {
  document.body.innerHTML = "<div id='root'></div>";
  connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  root = createRoot(document.getElementById("root")!);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <Numbers />
        <FeetHeld />
        <WhatOf />
        <Curves />
      </StudioContext>,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

/** What follows the picture by a frame is there. */
const later = (change: () => void) =>
  act(async () => {
    change();
    await settled();
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
const text = () => document.body.textContent;
const toggle = () =>
  [...document.querySelectorAll("label")]
    .find(({ textContent }) => textContent === "Hold feet")!
    .querySelector("input")!;

it("how far planted feet stray is said of the keys that were chosen, not of edited ones", async () => {
  expect(text()).not.toContain("stray");
  await later(() => studio.results.patch({ chosen: HELD, evaluation: HELD.evaluation }));
  expect(text()).toContain("Planted feet stray62 → 3.0 mmat worst205 → 4.2 mm");
  expect(text()).toContain("Measured against the capture with its feet in place.");
  await later(() => studio.editKeys("Move key", keysOn(1, 4, 10)));
  expect(text()).not.toContain("stray");
});

it("numbers are said to be of the motion before its feet are cleaned, as long as they are", async () => {
  await later(() => studio.change("Clean feet", { cleansFeet: true }));
  expect(text()).not.toContain("Clean feet");
  await later(() => studio.change("Paint", { plants: [PLANT] }));
  expect(text()).toContain("Numbers are of the motion before Clean feet.");
  const cleaned = { ...studio.results.get().cleaned!, moved_cm: Float32Array.of(0.1, 3.14, 2) };
  await later(() => studio.results.patch({ cleaned }));
  expect(text()).toContain("before Clean feet, which moves joints by up to 3.1 cm.");
  await later(() => studio.change("Leave feet", { cleansFeet: false }));
  expect(text()).not.toContain("Clean feet");
});

it("feet are held by a switch that is one step of undo, and says whose plants they are", async () => {
  expect([toggle().checked, toggle().disabled]).toEqual([false, false]);
  await later(() => toggle().click());
  expect(studio.document.get().joining.holds_feet).toBe(true);
  expect(studio.history.past.get().done.at(-1)?.label).toBe("Hold feet");
  expect(text()).toContain("Where the oracle takes them to be planted.");
  await later(() => studio.change("Paint", { plants: [PLANT] }));
  expect(text()).toContain("By the labels in the Feet view.");
  await later(() => toggle().click());
  expect(studio.history.past.get().done.at(-1)?.label).toBe("Let feet move");
});

it("of a figure without feet, the switch is off and says why", async () => {
  await later(() => void connection.waiting("FindFeet")[0].fail("the skeleton has no left-ankle"));
  expect(toggle().disabled).toBe(true);
  expect(text()).toContain("the skeleton has no left-ankle");
});

it.each([
  ["wrists, ankles, toes, head", 3.6, "Wrists, ankles, toes, head3.60 → 1.89 cm", "At worst, before and after"],
  ["wrists, toes", null, "Wrists, toes1.89 cm", "At worst. Toes"],
  ["ankles, head", null, "Ankles, head1.89 cm", "At worst."],
])("ends of limbs (%s) %s before the world-space match", async (ends, before, said, title) => {
  await later(() => {
    const answer = { ...chosen(false), ends, ends_before_cm: before, ends_after_cm: 1.89 };
    studio.results.patch({ chosen: answer, evaluation: evaluation(), evaluated: answer.keys });
  });
  expect(text()).toContain(said);
  expect(document.querySelector("dt.wide")!.getAttribute("title")).toContain(title);
  expect(document.querySelector("dt.wide")!.getAttribute("title")!.includes("Toes")).toBe(ends.includes("toes"));
});
