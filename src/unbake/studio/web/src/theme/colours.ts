/** The theme's colours for canvases, read once a theme. */

let known = new Map<string, string>();

/** A colour of the theme by its name in `theme.css`, without the dashes: `colour("keypose")`. */
export function colour(name: string): string {
  let found = known.get(name);
  if (found === undefined) {
    found = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    known.set(name, found);
  }
  return found;
}

/** Call when the theme changes; until the returned function is called. */
export function onThemeChange(listener: () => void): () => void {
  const changed = () => {
    known = new Map();
    listener();
  };
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
