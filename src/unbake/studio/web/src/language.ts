/** The language that numbers are written in. Where a Linux system's is C.UTF-8, WebKit calls it `C` and then refuses that
 * name; uPlot asks for it while it is loaded, and nothing would be shown. So this comes before everything else. */

export function mendLanguage(browser: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(browser.language);
  } catch {
    Object.defineProperty(browser, "language", { value: "en-US", configurable: true });
  }
}

mendLanguage(navigator);
