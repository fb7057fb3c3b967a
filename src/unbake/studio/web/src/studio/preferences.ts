/** What a person likes, whatever the project; the server keeps it. */

export interface Preferences {
  keymap: "blender" | "maya";
  theme: "system" | "light" | "dark";
  /** Sizes of panels in pixels, by name; folded ones are negative, so that they remember their size. */
  panels: Readonly<Record<string, number>>;
}

export const FIRST_PREFERENCES: Preferences = { keymap: "blender", theme: "system", panels: {} };

export function preferencesFrom(text: string): Preferences {
  try {
    return { ...FIRST_PREFERENCES, ...JSON.parse(text) };
  } catch {
    return FIRST_PREFERENCES;
  }
}
