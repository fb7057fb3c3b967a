/** What a live character is asked, which engine chooses, and where every frame comes from. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import "./live.css";
import { Meters } from "./Meters";
import { SourceStrip } from "./SourceStrip";
import { changeSpeed, FASTEST_M_S, toggleFlag } from "./steering";

const ENGINE_NAMES: Readonly<Record<string, string>> = {
  matching: "Motion matching",
  graph: "Motion graph",
  table: "Transition table",
};
const NO_FLAGS =
  "No clip of this library carries an annotation, so there is nothing to ask for but direction and speed: annotate clips first.";

export function LiveView() {
  const studio = useStudio();
  const isOpen = useStore(studio.library.state, ({ path }) => path !== null);
  const isOn = useStore(studio.live.state, ({ character }) => character !== null);
  return <div className="live-view">{!isOpen && !isOn ? <NoLibrary /> : isOn ? <Controls /> : <Start />}</div>;
}

function NoLibrary() {
  const studio = useStudio();
  return (
    <div className="nothing">
      <p className="quiet">A live character is made of a library's clips, and no library is open.</p>
      <p>
        <button type="button" onClick={() => studio.dialog.set({ kind: "open" })}>
          Open…
        </button>
      </p>
    </div>
  );
}

function Start() {
  const studio = useStudio();
  const { isStarting, problem } = useStore(studio.live.state, (state) => state);
  return (
    <div className="nothing">
      <p className="quiet">
        A character made of this library moves on without an end, and does what you ask: annotations, direction, speed.
      </p>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p>
        <button type="button" className="primary" disabled={isStarting} onClick={() => void studio.live.start()}>
          {isStarting ? "Starting…" : "Start"}
        </button>
      </p>
    </div>
  );
}

function Controls() {
  const studio = useStudio();
  return (
    <>
      <div className="live-toolbar" role="toolbar" aria-label="Live">
        <Engines />
        <Within />
        <Speed />
        <span className="group">
          <Record />
          <button type="button" onClick={() => studio.live.stop()}>
            Stop
          </button>
        </span>
      </div>
      <Flags />
      <Problem />
      <SourceStrip />
      <Meters />
    </>
  );
}

function Engines() {
  const { live } = useStudio();
  const engines = useStore(live.state, ({ engines }) => engines);
  const engine = useStore(live.state, ({ engine }) => engine);
  const chosen = engines.find(({ name }) => name === engine);
  return (
    <>
      <select aria-label="Engine" value={engine} onChange={(event) => live.setEngine(event.target.value)}>
        {engines.map(({ name, problem }) => (
          <option key={name} value={name}>
            {ENGINE_NAMES[name] ?? name}
            {problem ? " (not built)" : ""}
          </option>
        ))}
      </select>
      {chosen?.can_build && (
        <button type="button" title="It takes minutes, and is kept in the library" onClick={() => void live.build()}>
          Build it
        </button>
      )}
    </>
  );
}

function Within() {
  const { live } = useStudio();
  const withinS = useStore(live.state, ({ withinS }) => withinS);
  return (
    <label className="live-field" title="The time in which the character should reach what you request">
      within
      <select value={withinS} onChange={(event) => live.setWithin(Number(event.target.value))}>
        {[0.5, 0.75, 1, 1.5, 2].map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds} s
          </option>
        ))}
      </select>
    </label>
  );
}

function Speed() {
  const { live } = useStudio();
  const speed = useStore(live.state, ({ wish }) => wish.speed_m_s);
  const words = speed === null ? "any speed" : `${speed.toFixed(1)} m/s`;
  return (
    <span className="live-field">
      <button type="button" aria-label="Slower" title="Slower (Q)" onClick={() => changeSpeed(live, -0.4)}>
        −
      </button>
      <span className="live-speed">{words}</span>
      <button
        type="button"
        aria-label="Faster"
        title="Faster (E)"
        disabled={speed !== null && speed >= FASTEST_M_S}
        onClick={() => changeSpeed(live, 0.4)}
      >
        +
      </button>
      <button
        type="button"
        disabled={speed === null}
        title="Leave the speed to the character"
        onClick={() => live.ask({ speed_m_s: null })}
      >
        Any
      </button>
    </span>
  );
}

function Record() {
  const { live } = useStudio();
  const isRecorded = useStore(live.state, ({ recordsFrom }) => recordsFrom !== null);
  return (
    <button
      type="button"
      className={isRecorded ? "primary" : ""}
      aria-pressed={isRecorded}
      title={isRecorded ? "End the recording and open it as a clip" : "Record what is shown from now on"}
      onClick={() => live.record()}
    >
      {isRecorded ? "Open the recording" : "Record"}
    </button>
  );
}

function Flags() {
  const { live } = useStudio();
  const flags = useStore(live.state, ({ character }) => character?.flags ?? []);
  const wanted = useStore(live.state, ({ wish }) => wish.flag);
  if (!flags.length) return <p className="live-note quiet">{NO_FLAGS}</p>;
  return (
    <div className="live-flags" role="toolbar" aria-label="Annotations to reach">
      {flags.map((flag, n) => (
        <button
          key={flag}
          type="button"
          className={flag === wanted ? "primary" : ""}
          aria-pressed={flag === wanted}
          title={n < 9 ? `${flag} (${n + 1})` : flag}
          onClick={() => toggleFlag(live, flag)}
        >
          {flag}
        </button>
      ))}
    </div>
  );
}

function Problem() {
  const { live } = useStudio();
  const problem = useStore(live.state, ({ problem }) => problem);
  if (!problem) return null;
  return (
    <p className="live-note problem" role="alert">
      {problem}
    </p>
  );
}
