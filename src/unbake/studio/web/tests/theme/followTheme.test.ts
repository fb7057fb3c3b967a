// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { followTheme } from "../../src/theme/followTheme";

/** A system that prefers light colours, or dark ones, and may change its mind. */
function system(isLight: boolean) {
  const query = Object.assign(new EventTarget(), { matches: isLight });
  vi.stubGlobal("matchMedia", () => query);
  return (matches: boolean) => {
    query.matches = matches;
    query.dispatchEvent(new Event("change"));
  };
}
const shown = () => document.documentElement.dataset.theme;
afterEach(() => vi.unstubAllGlobals());

it("puts the chosen theme on the page, whatever the system prefers", () => {
  const prefers = system(false);
  const end = followTheme("light");
  expect(shown()).toBe("light");
  prefers(false);
  expect(shown()).toBe("light");
  end();
});

it("follows the system until it ends", () => {
  const prefers = system(false);
  const end = followTheme("system");
  expect(shown()).toBe("dark");
  prefers(true);
  expect(shown()).toBe("light");
  end();
  prefers(false);
  expect(shown()).toBe("light");
});
