/** Signs of the shell, drawn in the colour of the text. */

const TURNS = { right: 0, down: 90, left: 180, up: 270 };

export function Chevron({ direction }: { direction: keyof typeof TURNS }) {
  return (
    <svg className="icon" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="M4.5 2.5 8 6 4.5 9.5" transform={`rotate(${TURNS[direction]} 6 6)`} />
    </svg>
  );
}

export function Check() {
  return (
    <svg className="icon" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="M2.5 6.5 5 9l4.5-6" />
    </svg>
  );
}

export function Cross() {
  return (
    <svg className="icon" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="m3 3 6 6M9 3 3 9" />
    </svg>
  );
}

/** Three poses on a curve: two keys and what lies between. */
export function Mark({ size = 18 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path className="curve" d="M5 24C11 24 12 8 16 8s5 10 11 10" />
      <path className="key" d="m5 20 4 4-4 4-4-4z" />
      <path className="key" d="m16 4 4 4-4 4-4-4z" />
      <path className="breakdown" d="m27 14 4 4-4 4-4-4z" />
    </svg>
  );
}
