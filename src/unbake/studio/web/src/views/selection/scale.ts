/** Counts along the slider and the chart below it: few keys, where one more matters, take most of the way. */

import type { SpaceFound } from "../../messages";

export interface CountScale {
  first: number;
  last: number;
}

/** From so many keys on, the scale turns from even steps to even ratios. */
const EVEN = 6;
/** Counts whose error is below this are of no use: no picture shows it. */
const USELESS_CM = 0.1;
const LEAST_LAST = 40;

export function positionOf({ first, last }: CountScale, count: number): number {
  if (last <= first) return 0;
  return Math.log(Math.max(count - first, 0) / EVEN + 1) / Math.log((last - first) / EVEN + 1);
}

export function countAt({ first, last }: CountScale, position: number): number {
  const share = Math.min(Math.max(position, 0), 1);
  return Math.round(first + EVEN * (((last - first) / EVEN + 1) ** share - 1));
}

/** The last count that is worth showing at first: the one from which errors cannot be seen, or half of all. */
export function usefulLast(space: SpaceFound): number {
  const { counts, errors_cm: errors } = space;
  const all = counts[counts.length - 1];
  const place = errors.findIndex((error) => error <= USELESS_CM);
  const enough = place < 0 ? all : counts[place];
  return Math.min(all, Math.max(LEAST_LAST, Math.min(enough, Math.ceil(all / 2))));
}

/** Where in a rising list the number nearest to one stands. */
export function nearestPlace(sorted: ArrayLike<number>, wanted: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low > 0 && wanted - sorted[low - 1] <= sorted[low] - wanted ? low - 1 : low;
}

/** The count that there is nearest to one, or so many steps further along those that there are. */
export function countNear(space: SpaceFound, wanted: number, steps = 0): number {
  const { counts } = space;
  const place = nearestPlace(counts, wanted) + steps;
  return counts[Math.min(Math.max(place, 0), counts.length - 1)];
}

export function errorOf(space: SpaceFound, count: number): number {
  return space.errors_cm[nearestPlace(space.counts, count)];
}

/** The fewest keys that the criterion expects for an error; all where none are enough. */
export function fewestWithin({ counts, errors_cm: errors }: SpaceFound, errorCm: number): number {
  const place = errors.findIndex((error) => error <= errorCm);
  return counts[place < 0 ? counts.length - 1 : place];
}

/** Round numbers (1, 2, 5, 10, …) from `low` to `high`. */
export function roundNumbers(low: number, high: number): number[] {
  const found: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    for (const digit of [1, 2, 5]) {
      const number = Number((digit * power).toPrecision(1));
      if (number >= low && number <= high) found.push(number);
    }
  }
  return found;
}

/** Of some things along a line, those that keep a distance from the ones before; each lies around its place. */
export function spread<T>(
  items: readonly T[],
  placeOf: (item: T) => number,
  apart: number,
  widthOf: (item: T) => number = () => 0,
): T[] {
  let end = Number.NEGATIVE_INFINITY;
  return items.filter((item) => {
    const [place, half] = [placeOf(item), widthOf(item) / 2];
    if (place - half - end < apart) return false;
    end = place + half;
    return true;
  });
}
