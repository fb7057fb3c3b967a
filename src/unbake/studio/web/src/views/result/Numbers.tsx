/** What came out, in numbers. */

import { classNameOf } from "../../document/keys";
import { useStore, useStoreLater } from "../../store";
import { useStudio } from "../../studio/context";
import { isBehind } from "../../studio/results";
import { counted, shortCm } from "../selection/wording";
import { goToError } from "./goTo";
import { InFile } from "./InFile";
import { Tips } from "./Tips";

export function Numbers() {
  const studio = useStudio();
  const isEdited = useStore(studio.document, ({ edited }) => edited !== null);
  const isPreview = useStoreLater(studio.results, ({ chosen }) => chosen?.is_preview ?? true) && !isEdited;
  return (
    <div
      className={`numbers ${isPreview ? "quick" : ""}`}
      title={isPreview ? "Of the quick fit, until the best one is there" : undefined}
    >
      <Worst />
      <Tips />
      <InFile />
      <KeyNumbers />
      <Averages />
    </div>
  );
}

const TOES = " Toes do not count in Mean and RMS.";

/** The one number that matters most: how far off what joint is, when. A click goes there. */
function Worst() {
  const studio = useStudio();
  const evaluation = useStoreLater(studio.results, (results) => results.evaluation);
  const isLate = useStoreLater(studio.results, (results) => isBehind(results, studio.document.get()));
  if (!evaluation || isLate) return <p className="worst">…</p>;
  const { max_cm, worst_joint, worst_frame } = evaluation;
  const joint = studio.clip.get()?.joints.findIndex(({ name }) => name === worst_joint) ?? -1;
  return (
    <button
      type="button"
      className="worst"
      title="Go to this frame and select the joint"
      onClick={() => goToError(studio, worst_frame, joint)}
    >
      <b>{shortCm(max_cm)} cm</b>
      <span>
        at worst: {worst_joint}, frame {worst_frame}
      </span>
    </button>
  );
}

function KeyNumbers() {
  const studio = useStudio();
  const found = useStoreLater(studio.results, ({ handled, chosen }) => handled ?? chosen?.keys ?? null);
  const edited = useStore(studio.document, (document) => document.edited);
  const handled = useStoreLater(studio.results, (all) => all.handled);
  const keys = handled ?? edited ?? found;
  if (!keys) return null;
  const counts = { keypose: 0, breakdown: 0, hold: 0 };
  for (const kind of keys.classes) counts[classNameOf(kind)]++;
  const count = keys.frames.length;
  return (
    <p className="line">
      <span>
        <i className="key-mark keypose" aria-hidden="true" />
        {counted(counts.keypose, "keypose")}
      </span>
      {counts.hold > 0 && (
        <span title="Keyposes at the start or the end of a pose that is kept">
          <i className="key-mark hold" aria-hidden="true" />
          {counted(counts.hold, "hold")}
        </span>
      )}
      {counts.breakdown > 0 && (
        <span>
          <i className="key-mark breakdown" aria-hidden="true" />
          {counted(counts.breakdown, "breakdown")}
        </span>
      )}
      <span title="Frames for each key">{((keys.last - keys.first + 1) / count).toFixed(1)} : 1</span>
    </p>
  );
}

function Averages() {
  const studio = useStudio();
  const mean = useStoreLater(studio.results, ({ evaluation }) => evaluation?.mean_cm ?? null);
  const rms = useStoreLater(studio.results, ({ evaluation }) => evaluation?.rms_cm ?? null);
  const isEdited = useStore(studio.document, ({ edited }) => edited !== null);
  const ends = useStoreLater(studio.results, ({ chosen }) => chosen?.ends ?? "");
  const before = useStoreLater(studio.results, ({ chosen }) => chosen?.ends_before_cm ?? null);
  const after = useStoreLater(studio.results, ({ chosen }) => chosen?.ends_after_cm ?? null);
  const isLate = useStoreLater(studio.results, (results) => isBehind(results, studio.document.get()));
  if (mean === null || rms === null || isLate) return null;
  return (
    <dl>
      <dt>Mean</dt>
      <dd>{shortCm(mean)} cm</dd>
      <dt title="Root of the mean square">RMS</dt>
      <dd>{shortCm(rms)} cm</dd>
      {after !== null && !isEdited && (
        <>
          <dt
            className="wide"
            title={`At worst${before === null ? "" : ", before and after all curves were adjusted together"}.${ends.includes("toes") ? TOES : ""}`}
          >
            {ends.charAt(0).toUpperCase() + ends.slice(1)}
          </dt>
          <dd>
            {before !== null && `${shortCm(before)} → `}
            {shortCm(after)} cm
          </dd>
        </>
      )}
    </dl>
  );
}
