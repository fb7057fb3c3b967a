/** Puts the theme on the page: the one that was chosen, or the system's, as long as that stays what it is. */

import type { Preferences } from "../studio/preferences";

/** Until the returned function is called. */
export function followTheme(theme: Preferences["theme"]): () => void {
  const light = matchMedia("(prefers-color-scheme: light)");
  const put = () => {
    document.documentElement.dataset.theme = theme === "system" ? (light.matches ? "light" : "dark") : theme;
  };
  put();
  light.addEventListener("change", put);
  return () => light.removeEventListener("change", put);
}
