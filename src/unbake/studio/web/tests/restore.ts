import { afterAll, vi } from "vitest";

/** The files of a worker share its clock and its globals: what one replaces must not reach the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
