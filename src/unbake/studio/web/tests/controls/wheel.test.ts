import { expect, it } from "vitest";
import { turned } from "../../src/controls/wheel";

const event = { deltaY: 0, deltaMode: 0 };

it("counts lines and pages as pixels", () => {
  expect(turned({ ...event, deltaY: 3, deltaMode: 1 })).toBe(turned({ ...event, deltaY: 99 }));
  expect(turned({ ...event, deltaY: 0.5, deltaMode: 2 })).toBe(turned({ ...event, deltaY: 150 }));
});

it("does not follow a whole spin, and stays where nothing turns", () => {
  expect(turned({ ...event, deltaY: 1e6 })).toBeLessThan(300);
  expect(turned({ ...event, deltaY: -1e6 })).toBe(-turned({ ...event, deltaY: 1e6 }));
  expect(turned(event)).toBe(0);
});
