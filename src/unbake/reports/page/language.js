// Where a Linux system's language is C.UTF-8, WebKit calls it "C" and then refuses that name; uPlot asks for it at once.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US" });
}
