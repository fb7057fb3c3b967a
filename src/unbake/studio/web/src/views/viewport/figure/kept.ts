/** Skins that were made before. Making one is half of what the page does to open a clip. */

import { type FigureMesh, figureMeshes } from "./mesh";
import type { Rest } from "./rest";
import type { Solid } from "./solid";

/** A performer and a second one; a skin takes about a megabyte. */
const MOST_KEPT = 2;
const kept = new Map<string, FigureMesh[]>();

/** Those of `figureMeshes`; takes of one performer, and a clip that is opened again, share theirs. */
export function keptMeshes(rest: Rest, counts: readonly number[], solids: readonly Solid[]): readonly FigureMesh[] {
  const name = JSON.stringify([counts, rest.stature, solids.map(({ shape }) => shape)]);
  const meshes = kept.get(name) ?? figureMeshes(rest, counts, [...solids]);
  // The last is the one that was wanted last.
  kept.delete(name);
  kept.set(name, meshes);
  for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
  return meshes;
}
