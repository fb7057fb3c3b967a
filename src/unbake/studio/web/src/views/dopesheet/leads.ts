/** The lane of what leads: a band below the keys of all, in the colour of the part's side, and its name. */

import type { Clip, LeadSpan } from "../../messages";
import { colour } from "../../theme/colours";
import { type Axis, xOf } from "../../timeline/axis";
import { groupName } from "../selection/LeadingPart";

const BAND = 3;
/** Names are left out in rows lower than this, and in spans narrower than the name. */
const LEAST_ROW = 20;

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

export function drawLeads(
  context: CanvasRenderingContext2D,
  axis: Axis,
  rowHeight: number,
  leads: readonly LeadSpan[],
): void {
  context.font = "9px system-ui, sans-serif";
  context.textBaseline = "bottom";
  for (const { first, last, part } of leads) {
    const left = Math.max(xOf(axis, first), axis.left);
    const right = Math.min(xOf(axis, last + 1), axis.left + axis.width) - 1;
    if (right <= left) continue;
    context.fillStyle = colour(sideOf(part));
    context.fillRect(left, rowHeight - BAND - 1, right - left, BAND);
    const name = groupName(part);
    const room = rowHeight >= LEAST_ROW && context.measureText(name).width < right - left - 4;
    if (room) context.fillText(name, left + 2, rowHeight - BAND);
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
