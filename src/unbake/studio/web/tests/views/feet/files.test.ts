// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { choose } from "../../../src/views/feet/files";

it("a file is chosen by a field that is on the page as long as that takes", () => {
  const then = vi.fn();
  choose(".json", then);
  const field = document.querySelector<HTMLInputElement>("input[type=file]")!;
  expect(field.accept).toBe(".json");
  const file = new File(["{}"], "labels.json");
  vi.spyOn(field, "files", "get").mockReturnValue([file] as unknown as FileList);
  field.dispatchEvent(new Event("change"));
  expect(then).toHaveBeenCalledWith(file);
  choose(".json", then);
  document.querySelector("input[type=file]")!.dispatchEvent(new Event("cancel"));
  expect(document.querySelector("input[type=file]")).toBeNull();
  expect(then).toHaveBeenCalledTimes(1);
});
