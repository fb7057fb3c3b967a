/** What a person likes, whatever the project; the server keeps it. */

/** The magnet and what it draws to. */
export interface SnapSettings {
  isOn: boolean;
  /** Of handles: keys are on whole frames always. */
  toFrames: boolean;
  toPlayhead: boolean;
  toKeys: boolean;
  toPlants: boolean;
}

export const FIRST_SNAP: SnapSettings = {
  isOn: false,
  toFrames: true,
  toPlayhead: true,
  toKeys: true,
  toPlants: true,
};

export interface Preferences {
  keymap: "blender" | "maya";
  theme: "system" | "light" | "dark";
  /** Sizes of panels in pixels, by name; folded ones are negative, so that they remember their size. */
  panels: Readonly<Record<string, number>>;
  /** Whether the first hint has been read, or the slider used without it. */
  knowsSlider?: boolean;
  /** The magnet and what it draws to. */
  snap?: Partial<SnapSettings>;
  /** Suffix of the format that was exported to last. */
  exports?: string;
  /** How the last playblast was made. */
  playblast?: { format: string; size: string; hasOverlay: boolean };
  /** Flags without a lane among the annotations. */
  hiddenFlags?: readonly string[];
}

export const FIRST_PREFERENCES: Preferences = { keymap: "blender", theme: "system", panels: {} };

export function preferencesFrom(text: string): Preferences {
  try {
    const kept: unknown = JSON.parse(text);
    const known = { ...FIRST_PREFERENCES, ...(kept as Partial<Preferences>) };
    return typeof known.panels === "object" && known.panels ? known : { ...known, panels: {} };
  } catch {
    return FIRST_PREFERENCES;
  }
}
