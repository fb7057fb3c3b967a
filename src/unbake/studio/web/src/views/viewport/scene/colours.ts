/** The theme's colours as the shaders take them: as they are written, without conversion. */

import { Color, LinearSRGBColorSpace } from "three";
import { colour } from "../../../theme/colours";

export interface SceneColours {
  paper: Color;
  line: Color;
  ink: Color;
  sides: [Color, Color, Color];
  capture: Color;
  accent: Color;
  keypose: Color;
  breakdown: Color;
  hold: Color;
  pinned: Color;
  heel: Color;
  toe: Color;
  /** From no error to the most. */
  ramp: [Color, Color, Color];
  x: Color;
  z: Color;
  isLight: boolean;
}

export function sceneColours(): SceneColours {
  const read = (name: string) => new Color().setStyle(colour(name), LinearSRGBColorSpace);
  const ink = read("ink");
  const isLight = ink.r + ink.g + ink.b < 1.5;
  // By day the theme's colours are dark enough for letters; a solid has its own shade.
  const side = (name: string) => read(name).lerp(new Color(1, 1, 1), isLight ? 0.3 : 0);
  return {
    paper: read("viewport"),
    line: read("viewport-line"),
    ink,
    sides: [side("left"), side("right"), side("middle")],
    capture: read("capture"),
    accent: read("accent"),
    keypose: read("keypose"),
    breakdown: read("breakdown"),
    hold: read("hold"),
    pinned: read("pinned"),
    heel: read("heel"),
    toe: read("toe"),
    ramp: [read("ramp-low"), read("ramp-middle"), read("ramp-high")],
    x: read("x"),
    z: read("z"),
    isLight,
  };
}

/** Hues for trails: told apart from each other, and quieter than the keys on them. */
const TRAIL_NAMES = ["trail-1", "trail-2", "trail-3", "trail-4", "trail-5", "trail-6"];

export function trailColour(index: number): Color {
  return new Color().setStyle(colour(TRAIL_NAMES[index % TRAIL_NAMES.length]), LinearSRGBColorSpace);
}
