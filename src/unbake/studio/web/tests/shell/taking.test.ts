import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Plant } from "../../src/messages";
import { take } from "../../src/shell/start/taking";
import type { Studio } from "../../src/studio/studio";
import { commit } from "../../src/views/feet/edits";
import { FakeConnection, open, opened, settled, studioWith } from "../studio/fakes";

const openFiles = vi.hoisted(() => vi.fn());
vi.mock("../../src/studio/upload", () => ({ openFiles }));

const PLANT: Plant = { first: 2, last: 5, point: 0, source: "hand" };
const LOADED: Plant = { ...PLANT, point: 3 };

let connection: FakeConnection;
let studio: Studio;

beforeEach(() => {
  connection = new FakeConnection();
  studio = studioWith(connection);
  openFiles.mockReset().mockImplementation(async (_, files: readonly File[]) => {
    if (files[0].name.startsWith("broken")) return false;
    await open(studio, connection, opened("2"));
    return true;
  });
  vi.stubGlobal("fetch", async () => new Response("{}"));
});
afterEach(() => vi.unstubAllGlobals());

const file = (name: string) => new File(["{}"], name);
const texts = () => studio.notices.get().map(({ text }) => text);
const reading = () => connection.waiting("ReadFootLabels");
const given = async (...names: string[]) => {
  take(studio, names.map(file));
  await vi.waitFor(() => expect(openFiles.mock.calls.length + connection.asked.length).toBeGreaterThan(0));
  // Files go to the server in their own time.
  await new Promise((resolve) => setTimeout(resolve, 5));
  await settled();
};

it("labels alone go onto the clip that is open, as one step of undo", async () => {
  await open(studio, connection);
  commit(studio, "Paint", [PLANT]);
  await given("walk.feet.json");
  expect(openFiles).not.toHaveBeenCalled();
  await reading()[0].answer({ plants: [LOADED] });
  expect(studio.document.get().plants).toEqual([LOADED]);
  expect(studio.history.past.get().done.at(-1)?.label).toBe("Load labels");
  studio.undo();
  expect(studio.document.get().plants).toEqual([PLANT]);
});

it("labels come along with their clip and its skeleton", async () => {
  await given("walk.FEET.json", "walk.amc", "walk.asf");
  expect(openFiles.mock.calls[0][1].map(({ name }: File) => name)).toEqual(["walk.amc", "walk.asf"]);
  expect(reading()[0].body.clip).toBe("2");
  await reading()[0].answer({ plants: [LOADED] });
  expect(studio.document.get().plants).toEqual([LOADED]);
});

it("labels of another motion are refused in the words of the command line", async () => {
  await open(studio, connection);
  commit(studio, "Paint", [PLANT]);
  await given("run.feet.json");
  await reading()[0].fail("run.feet.json: the foot labels are of another motion");
  expect([studio.document.get().plants, texts()]).toEqual([
    [PLANT],
    ["run.feet.json: the foot labels are of another motion"],
  ]);
});

it("where their clip cannot be opened, labels are left alone", async () => {
  await open(studio, connection);
  await given("broken.bvh", "broken.feet.json");
  expect(reading()).toEqual([]);
});

it("labels without a clip, and two of them, are refused", async () => {
  take(studio, [file("walk.feet.json")]);
  take(studio, [file("walk.bvh"), file("walk.feet.json"), file("run.feet.json")]);
  take(studio, []);
  expect(texts()).toEqual([
    "walk.feet.json labels the feet of a clip: open that first, or both at once.",
    "One clip has one file of foot labels, and these are 2: walk.feet.json, run.feet.json.",
  ]);
  expect(openFiles).not.toHaveBeenCalled();
});

it("a clip is opened only once a person knows what would be lost", async () => {
  await open(studio, connection);
  commit(studio, "Paint", [PLANT]);
  take(studio, [file("walk.bvh"), file("walk.feet.json")]);
  expect([studio.dialog.get()?.kind, openFiles.mock.calls.length]).toEqual(["unsaved", 0]);
});
