import { describe, expect, it, vi } from "vitest";
import { Store, watching } from "../src/store";

describe("watching", () => {
  const setUp = () => {
    const [document, found] = [new Store({ count: 2, detail: 0 }), new Store<{ keys: object | null }>({ keys: null })];
    const listener = vi.fn();
    const watch = watching([document, found], () => [document.get().count, found.get().keys]);
    return { document, found, listener, end: watch(listener) };
  };

  it("tells of a part that became another one, whichever store holds it", () => {
    const { document, found, listener } = setUp();
    document.patch({ count: 3 });
    expect(listener).toHaveBeenCalledTimes(1);
    found.patch({ keys: {} });
    expect(listener).toHaveBeenCalledTimes(2);
  });
  it("keeps silent about what nobody picked, and about what stayed as it was", () => {
    const { document, listener } = setUp();
    document.patch({ detail: 1 });
    document.set({ ...document.get() });
    expect(listener).not.toHaveBeenCalled();
  });
  it("tells of a change and of the change back", () => {
    const { document, listener } = setUp();
    document.patch({ count: 3 });
    document.patch({ count: 2 });
    expect(listener).toHaveBeenCalledTimes(2);
  });
  it("ends", () => {
    const { document, listener, end } = setUp();
    end();
    document.patch({ count: 3 });
    expect(listener).not.toHaveBeenCalled();
  });
});
