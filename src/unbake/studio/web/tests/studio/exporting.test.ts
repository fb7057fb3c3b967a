import { expect, it } from "vitest";
import type { ExportLoss } from "../../src/messages";
import { dropPlan, planExport } from "../../src/studio/exporting";
import { type Asked, FakeConnection, keysOn, open, settled, studioWith } from "./fakes";

const LOSS = { suffix: ".glb", error_cm: 1.2 } as unknown as ExportLoss;

async function withKeys() {
  const connection = new FakeConnection();
  const studio = studioWith(connection);
  await open(studio, connection);
  studio.change("Edit", { edited: keysOn(1, 4, 10) });
  return { connection, studio };
}

it("a plan for the same keys is asked for once", async () => {
  const { connection, studio } = await withKeys();
  const plans = [planExport(studio), planExport(studio)];
  await settled();
  await connection.waiting("PlanExport")[0].answer({ losses: [LOSS] });
  for (const plan of await Promise.all(plans)) expect(plan.losses).toEqual([LOSS]);
  await planExport(studio);
  expect(connection.count("PlanExport")).toBe(1);
});

it("a plan for other keys ends the older one", async () => {
  const { connection, studio } = await withKeys();
  const older = planExport(studio);
  await settled();
  studio.change("Edit again", { edited: keysOn(1, 6, 10) });
  const newer = planExport(studio);
  await expect(older).rejects.toThrow();
  await connection.waiting("PlanExport")[0].answer({ losses: [LOSS] });
  expect((await newer).keys?.frames).toEqual(Int32Array.of(1, 6, 10));
});

it("a plan that was dropped is asked for again", async () => {
  const { connection, studio } = await withKeys();
  const dropped = planExport(studio);
  await settled();
  dropPlan(studio);
  await expect(dropped).rejects.toThrow();
  void planExport(studio);
  await settled();
  expect(connection.count("PlanExport")).toBe(2);
});

it("a plan of one format asks about that alone, unless all are planned", async () => {
  const { connection, studio } = await withKeys();
  const one = planExport(studio, ".glb");
  await settled();
  await connection.waiting("PlanExport")[0].answer({ losses: [LOSS] });
  expect((await one).losses).toEqual([LOSS]);
  void planExport(studio, ".bvh");
  await settled();
  void planExport(studio);
  await settled();
  void planExport(studio, ".fbx");
  await settled();
  const plans = connection.asked.filter(({ type }) => type === "PlanExport") as unknown as Asked<"PlanExport">[];
  expect(plans.map(({ body }) => body.suffix)).toEqual([".glb", ".bvh", ""]);
});

it("a plan of one format is answered by that of all, which takes its place", async () => {
  const { connection, studio } = await withKeys();
  const one = planExport(studio, ".glb");
  await settled();
  void planExport(studio);
  await settled();
  await connection.waiting("PlanExport")[0].answer({ losses: [LOSS] });
  expect((await one).losses).toEqual([LOSS]);
});
