// @vitest-environment happy-dom
/** Every field for a number in the client: what is typed becomes a number that the server takes, and the field shows it. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { act, type ReactNode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { describe, expect, it } from "vitest";
import { numberIn } from "../../src/controls/NumberField";
import type { Settings } from "../../src/messages";
import { OpenAgainDialog } from "../../src/shell/dialogs/OpenAgainDialog";
import { StudioContext, useStudio } from "../../src/studio/context";
import type { Studio } from "../../src/studio/studio";
import { FrameField } from "../../src/timeline/FrameField";
import { Transport } from "../../src/timeline/Transport";
import { Details } from "../../src/views/demand/Details";
import { Toolbar as DemandToolbar } from "../../src/views/demand/Toolbar";
import { Toolbar } from "../../src/views/graph/Toolbar";
import { Filters } from "../../src/views/library/Filters";
import { Layers } from "../../src/views/pose/Layers";
import { Influence, Onion, Toolbar as PoseToolbar } from "../../src/views/pose/Toolbar";
import { Curves } from "../../src/views/selection/Curves";
import { Headline } from "../../src/views/selection/Headline";
import { LayerCard } from "../../src/views/selection/LayerCard";
import { Limits } from "../../src/views/selection/Limits";
import { Modes } from "../../src/views/selection/Modes";
import { chosen, FakeConnection, keysOn, open, opened, SPACE, settled, studioWith } from "../studio/fakes";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const LAYER = { criterion: "lerp-max", metric: "pose", lead: true, space: "body" } as const;
const layer = { ...LAYER, accuracy: 0.15, significance: 0.1, floor_cm: 0.5 };

function PickedStart() {
  const { demand } = useStudio();
  useEffect(() => demand.pick({ part: "start", number: 0 }), [demand]);
  return <Details />;
}

function PoseTools() {
  const { posing } = useStudio();
  useEffect(() => posing.state.patch({ tool: "brush" }), [posing]);
  return (
    <>
      <PoseToolbar />
      <Influence />
      <Onion />
    </>
  );
}

function SelectedLayer() {
  const { layers } = useStudio();
  useEffect(() => layers.add(), [layers]);
  return <Layers />;
}

/** Where each field is, by the file that has it. */
const FIELDS: Readonly<Record<string, () => ReactNode>> = {
  "views/graph/Toolbar.tsx": () => <Toolbar />,
  "views/selection/LayerCard.tsx": () => <LayerCard name="Extremes" place={0} layer={layer} />,
  "views/selection/Curves.tsx": () => <Curves />,
  "views/selection/Headline.tsx": () => <Headline />,
  "views/selection/Modes.tsx": () => <Modes />,
  "views/selection/Limits.tsx": () => <Limits />,
  "views/library/Filters.tsx": () => <Filters />,
  "views/pose/Layers.tsx": () => <SelectedLayer />,
  "views/pose/Toolbar.tsx": () => <PoseTools />,
  "views/demand/Toolbar.tsx": () => <DemandToolbar />,
  "views/demand/Details.tsx": () => <PickedStart />,
  "shell/dialogs/OpenAgainDialog.tsx": () => <OpenAgainDialog />,
  "timeline/FrameField.tsx": () => <FrameField />,
  "timeline/Transport.tsx": () => <Transport />,
};

const SOURCES = join(__dirname, "../../src");
const files = (readdirSync(SOURCES, { recursive: true }) as string[]).filter((file) => file.endsWith(".tsx"));
const textOf = (file: string) => readFileSync(join(SOURCES, file), "utf8");

/** Members of the document that are whole numbers for the server. */
const WHOLE: Readonly<Record<string, (studio: Studio) => (number | null)[]>> = {
  settings: (studio) => {
    const { first, last, min_gap, max_gap }: Settings = studio.document.get().settings;
    return [first, last, min_gap, max_gap];
  },
  choice: (studio) => [studio.document.get().choice.keys],
  playhead: (studio) => [studio.playhead.get()],
  seed: (studio) => [studio.demand.state.get().seed],
};

async function studioWithKeys(): Promise<{ studio: Studio; connection: FakeConnection }> {
  const connection = new FakeConnection();
  const studio = studioWith(connection);
  await open(studio, connection, { ...opened(), keys: keysOn(1, 4, 6, 10) });
  studio.results.patch({ space: SPACE, chosen: chosen(false) });
  studio.view.patch({ selectedKeys: [4], selectedChannels: [0] });
  return { studio, connection };
}

async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => {
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    await settled();
  });
}

describe("a field for a number", () => {
  it("is the only way to type one, and each is tried here", () => {
    expect(files.filter((file) => /type="number"|inputMode/.test(textOf(file)))).toEqual(["controls/NumberField.tsx"]);
    expect(files.filter((file) => textOf(file).includes("<NumberField")).sort()).toEqual(Object.keys(FIELDS).sort());
  });

  it.each(Object.keys(FIELDS))("takes only what the server takes: %s", async (file) => {
    const ways = file.includes("Modes") ? (["count", "error", "auto"] as const) : [null];
    let tried = 0;
    for (const by of ways) {
      const { studio, connection } = await studioWithKeys();
      if (by) studio.history.reset({ ...studio.document.get(), choice: { ...studio.document.get().choice, by } });
      const host = document.body.appendChild(document.createElement("div"));
      const root = createRoot(host);
      await act(async () => root.render(<StudioContext value={studio}>{FIELDS[file]()}</StudioContext>));
      const folds = host.querySelectorAll<HTMLElement>("[aria-expanded=false], summary");
      await act(async () => {
        for (const fold of folds) fold.click();
      });
      for (const text of ["7.6", "2.5", "3,4", "-1e9", "1e9", "x", "0.123456789"]) {
        for (const input of host.querySelectorAll<HTMLInputElement>("input[inputmode=decimal]:not(:disabled)")) {
          await type(input, text);
          tried++;
          for (const numbers of Object.values(WHOLE)) {
            for (const number of numbers(studio)) expect(number === null || Number.isInteger(number)).toBe(true);
          }
        }
      }
      for (const { body } of connection.waiting("MoveKeys")) expect(Number.isInteger(body.by)).toBe(true);
      expect(studio.notices.get().filter(({ kind }) => kind === "error")).toEqual([]);
      await act(async () => root.unmount());
      host.remove();
    }
    expect(tried).toBeGreaterThan(0);
  });

  it("rounds to its digits, keeps within its limits, and says so", () => {
    const whole = { least: 2, most: 50, digits: 0 };
    expect(numberIn("7.6", whole)).toEqual({ number: 8, said: "Rounded to 8" });
    expect(numberIn("2,5", whole)).toEqual({ number: 3, said: "Rounded to 3" });
    expect(numberIn("8", whole)).toEqual({ number: 8, said: "" });
    expect(numberIn("1", whole)).toEqual({ number: 2, said: "At least 2" });
    expect(numberIn("900", whole)).toEqual({ number: 50, said: "At most 50" });
    const because = { least: "That is why.", most: "So it is." };
    expect(numberIn("1", { ...whole, because }).said).toBe("At least 2. That is why.");
    expect(numberIn("900", { ...whole, because }).said).toBe("At most 50. So it is.");
    expect(numberIn("seven", whole)).toEqual({ number: null, said: "Not a number" });
    expect(numberIn("0.30000000000000004", { least: 0, most: 1, digits: 2 })).toEqual({ number: 0.3, said: "" });
  });
});
