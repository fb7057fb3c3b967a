import { expect, it } from "vitest";
import { halfOf } from "../../src/views/dopesheet/sprites";

it.each([16, 20, 29])("breakdowns are told from keyposes without their colour (rows of %i pixels)", (height) => {
  expect(halfOf(height, "breakdown")).toBeLessThan(0.8 * halfOf(height, "keypose"));
});
