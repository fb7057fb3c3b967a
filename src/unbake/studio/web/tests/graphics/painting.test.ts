import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Loaded anew for every test: files that ran before in the same process may wait for frames that never come. */
let afterFrame: typeof import("../../src/graphics/painting")["afterFrame"];
let Painting: typeof import("../../src/graphics/painting")["Painting"];
let frames: (() => void)[] = [];
const frame = () => {
  const due = frames;
  frames = [];
  for (const call of due) call();
};
/** Until all messages that are under way have come. */
const messages = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(async () => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => frames.push(call));
  vi.resetModules();
  ({ afterFrame, Painting } = await import("../../src/graphics/painting"));
});

afterEach(async () => {
  frame();
  await messages();
  vi.unstubAllGlobals();
});

test("what is asked for is painted soon, once, and slow things first", async () => {
  const painted: string[] = [];
  const quick = new Painting(() => painted.push("quick"));
  const slow = new Painting(() => painted.push("slow"), true);
  quick.ask();
  slow.ask();
  quick.ask();
  expect(painted).toEqual([]);
  await messages();
  expect(painted).toEqual(["slow", "quick"]);
  frame();
  await messages();
  expect(painted).toEqual(["slow", "quick"]);
});

test("a frame that comes first paints, and nothing is painted twice", async () => {
  const paint = vi.fn();
  new Painting(paint).ask();
  frame();
  expect(paint).toHaveBeenCalledTimes(1);
  await messages();
  expect(paint).toHaveBeenCalledTimes(1);
});

test("between two frames there is one early painting; the next waits for the frame", async () => {
  const paint = vi.fn();
  const painting = new Painting(paint);
  painting.ask();
  await messages();
  painting.ask();
  await messages();
  expect(paint).toHaveBeenCalledTimes(1);
  expect(painting.isAsked).toBe(true);
  frame();
  expect(paint).toHaveBeenCalledTimes(2);
  expect(painting.isAsked).toBe(false);
});

test("what is cancelled is not painted", async () => {
  const paint = vi.fn();
  const painting = new Painting(paint);
  painting.ask();
  painting.cancel();
  await messages();
  frame();
  expect(paint).not.toHaveBeenCalled();
});

test("words follow the frame with the pictures, once", async () => {
  const said: string[] = [];
  const say = () => said.push("words");
  new Painting(() => said.push("picture")).ask();
  afterFrame(say);
  afterFrame(say);
  await messages();
  expect(said).toEqual(["picture"]);
  frame();
  expect(said).toEqual(["picture"]);
  await messages();
  expect(said).toEqual(["picture", "words"]);
});
