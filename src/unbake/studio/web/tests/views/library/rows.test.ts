import { describe, expect, it } from "vitest";
import { columnsIn, ROW, rowsSeen } from "../../../src/views/library/rows";

describe("a grid of cards", () => {
  it("has as many columns as there is room for, and one at least", () => {
    expect([0, 155, 312, 1000].map(columnsIn)).toEqual([1, 1, 2, 6]);
  });

  it("keeps its height whatever part of it is there", () => {
    for (const rows of [0, 1, 3, 1000]) {
      for (let top = 0; top < rows * ROW + 500; top += 77) {
        const { first, last, before, after } = rowsSeen(top, 400, rows);
        expect(before + (last - first + 1) * ROW + after).toBe(Math.max(rows, 1) * ROW);
        const isSeen = (row: number) => row * ROW < top + 400 && (row + 1) * ROW > top;
        const seen = Array.from({ length: rows }, (_, row) => row).filter(isSeen);
        expect(seen.every((row) => first <= row && row <= last)).toBe(true);
        expect(last - first).toBeLessThan(8);
      }
    }
  });
});
