/** A value that views watch: plain, immutable, replaced as a whole. */

import { useSyncExternalStore } from "react";

export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  get = (): T => this.value;

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  }

  /** Replace some members of an object. */
  patch(part: Partial<T>): void {
    const isSame = (Object.keys(part) as (keyof T)[]).every((key) => Object.is(part[key], this.value[key]));
    if (!isSame) this.set({ ...this.value, ...part });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** Watch part of a store; the selector has to return the same object as long as nothing changed. */
export function useStore<T, S>(store: Store<T>, selector: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => selector(store.get()));
}
