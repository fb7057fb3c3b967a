import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Notices } from "../../src/studio/notices";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("notices that pass", () => {
  it("stay for as long as it takes to read them", () => {
    const notices = new Notices();
    notices.add("info", "Saved.");
    notices.add("info", "long ".repeat(60));
    vi.advanceTimersByTime(6000);
    expect(notices.get().map(({ text }) => text.length)).toEqual([300]);
    vi.advanceTimersByTime(11999);
    expect(notices.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(notices.get()).toEqual([]);
  });
});
