/** The marks on the transport's buttons, drawn on a grid of 16. */

const PATHS = {
  first: "M3 3h2v10H3z M13 3v10L6 8z",
  previousKey: "M7 3v10L1.5 8z M12 4.5 15 8l-3 3.5L9 8z",
  previousFrame: "M10.5 3v10L4.5 8z",
  play: "M4 2.5v11l9.5-5.5z",
  stop: "M4 3h3v10H4z M9 3h3v10H9z",
  nextFrame: "M5.5 3v10l6-5z",
  nextKey: "M9 3v10l5.5-5z M4 4.5 7 8l-3 3.5L1 8z",
  last: "M11 3h2v10h-2z M3 3v10l7-5z",
  stepped: "M1 13.5v-3.25h4.25V6.5H9.5V2.75H15v1.5h-4V8H6.75v3.75H2.5v1.75z",
  loop: "M11 1.5v2.25H5A3.75 3.75 0 0 0 1.25 7.5V9h1.5V7.5A2.25 2.25 0 0 1 5 5.25h6V7.5l3.5-3z M5 14.5v-2.25h6a3.75 3.75 0 0 0 3.75-3.75V7h-1.5v1.5A2.25 2.25 0 0 1 11 10.75H5V8.5l-3.5 3z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="currentColor" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
