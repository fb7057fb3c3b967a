import { beforeEach, expect, it } from "vitest";
import type { PoseDragged } from "../../src/messages";
import type { Step } from "../../src/studio/posing";
import type { Studio } from "../../src/studio/studio";
import { evaluation, FakeConnection, keysOn, open, opened, settled, studioWith } from "./fakes";

let studio: Studio;

beforeEach(async () => {
  const connection = new FakeConnection();
  studio = studioWith(connection);
  await open(studio, connection, { ...opened(), keys: keysOn(1, 4, 10) });
  await connection.waiting("Evaluate")[0]?.answer({ evaluation: evaluation() });
});

/** A step whose answer waits, with other keys. */
function waiting(...frames: number[]): { step: Step; answer(): Promise<void>; isAsked: boolean } {
  const made = { step, answer: async () => {}, isAsked: false };
  function step(): Promise<PoseDragged> {
    made.isAsked = true;
    return new Promise((resolve) => {
      made.answer = () => {
        const keys = { ...keysOn(...frames), last: 10 };
        resolve({ keys, evaluation: evaluation(), missed_cm: 0, notes: [], layer: null, layered: null });
        return settled();
      };
    });
  }
  return made;
}
const shown = () => [...studio.shownKeys()!.frames];
const documented = () => [...studio.documentKeys()!.frames];

it("shows no pose that was not taken because the keys were changed meanwhile", async () => {
  const [one, two] = [waiting(1, 4, 7, 10), waiting(1, 4, 8, 10)];
  const done = [studio.posing.once("One", one.step), studio.posing.once("Two", two.step)];
  await settled();
  await one.answer();
  await two.answer();
  await Promise.all(done);
  expect(documented()).toEqual([1, 4, 7, 10]);
  expect(studio.results.get().handled).toBeNull();
  expect(shown()).toEqual(documented());
  expect(studio.notices.get().at(-1)?.text).toContain("changed meanwhile");
});

it("takes the last step of a pose though another is in the hand already", async () => {
  const [first, last, other] = [waiting(1, 4, 6, 10), waiting(1, 4, 7, 10), waiting(1, 4, 8, 10)];
  studio.posing.hold();
  studio.posing.move(first.step);
  await settled();
  studio.posing.move(last.step);
  const done = studio.posing.release("Drag");
  studio.posing.hold();
  studio.posing.move(other.step);
  await settled();
  await first.answer();
  expect(last.isAsked).toBe(true);
  await last.answer();
  await done;
  expect(documented()).toEqual([1, 4, 7, 10]);
});
