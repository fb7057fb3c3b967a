/** How far work is that a person may have to wait for. */

import type { OnProgress, Pending } from "../connection/connection";
import type { Store } from "../store";

export interface Busy {
  what: string;
  part: number;
  /** Whether a person waits for it: it is what the first of the commands does. */
  isInFront: boolean;
  cancel(): void;
}

/** How long work may take before it is shown. */
const PATIENCE_MS = 300;

/** Show how far a request is, once it takes its time. One that a person waits for has a name and is shown in any case;
 * without a name it gives way to what is shown already. */
export function withProgress<T>(
  busy: Store<Busy | null>,
  ask: (onProgress: OnProgress) => Pending<T>,
  what = "",
): Pending<T> {
  let shown: Busy | null = null;
  let isLong = false;
  let last = { step: "", part: 0 };
  const show = () => {
    const name = last.step || what;
    const inFront = busy.get();
    const isHidden = what === "" && inFront !== null && inFront !== shown;
    if (!isLong || isHidden || name === "") return;
    shown = { what: name, part: last.part, isInFront: what !== "", cancel: () => pending.cancel() };
    busy.set(shown);
  };
  const pending = ask((progress) => {
    last = progress;
    show();
  });
  const patience = setTimeout(() => {
    isLong = true;
    show();
  }, PATIENCE_MS);
  const end = () => {
    clearTimeout(patience);
    if (shown && busy.get() === shown) busy.set(null);
  };
  pending.answer.then(end, end);
  return pending;
}
