import { describe, expect, it } from "vitest";
import { lastSaid, NO_GUESS, said, unsaid, type Word, withEnd, withGuess, withRest } from "../../src/document/marks";
import type { End } from "../../src/document/plants";
import type { Mark } from "../../src/messages";
import { randomFrom } from "./random";

const yes = (first: number, last: number): Mark => ({ first, last, is_yes: true });
const no = (first: number, last: number): Mark => ({ first, last, is_yes: false });
const CLIP = { first: 1, last: 30 };

/** The same as a word a frame: slow and obvious. */
function words(marks: readonly Mark[]): Word[] {
  return Array.from({ length: CLIP.last }, (_, n) => {
    const found = marks.filter(({ first, last }) => first <= n + 1 && n + 1 <= last);
    expect(found.length).toBeLessThan(2);
    return found[0]?.is_yes ?? null;
  });
}

/** Marks as short as they can be: by time, and none meets another of its kind. */
function isTidy(marks: readonly Mark[]): boolean {
  return marks.every((mark, n) => {
    const next = marks[n + 1];
    const isApart =
      !next || next.first > mark.last + 1 || (next.first === mark.last + 1 && next.is_yes !== mark.is_yes);
    return mark.first <= mark.last && isApart;
  });
}

function anyStretch(random: () => number) {
  const [a, b] = [1 + Math.floor(random() * CLIP.last), 1 + Math.floor(random() * CLIP.last)];
  return { first: Math.min(a, b), last: Math.max(a, b) };
}

function anyMarks(random: () => number): Mark[] {
  let marks: Mark[] = [];
  for (let n = 0; n < 5; n++) marks = said(marks, anyStretch(random), [true, false, null][Math.floor(random() * 3)]);
  return marks;
}

describe("what is said of frames", () => {
  it("takes the place of what was said, on these frames alone", () => {
    const random = randomFrom(1);
    for (let round = 0; round < 300; round++) {
      const before = anyMarks(random);
      const stretch = anyStretch(random);
      const word = [true, false, null][round % 3];
      const after = said(before, stretch, word);
      const wanted = words(before).map((old, n) => (n + 1 >= stretch.first && n + 1 <= stretch.last ? word : old));
      expect(words(after)).toEqual(wanted);
      expect(isTidy(after)).toBe(true);
    }
  });

  it("joins what meets", () => {
    expect(said([yes(1, 4), yes(8, 9)], { first: 5, last: 7 }, true)).toEqual([yes(1, 9)]);
    expect(said([yes(1, 9)], { first: 4, last: 6 }, false)).toEqual([yes(1, 3), no(4, 6), yes(7, 9)]);
  });
});

describe("an edge", () => {
  it("moves alone, over nothing and over others", () => {
    const marks = [yes(5, 10), yes(15, 20), no(25, 28)];
    expect(withEnd(marks, marks[0], "last", 12, CLIP)).toEqual([yes(5, 12), yes(15, 20), no(25, 28)]);
    expect(withEnd(marks, marks[0], "last", 16, CLIP)).toEqual([yes(5, 20), no(25, 28)]);
    expect(withEnd(marks, marks[1], "last", 26, CLIP)).toEqual([yes(5, 10), yes(15, 26), no(27, 28)]);
    expect(withEnd(marks, marks[0], "first", -4, CLIP)).toEqual([yes(1, 10), yes(15, 20), no(25, 28)]);
    expect(withEnd(marks, marks[0], "last", 2, CLIP)).toEqual([yes(5, 5), yes(15, 20), no(25, 28)]);
  });

  it("takes what it meets along", () => {
    const marks = [yes(5, 10), no(11, 20)];
    expect(withEnd(marks, marks[0], "last", 8, CLIP)).toEqual([yes(5, 8), no(9, 20)]);
    expect(withEnd(marks, marks[0], "last", 13, CLIP)).toEqual([yes(5, 13), no(14, 20)]);
    expect(withEnd(marks, marks[0], "last", 25, CLIP)).toEqual([yes(5, 25)]);
    expect(withEnd(marks, marks[1], "first", 7, CLIP)).toEqual([yes(5, 6), no(7, 20)]);
  });

  it("leaves tidy marks whatever is dragged where", () => {
    const random = randomFrom(2);
    for (let round = 0; round < 300; round++) {
      const marks = anyMarks(random);
      if (!marks.length) continue;
      const mark = marks[Math.floor(random() * marks.length)];
      const end: End = random() < 0.5 ? "first" : "last";
      const after = withEnd(marks, mark, end, Math.floor(random() * 40) - 5, CLIP);
      expect(isTidy(after)).toBe(true);
      const still = mark[end === "first" ? "last" : "first"];
      expect(words(after)[still - 1]).toBe(mark.is_yes);
    }
  });
});

describe("a guess", () => {
  it("is taken over only where nothing is said, and something is guessed", () => {
    const random = randomFrom(3);
    for (let round = 0; round < 200; round++) {
      const before = anyMarks(random);
      const guess = Uint8Array.from({ length: CLIP.last }, () => [0, 49, 50, 100, NO_GUESS][Math.floor(random() * 5)]);
      const stretch = anyStretch(random);
      const after = withGuess(before, guess, CLIP.first, stretch);
      const wanted = words(before).map((old, n) => {
        const isFree = old === null && n + 1 >= stretch.first && n + 1 <= stretch.last && guess[n] !== NO_GUESS;
        return isFree ? guess[n] >= 50 : old;
      });
      expect(words(after)).toEqual(wanted);
      expect(isTidy(after)).toBe(true);
    }
  });

  it("leaves out frames that it does not reach", () => {
    expect(withGuess([], Uint8Array.of(100, 100), 1, CLIP)).toEqual([yes(1, 2)]);
    expect(withGuess([], new Uint8Array(), 1, CLIP)).toEqual([]);
  });
});

it("the rest of a stretch is not true", () => {
  const marks = [yes(5, 10), no(20, 22)];
  expect(unsaid(marks, { first: 3, last: 25 })).toEqual([
    { first: 3, last: 4 },
    { first: 11, last: 19 },
    { first: 23, last: 25 },
  ]);
  expect(withRest(marks, { first: 3, last: 25 })).toEqual([no(3, 4), yes(5, 10), no(11, 25)]);
});

it("the last frame of which anything is said lies before another", () => {
  const marks = [yes(5, 10), no(20, 22)];
  expect([4, 6, 12, 21, 30].map((frame) => lastSaid(marks, frame))).toEqual([null, 5, 10, 20, 22]);
  expect(lastSaid([], 4)).toBeNull();
});
