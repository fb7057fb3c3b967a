/** What the hand does in the graph editor at the moment; gone once it lets go. */

import type { Box, Place } from "../../controls/place";
import { Store } from "../../store";
import type { Studio } from "../../studio/studio";
import type { Direction, Drag } from "./Drag";
import type { Picture } from "./picture";

export interface Hand {
  drag: Drag | null;
  direction: Direction | null;
  box: Box | null;
  /** Where a menu is open, on the page: that of the right button, or that of handle types. */
  menu: (Place & { isOfTypes?: boolean }) | null;
  /** The next drag draws a box, wherever it begins. */
  isBoxArmed: boolean;
  /** Where the pointer was last, on the canvas. */
  pointer: Place | null;
  /** The picture as large as it is on the screen; null where there is no graph. */
  picture: (() => Picture | null) | null;
}

const EMPTY: Hand = {
  drag: null,
  direction: null,
  box: null,
  menu: null,
  isBoxArmed: false,
  pointer: null,
  picture: null,
};

const hands = new WeakMap<Studio, Store<Hand>>();

export function graphHand(studio: Studio): Store<Hand> {
  let hand = hands.get(studio);
  if (!hand) {
    hand = new Store<Hand>(EMPTY);
    hands.set(studio, hand);
  }
  return hand;
}
