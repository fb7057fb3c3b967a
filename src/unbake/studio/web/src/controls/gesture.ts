/** Names for gestures, so that a drag or a burst of keys is one step of undo. */

import { useRef } from "react";

/** Keys and clicks within this time belong to one gesture. */
const BURST_MS = 800;

let number = 0;

export class Gesture {
  private name = "";
  private last = Number.NEGATIVE_INFINITY;
  private part = "";
  private isHeld = false;

  constructor(
    private readonly what: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The hand takes hold: until it lets go, all is one gesture. */
  hold(): void {
    this.begin();
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    this.last = Number.NEGATIVE_INFINITY;
  }

  /** The name for a change that is made now; a change of another part, such as the next field, begins a new one. */
  next(part = ""): string {
    const now = this.now();
    if (!this.isHeld && (now - this.last > BURST_MS || part !== this.part)) this.begin();
    this.last = now;
    this.part = part;
    return this.name;
  }

  private begin(): void {
    // Other pages may have left gestures in the project's history.
    this.name = `${this.what}.${Date.now().toString(36)}.${++number}`;
  }
}

export function useGesture(what: string): Gesture {
  const gesture = useRef<Gesture>(null);
  gesture.current ??= new Gesture(what);
  return gesture.current;
}
