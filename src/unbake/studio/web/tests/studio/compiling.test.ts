import { describe, expect, it } from "vitest";
import { FakeConnection, settled, studioWith, welcome } from "./fakes";

describe("the first start of an installation", () => {
  it("says how much is compiled, until all is", async () => {
    const connection = new FakeConnection();
    const studio = studioWith(connection);
    void studio.start();
    await settled();
    await connection.waiting("Hello")[0].answer(welcome());
    expect(studio.compiled.get()).toBeNull();
    const asked = connection.waiting("AwaitKernels")[0];
    const parts: (number | null)[] = [];
    studio.compiled.subscribe(() => parts.push(studio.compiled.get()));
    for (const part of [0, 0.4, 0.9]) asked.onProgress?.({ step: "Compiling", part });
    await asked.answer({});
    expect(parts).toEqual([0, 0.4, 0.9, null]);
  });

  it("of a server that has stopped is waited for no longer", async () => {
    const connection = new FakeConnection();
    const studio = studioWith(connection);
    void studio.start();
    await settled();
    await connection.waiting("Hello")[0].answer(welcome());
    const asked = connection.waiting("AwaitKernels")[0];
    asked.onProgress?.({ step: "Compiling", part: 0.5 });
    await asked.stop();
    expect([studio.compiled.get(), studio.notices.get()]).toEqual([null, []]);
  });
});
