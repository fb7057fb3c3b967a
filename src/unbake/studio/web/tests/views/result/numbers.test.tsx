// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StudioContext } from "../../../src/studio/context";
import type { Studio } from "../../../src/studio/studio";
import { Numbers } from "../../../src/views/result/Numbers";
import { chosen, evaluation, FakeConnection, open, settled, studioWith } from "../../studio/fakes";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let studio: Studio;
let root: Root;

beforeEach(async () => {
  document.body.innerHTML = "<div id='root'></div>";
  const connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection);
  root = createRoot(document.getElementById("root")!);
  act(() =>
    root.render(
      <StudioContext value={studio}>
        <Numbers />
      </StudioContext>,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

it.each([
  [3.6, 1.89, "head3.60 → 1.89 cm", "head at worst, before and after"],
  [null, 1.89, "head1.89 cm", "head at worst. Toes"],
])("ends of limbs %s before the last step and %s after it", async (before, after, said, title) => {
  await act(async () => {
    const answer = { ...chosen(false), ends_before_cm: before, ends_after_cm: after };
    studio.results.patch({ chosen: answer, evaluation: evaluation(), evaluated: answer.keys });
    await settled();
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
  const text = document.body.textContent;
  expect(text).toContain(said);
  expect(document.querySelector("dt.wide")!.getAttribute("title")).toContain(title);
});
