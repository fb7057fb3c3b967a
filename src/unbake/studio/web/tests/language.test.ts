// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { mendLanguage } from "../src/language";

it("a language that has no name in the browser is English", () => {
  const browser = { language: "C" };
  mendLanguage(browser);
  expect(browser.language).toBe("en-US");
});

it("every other language stays", () => {
  for (const language of ["de", "pt-BR", "zh-Hant-TW"]) {
    const browser = Object.freeze({ language });
    mendLanguage(browser);
    expect(browser.language).toBe(language);
  }
});
