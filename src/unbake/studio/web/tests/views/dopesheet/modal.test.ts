import { expect, it } from "vitest";
import { typedAfter } from "../../../src/views/dopesheet/modal";

it("takes numbers that are typed while keys move", () => {
  const type = (keys: string) => [...keys].reduce((typed, key) => typedAfter(typed, key) ?? typed, "");
  expect([type("12"), type("1-2"), type("-5-"), type("7x")]).toEqual(["12", "-12", "5", "7"]);
  expect(typedAfter("-12", "Backspace")).toBe("-1");
  expect(typedAfter("1", "a")).toBeNull();
});
