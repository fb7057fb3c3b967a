import { expect, it } from "vitest";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
/** Imports that the running page follows at once: neither those of types nor those that load a file later. */
const IMPORTS = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"(\.[^"]+)"/gm;

function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(IMPORTS)].flatMap(([, path]) => {
    const { pathname } = new URL(path, `file:///tests/${file}`);
    return ["", ".ts", ".tsx"].map((suffix) => `..${pathname}${suffix}`).filter((one) => one in SOURCES);
  });
}

/** The first ring of modules that import each other, if there is one. */
function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}

it("no modules import each other in a circle", () => {
  const graph = new Map(Object.entries(SOURCES).map(([file, source]) => [file, importsOf(file, source)]));
  expect(graph.get("../src/main.tsx")).toContain("../src/studio/studio.ts");
  expect(graph.get("../src/studio/studio.ts")).toContain("../src/store.ts");
  expect(cycleIn(graph)).toBeNull();
});

it("a circle is found", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", []],
    ["d", ["b"]],
  ]);
  expect(cycleIn(graph)).toEqual(["b", "d", "b"]);
});
