/** What steers a live character: keys that are held, and a gamepad. Directions are as one sees them. */

import { viewsIn } from "../../shell/layout";
import type { Live } from "../../studio/live";

/** Right and ahead, as a key wants it. */
const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  KeyW: [0, 1],
  ArrowUp: [0, 1],
  KeyS: [0, -1],
  ArrowDown: [0, -1],
  KeyA: [-1, 0],
  ArrowLeft: [-1, 0],
  KeyD: [1, 0],
  ArrowRight: [1, 0],
};
const SPEED_STEP_M_S = 0.4;
export const FASTEST_M_S = 5;
/** With Shift: so much faster, at least this fast. */
const FAST = 2;
const LEAST_FAST_M_S = 3;
/** How far a stick has to be off its middle. */
const STICK = 0.3;
const FIELDS = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

/** Where to go in the world, seen from a camera at a yaw: 0 looks from +Z. */
export function worldDirection(right: number, ahead: number, yaw: number): number {
  const x = right * Math.cos(yaw) - ahead * Math.sin(yaw);
  const z = -right * Math.sin(yaw) - ahead * Math.cos(yaw);
  return Math.atan2(x, z);
}

/** The way that held keys want together; null for none, or where they want opposite ways. */
export function wayOf(held: Iterable<string>): readonly [number, number] | null {
  let [right, ahead] = [0, 0];
  for (const code of held) {
    const way = WAYS[code];
    if (way) [right, ahead] = [right + way[0], ahead + way[1]];
  }
  const size = Math.hypot(right, ahead);
  return size > 0 ? [right / size, ahead / size] : null;
}

/** Whether keys that are meant for a view steer: other views below the viewport live on the same keys. */
export function steersFrom(area: string | undefined): boolean {
  return area === "live" || !viewsIn("bottom").some(({ id }) => id === area);
}

/** Listen to keys and gamepads until the returned function is called; `yaw` is the camera's, `area` where keys go. */
export function steer(live: Live, yaw: () => number, area: () => string | undefined): () => void {
  const held = new Set<string>();
  /** The speed that is wanted without Shift. */
  let own = live.state.get().wish.speed_m_s;
  let isFast = false;
  let isByStick = false;
  let pressed: readonly boolean[] = [];

  const apply = () => {
    const way = wayOf(held);
    const { wish } = live.state.get();
    if (!isFast) own = wish.speed_m_s;
    const direction_rad = way ? worldDirection(way[0], way[1], yaw()) : null;
    live.ask({ direction_rad });
  };
  const hurry = (isDown: boolean) => {
    if (isDown === isFast) return;
    if (isDown) own = live.state.get().wish.speed_m_s;
    isFast = isDown;
    live.ask({ speed_m_s: isDown ? Math.min(Math.max(FAST * (own ?? 0), LEAST_FAST_M_S), FASTEST_M_S) : own });
  };
  const down = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const isElsewhere = target?.closest(`${FIELDS}, dialog, [role=menu], [role=menubar], [role=tablist]`);
    if (isElsewhere || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.altKey || event.metaKey || !steersFrom(area())) return;
    if (event.key === "Shift") hurry(true);
    else if (event.code in WAYS) {
      if (!held.has(event.code)) {
        held.add(event.code);
        apply();
      }
    } else if (event.code === "KeyQ" || event.code === "KeyE") {
      const by = event.code === "KeyE" ? SPEED_STEP_M_S : -SPEED_STEP_M_S;
      changeSpeed(live, by);
    } else if (/^Digit[1-9]$/.test(event.code)) {
      const flag = live.state.get().character?.flags[Number(event.code.slice(5)) - 1];
      if (flag === undefined) return;
      toggleFlag(live, flag);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const up = (event: KeyboardEvent) => {
    if (event.key === "Shift") hurry(false);
    if (held.delete(event.code)) apply();
  };
  const leave = () => {
    hurry(false);
    if (!held.size) return;
    held.clear();
    apply();
  };
  const look = () => {
    const pad = navigator.getGamepads?.().find((one) => one?.connected);
    if (!pad) return;
    const [x, y] = [pad.axes[0] ?? 0, -(pad.axes[1] ?? 0)];
    const size = Math.min(Math.hypot(x, y), 1);
    if (size > STICK) {
      isByStick = true;
      const step = 0.25;
      const speed_m_s = Math.round((size * LEAST_FAST_M_S) / step) * step;
      const turn = Math.PI / 32;
      const direction_rad = Math.round(worldDirection(x / size, y / size, yaw()) / turn) * turn;
      live.ask({ direction_rad, speed_m_s });
    } else if (isByStick) {
      isByStick = false;
      live.ask({ direction_rad: null, speed_m_s: own });
    }
    const now = pad.buttons.map((button) => button.pressed);
    const { flags } = live.state.get().character!;
    now.slice(0, flags.length).forEach((isDown, n) => {
      if (isDown && !pressed[n]) toggleFlag(live, flags[n]);
    });
    pressed = now;
  };

  window.addEventListener("keydown", down, true);
  window.addEventListener("keyup", up, true);
  window.addEventListener("blur", leave);
  live.hands.add(look);
  return () => {
    window.removeEventListener("keydown", down, true);
    window.removeEventListener("keyup", up, true);
    window.removeEventListener("blur", leave);
    live.hands.delete(look);
  };
}

/** Ask for a flag; asked for once more, it is up to the character again. */
export function toggleFlag(live: Live, flag: string): void {
  live.ask({ flag: live.state.get().wish.flag === flag ? null : flag });
}

export function changeSpeed(live: Live, by: number): void {
  const speed = live.state.get().wish.speed_m_s ?? 1.2;
  live.ask({ speed_m_s: Math.min(Math.max(Math.round(10 * (speed + by)) / 10, 0), FASTEST_M_S) });
}
