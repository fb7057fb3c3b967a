/** Which rows of a grid of cards are seen. Measures in pixels, as in library.css. */

const LEAST_WIDTH = 156;
/** Of a row, with the gap below it. */
export const ROW = 154;
/** Rows beside those that are seen, which are there already when somebody scrolls. */
const SPARE = 1;

export function columnsIn(width: number): number {
  return Math.max(1, Math.floor(width / LEAST_WIDTH));
}

interface Seen {
  /** Rows that are there, both included. */
  first: number;
  last: number;
  /** Room that the others would take. */
  before: number;
  after: number;
}

export function rowsSeen(top: number, height: number, rows: number): Seen {
  const end = Math.max(rows - 1, 0);
  const first = Math.min(Math.max(Math.floor(top / ROW) - SPARE, 0), end);
  const last = Math.min(Math.floor((top + height) / ROW) + SPARE, end);
  return { first, last, before: first * ROW, after: (end - last) * ROW };
}
