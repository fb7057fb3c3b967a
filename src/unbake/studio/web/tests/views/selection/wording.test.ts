import { expect, it } from "vitest";
import type { Clip } from "../../../src/messages";
import { weightOf, withWeight } from "../../../src/views/selection/weights";
import { criterionName, criterionSays, percent, shortCm } from "../../../src/views/selection/wording";

it("writes lengths with the digits that matter", () => {
  const written = [0, 0.0004, 0.0042, 0.0461, 0.4, 1.836, 12.34, 99.96, 250.4].map(shortCm);
  expect(written).toEqual(["0", "0", "0.004", "0.05", "0.40", "1.84", "12.3", "100", "250"]);
});

it("writes parts as percentages", () => {
  expect([0.05, 0.0553, 0.25, 1].map(percent)).toEqual(["5 %", "5.5 %", "25 %", "100 %"]);
});

it("names criteria in words, and leaves unknown ones alone", () => {
  expect(criterionName("curve-max")).toBe("Curve, largest");
  expect(criterionName("my-own")).toBe("my-own");
  const info = {
    name: "lerp-sum",
    says: "the sum of squares of the distance, of the worst joint",
    compose: "sum",
  } as const;
  expect(criterionSays(info, "pose")).toBe("The sum of squares of the distance, of the whole pose.");
  expect(criterionSays(undefined, "pose")).toBe("");
});

const clip = {
  leads: ["feet", "hands"],
  joints: [{ role: "head" }, { role: "left-toe" }, { role: null }],
} as unknown as Clip;

it("weighs toes with the feet, where there are any", () => {
  expect(withWeight({}, "feet", 4, clip)).toEqual({ feet: 4, "left-toe": 4 });
  expect(weightOf({ feet: 4 }, "feet")).toBe(4);
  expect(weightOf({}, "hands")).toBe(1);
});

it("does not name what weighs as much as usual", () => {
  expect(withWeight({ feet: 4, "left-toe": 4, head: 0 }, "feet", 1, clip)).toEqual({ head: 0 });
});
