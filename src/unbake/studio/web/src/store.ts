/** A value that views watch: plain, immutable, replaced as a whole. */

import { useCallback, useSyncExternalStore } from "react";
import { afterFrame } from "./graphics/painting";

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

  subscribe: Watch = (listener) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** Calls a listener, until the function that it returns is called. */
export type Watch = (listener: () => void) => () => void;

/** Watch what several stores say together: listeners hear of it only where one of the parts became another one. */
export function watching(stores: readonly { subscribe: Watch }[], parts: () => readonly unknown[]): Watch {
  return (listener) => {
    let before = parts();
    const follow = () => {
      const now = parts();
      const isSame = now.every((part, n) => Object.is(part, before[n]));
      before = now;
      if (!isSame) listener();
    };
    const ends = stores.map((store) => store.subscribe(follow));
    return () => {
      for (const end of ends) end();
    };
  };
}

/** Watch part of a store; the selector has to return the same object as long as nothing changed. */
export function useStore<T, S>(store: Store<T>, selector: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => selector(store.get()));
}

/** The same for words and numbers beside a picture that moves with the hand: they follow a frame later. */
export function useStoreLater<T, S>(store: Store<T>, selector: (value: T) => S): S {
  const watch = useCallback<Watch>((listener) => store.subscribe(() => afterFrame(listener)), [store]);
  return useSyncExternalStore(watch, () => selector(store.get()));
}
