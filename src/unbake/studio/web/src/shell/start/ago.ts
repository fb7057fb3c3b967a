/** When something was, as people say it. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Of a date and time in ISO 8601; the date itself where it is longer ago than a week. */
export function agoText(iso: string, now = Date.now()): string {
  const past = now - Date.parse(iso);
  if (!Number.isFinite(past)) return "";
  if (past < 2 * MINUTE) return "just now";
  if (past < 2 * HOUR) return `${Math.floor(past / MINUTE)} minutes ago`;
  if (past < DAY) return `${Math.floor(past / HOUR)} hours ago`;
  if (past < 2 * DAY) return "yesterday";
  if (past < 7 * DAY) return `${Math.floor(past / DAY)} days ago`;
  return new Date(iso).toLocaleDateString();
}
