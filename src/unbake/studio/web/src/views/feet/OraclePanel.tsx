/** What the oracle has learnt, and what can be done with it. */

import { type ChangeEvent, type KeyboardEvent, useRef } from "react";
import { Segments } from "../../controls/Choice";
import { useFocusReturn } from "../../controls/useFocusReturn";
import type { Lesson } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { benchOf, type OracleName } from "./bench";
import { exportOracle, importOracle } from "./files";
import { begin, chooseOracle, unlearn } from "./oracle";
import { SOURCES } from "./wording";

const ORACLES = [
  { value: "own", label: "Yours", title: "Begins as the packaged one and learns what you teach it" },
  { value: "packaged", label: "Packaged", title: "As it comes with Unbake" },
] as const satisfies readonly { value: OracleName; label: string; title: string }[];

export function OraclePanel() {
  const studio = useStudio();
  const bench = benchOf(studio);
  const which = useStore(bench, (bench) => bench.oracle);
  const known = useStore(bench, (bench) => bench.known);
  const panel = useRef<HTMLElement>(null);
  const file = useRef<HTMLInputElement>(null);
  useFocusReturn(panel);
  const close = () => bench.patch({ isOracleOpen: false });
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (chosen) void importOracle(studio, chosen);
    event.target.value = "";
  };
  return (
    <section ref={panel} className="oracle-panel" aria-label="Oracle" onKeyDown={press}>
      <header>
        <h3>Oracle</h3>
        <Segments label="Oracle" value={which} options={ORACLES} onChange={(which) => chooseOracle(studio, which)} />
        <button type="button" className="cross" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      {known && (
        <>
          <p
            className="quiet"
            title="Frames are counted at 60 a second. The yellow line above the lanes says how unlike all of them a frame is."
          >
            {summaryOf(known.examples, known.lessons, known.changes)}
          </p>
          <Lessons lessons={known.lessons} />
          {known.notes.map((note) => (
            <p key={note} className="warning">
              {note}
            </p>
          ))}
        </>
      )}
      <footer>
        <button type="button" disabled={which !== "own" || !known?.changes} onClick={() => void unlearn(studio)}>
          Take back
        </button>
        <button type="button" onClick={() => file.current?.click()}>
          Import…
        </button>
        <button type="button" disabled={which !== "own"} onClick={() => void exportOracle(studio)}>
          Export
        </button>
        <button
          type="button"
          title="Forget what you taught it: as the packaged one again"
          onClick={() => void begin(studio, "packaged")}
        >
          As packaged
        </button>
        <button
          type="button"
          title="Forget everything, the packaged examples too"
          onClick={() => void begin(studio, "nothing")}
        >
          Empty
        </button>
        <input ref={file} type="file" accept=".gz,.json" hidden aria-label="Oracle to import" onChange={take} />
      </footer>
    </section>
  );
}

function summaryOf(examples: number, lessons: readonly Lesson[], changes: number): string {
  if (!examples) return "It knows nothing yet: label some frames and let it learn them.";
  const frames = `${examples.toLocaleString("en")} frames, and mirrored, from ${counted(lessons.length, "lesson")}.`;
  return changes ? `${frames} ${counted(changes, "change")} in this session.` : frames;
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function Lessons({ lessons }: { lessons: readonly Lesson[] }) {
  return (
    <ul>
      {[...lessons].reverse().map((lesson, n) => (
        <li key={`${lesson.name} ${n}`}>
          <span className="name" title={lesson.name}>
            {lesson.name}
          </span>
          <span className="quiet">
            {lesson.n_frames.toLocaleString("en")} · {SOURCES[lesson.source] ?? lesson.source}
          </span>
        </li>
      ))}
    </ul>
  );
}
