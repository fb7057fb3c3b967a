/** The last final answers, so that undo, and a slider that comes back, show what is known already. */

import type { StudioDocument } from "../document/document";
import type { Chosen, Plant } from "../messages";

type Decision = Pick<StudioDocument, "settings" | "choice" | "joining" | "plants">;

/** Each holds two poses of every frame: enough for going back and forth, not for a memory that grows. */
const MOST = 6;

export class Finals {
  private kept: { document: StudioDocument; chosen: Chosen }[] = [];

  clear(): void {
    this.kept = [];
  }

  keep(document: StudioDocument, chosen: Chosen): void {
    const others = this.kept.filter((one) => !isSameDecision(one.document, document));
    this.kept = [{ document, chosen }, ...others].slice(0, MOST);
  }

  /** The keys that a document's choice gives, whatever its detail; null where they are not known. */
  of(document: Decision): Chosen | null {
    return this.kept.find((one) => isSameDecision(one.document, document))?.chosen ?? null;
  }

  /** Whether all that was said about the keys, the detail included, is of this document. */
  isExact(document: StudioDocument): boolean {
    return this.kept.find((one) => isSameDecision(one.document, document))?.document.detail === document.detail;
  }
}

/** Whether two documents ask for the same keys; members are replaced, never changed, so it is enough to compare them. */
export function isSameDecision(a: Decision, b: Decision): boolean {
  const isSame = a.settings === b.settings && a.choice === b.choice && a.joining === b.joining;
  return isSame && decidingPlants(a) === decidingPlants(b);
}

/** The labels that decide about the keys: all of them where feet hold. */
export function decidingPlants({ joining, plants }: Pick<Decision, "joining" | "plants">): readonly Plant[] {
  return joining.holds_feet ? plants : NONE;
}

const NONE: readonly Plant[] = [];
