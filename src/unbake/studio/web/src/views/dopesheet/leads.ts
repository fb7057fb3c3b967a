/** The lane of what leads, below the rows: a band in the colour of the part's side, with its name. */

import type { Clip, LeadSpan } from "../../messages";
import { colour } from "../../theme/colours";
import { type Axis, xOf } from "../../timeline/axis";
import { groupName } from "../selection/LeadingPart";
import { LEADS } from "./rows";

let known: { clip: Clip; named: readonly string[]; leads: readonly LeadSpan[] } | null = null;

/** What a person named, all the time; else what was found. The same list as long as nothing changed. */
export function leadsOf(clip: Clip, named: readonly string[]): readonly LeadSpan[] {
  if (!named.length) return clip.lead_spans;
  if (known?.clip !== clip || known.named !== named) {
    const part = named.map(groupName).join(", ");
    known = { clip, named, leads: [{ first: clip.first_frame, last: clip.last_frame, part }] };
  }
  return known.leads;
}

/** `top`: where the lane begins. Names are left out in spans narrower than they are. */
export function drawLeads(
  context: CanvasRenderingContext2D,
  axis: Axis,
  top: number,
  leads: readonly LeadSpan[],
): void {
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const high = LEADS - 4;
  // Spans reach to the next one; the last ends with the clip.
  const end = leads.at(-1)?.last ?? 0;
  for (const { first, last, part } of leads) {
    const left = Math.max(xOf(axis, first), axis.left);
    const right = Math.min(xOf(axis, Math.min(last + 1, end)), axis.left + axis.width) - 1;
    if (right <= left) continue;
    context.fillStyle = colour(sideOf(part));
    context.globalAlpha = 0.3;
    context.fillRect(left, top + 2, right - left, high);
    context.globalAlpha = 1;
    context.fillRect(left, top + 2, Math.min(3, right - left), high);
    const name = groupName(part);
    context.fillStyle = colour("ink");
    if (context.measureText(name).width < right - left - 12) context.fillText(name, left + 7, top + 2.5 + high / 2);
  }
}

/** In words, for tests and screen readers. */
export function leadWords(leads: readonly LeadSpan[]): string {
  return leads.map(({ first, last, part }) => `${part} ${first}–${last}`).join(", ");
}

function sideOf(part: string): "left" | "right" | "accent" {
  const side = /^(left|right)/i.exec(part)?.[1].toLowerCase();
  return (side as "left" | "right" | undefined) ?? "accent";
}
