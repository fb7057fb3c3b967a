import { expect, it } from "vitest";
import { besidePointer } from "../../src/controls/place";

it("words stay in their room, wherever the pointer is", () => {
  const at = (x: number, y: number) => besidePointer({ x, y }, [100, 40], [400, 200]);
  expect(at(50, 50)).toEqual({ x: 64, y: 40 });
  expect(at(50, 3)).toEqual({ x: 64, y: 2 });
  expect(at(50, 195)).toEqual({ x: 64, y: 158 });
  expect(at(390, 50)).toEqual({ x: 276, y: 40 });
});

it("words that are too large begin in sight", () => {
  expect(besidePointer({ x: 20, y: 10 }, [100, 40], [50, 30])).toEqual({ x: 2, y: 2 });
});
