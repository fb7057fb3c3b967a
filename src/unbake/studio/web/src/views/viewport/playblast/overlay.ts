/** What is written on a playblast: the clip's name, the frame, and the keys around it. */

import { CLASS_WORDS, classNameOf } from "../../../document/keys";
import { MARK_PARTS } from "../../../graphics/marks";
import type { Clip, Keys } from "../../../messages";
import { colour } from "../../../theme/colours";
import type { Size } from "./film";

interface Overlaid {
  clip: Pick<Clip, "name" | "first_frame" | "fps">;
  keys: Pick<Keys, "frames" | "classes"> | null;
  range: { first: number; last: number };
}

/** Parts of the picture's height. */
const LETTERS = 0.03;
const MARGIN = 0.03;
const KEY = 0.011;

/** Draw it on a picture; `frame` as the file numbers it. */
export function drawOverlay(context: CanvasRenderingContext2D, { width, height }: Size, frame: number, of: Overlaid) {
  const letters = Math.max(11, Math.round(LETTERS * height));
  const margin = Math.round(MARGIN * height);
  const line = height - margin;
  context.save();
  context.font = `${letters}px system-ui, sans-serif`;
  context.fillStyle = colour("ink");
  context.textBaseline = "top";
  context.fillText(of.clip.name, margin, margin, width - 2 * margin);
  drawKeys(context, { left: margin, right: width - margin, line, size: Math.max(4, KEY * height) }, frame, of);
  context.textBaseline = "alphabetic";
  const above = line - letters;
  context.fillStyle = colour("ink");
  context.fillText(`${frame}`, margin, above);
  context.textAlign = "right";
  context.fillText(`${((frame - of.clip.first_frame) / of.clip.fps).toFixed(2)} s`, width - margin, above);
  const key = of.keys ? of.keys.frames.indexOf(frame) : -1;
  if (key >= 0) {
    const name = classNameOf(of.keys!.classes[key]);
    context.fillStyle = colour(name);
    context.textAlign = "left";
    context.fillText(CLASS_WORDS[name], margin + 3.2 * letters, above);
  }
  context.restore();
}

interface Strip {
  left: number;
  right: number;
  line: number;
  size: number;
}

/** The keys of the range on a line, and where the frame is among them. */
function drawKeys(context: CanvasRenderingContext2D, strip: Strip, frame: number, { keys, range }: Overlaid): void {
  const { left, right, line, size } = strip;
  const at = (one: number) => left + ((one - range.first) / Math.max(range.last - range.first, 1)) * (right - left);
  context.fillStyle = colour("quiet");
  context.fillRect(left, line - 0.5, right - left, 1);
  keys?.frames.forEach((key, n) => {
    if (key < range.first || key > range.last) return;
    const name = classNameOf(keys.classes[n]);
    const reach = MARK_PARTS[name] * (key === frame ? 1.7 * size : size);
    const x = at(key);
    context.fillStyle = colour(name);
    context.beginPath();
    context.moveTo(x, line - reach);
    context.lineTo(x + reach, line);
    context.lineTo(x, line + reach);
    context.lineTo(x - reach, line);
    context.fill();
  });
  context.fillStyle = colour("accent");
  context.fillRect(Math.round(at(frame)) - 1, line - 2 * size, 2, 4 * size);
}
