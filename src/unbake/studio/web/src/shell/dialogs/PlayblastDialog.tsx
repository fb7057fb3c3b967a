/** A film of the viewport: in which format and size, with what written on it, and where to. */

import { useEffect, useRef, useState } from "react";
import { Segments } from "../../controls/Choice";
import { Toggle } from "../../controls/Toggle";
import { messageOf } from "../../errors";
import { useStudio } from "../../studio/context";
import { nameOf, suffixIn, suggestedPath, withSuffix } from "../../studio/save";
import type { Outcome } from "../../studio/saving";
import type { Studio } from "../../studio/studio";
import { type Format, planned, type Size } from "../../views/viewport/playblast/film";
import { record } from "../../views/viewport/playblast/record";
import { downloadFilm, saveFilm } from "../../views/viewport/playblast/saveFilm";
import { stageOf } from "../../views/viewport/stages";
import { Dialog } from "./Dialog";
import { PathField } from "./PathField";

const FORMATS: Readonly<Record<Format, { label: string; title: string }>> = {
  mp4: { label: "MP4", title: "H.264: plays everywhere" },
  webm: { label: "WebM", title: "VP9: this browser encodes no H.264" },
  gif: { label: "GIF", title: "256 colours, at most 50 frames a second; moves in any page or chat" },
};
const SIZES: Readonly<Record<string, Size>> = {
  "720p": { width: 1280, height: 720 },
  "1080p": { width: 1920, height: 1080 },
};
/** What a playblast is made like unless something else is said. */
const USUAL = { format: "mp4", size: "720p", hasOverlay: true };

export function PlayblastDialog() {
  const formats = useFormats();
  if (formats) return <Asking formats={formats} />;
  return (
    <Dialog title="Playblast">
      <p className="quiet waiting">
        <progress /> Looking at what this browser encodes…
      </p>
    </Dialog>
  );
}

/** The formats that can be made here; null while that is looked up. */
function useFormats(): readonly Format[] | null {
  const [formats, setFormats] = useState<readonly Format[] | null>(null);
  useEffect(() => {
    let isOpen = true;
    void encodable().then((found) => isOpen && setFormats(found));
    return () => {
      isOpen = false;
    };
  }, []);
  return formats;
}

async function encodable(): Promise<readonly Format[]> {
  const { canEncode } = await import("../../views/viewport/playblast/video");
  for (const format of ["mp4", "webm"] as const) {
    if (await canEncode(format, SIZES["1080p"])) return [format, "gif"];
  }
  return ["gif"];
}

function Asking({ formats }: { formats: readonly Format[] }) {
  const studio = useStudio();
  const last = { ...USUAL, ...studio.preferences.get().playblast };
  const [format, setFormat] = useState<Format>(formats.find((one) => one === last.format) ?? formats[0]);
  const [sizeName, setSizeName] = useState(last.size);
  const [hasOverlay, setOverlay] = useState(last.hasOverlay);
  const [path, setPath] = useState(() => suggestedPath(studio, `.${format}`));
  const [problem, setProblem] = useState<Outcome | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);
  /** What was recorded last, and how: another place to save it to needs no other film. */
  const film = useRef<{ how: string; bytes: Uint8Array<ArrayBuffer> } | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const plan = planOf(studio, format, sizeName);
  const isBusy = done !== null;
  const isInTheWay = problem === "exists";

  const recorded = async () => {
    const how = JSON.stringify([format, sizeName, hasOverlay]);
    if (film.current?.how === how) return film.current.bytes;
    stopping.current = new AbortController();
    const bytes = await record(studio, { plan, hasOverlay, onFrame: setDone, signal: stopping.current.signal });
    film.current = bytes && { how, bytes };
    return bytes;
  };
  const run = async (isDownload: boolean) => {
    const full = suffixIn(path) === `.${format}` ? path : `${path}.${format}`;
    setProblem(null);
    setDone(0);
    try {
      const bytes = await recorded();
      if (!bytes) return;
      studio.setPreferences({ playblast: { format, size: sizeName, hasOverlay } });
      if (isDownload) downloadFilm(studio, bytes, nameOf(full));
      const outcome = isDownload ? "done" : await saveFilm(studio, bytes, full, isInTheWay);
      if (outcome !== "done") setProblem(outcome);
      else studio.dialog.set(null);
    } catch (error) {
      setProblem({ failed: messageOf(error) });
    } finally {
      setDone(null);
    }
  };

  return (
    <Dialog
      title="Playblast"
      onSubmit={() => !isBusy && void run(false)}
      actions={
        <>
          <button type="button" className="apart" disabled={isBusy} onClick={() => void run(true)}>
            Download
          </button>
          <button type="button" onClick={() => (isBusy ? stopping.current?.abort() : studio.dialog.set(null))}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={isBusy || !path.trim()}>
            {isInTheWay ? "Replace it" : "Record"}
          </button>
        </>
      }
    >
      <div className="rows playblast">
        <span>Format</span>
        <Segments
          label="Format"
          value={format}
          options={formats.map((value) => ({ value, ...FORMATS[value] }))}
          isDisabled={isBusy}
          onChange={(wanted) => {
            setFormat(wanted);
            setPath(withSuffix(path, `.${wanted}`));
            setProblem(null);
          }}
        />
        <span>Size</span>
        <Segments
          label="Size"
          value={sizeName}
          options={[...Object.keys(SIZES), "as seen"].map((value) => ({ value, label: value }))}
          isDisabled={isBusy}
          onChange={setSizeName}
        />
        <span>Overlay</span>
        <Toggle label="Name, frame and keys" isOn={hasOverlay} isDisabled={isBusy} onChange={setOverlay} />
      </div>
      <p className="quiet">{sentenceOf(plan)}</p>
      <PathField
        value={path}
        onChange={(value) => {
          setPath(value);
          setProblem(null);
        }}
      />
      {isBusy && (
        <p className="recording" role="status">
          <progress aria-label="Recording" max={plan.frames.length} value={done} />
          {done < plan.frames.length ? `Frame ${done + 1} of ${plan.frames.length}` : "Writing the file"}
        </p>
      )}
      {isInTheWay && <p className="problem">There is a file of this name already.</p>}
      {typeof problem === "object" && problem && <p className="problem">{problem.failed}</p>}
    </Dialog>
  );
}

function planOf(studio: Studio, format: Format, size: string) {
  const { first, last } = studio.document.get().settings;
  const seen = stageOf(studio)?.seen ?? SIZES["720p"];
  return planned(format, SIZES[size] ?? seen, { first, last }, studio.clip.get()!.fps);
}

/** What will be made, so that nobody is surprised. */
function sentenceOf({ frames, fps, size }: ReturnType<typeof planned>): string {
  const step = frames.length > 1 ? frames[1] - frames[0] : 1;
  const which =
    step === 1
      ? "every frame once"
      : `every ${step === 2 ? "2nd" : step === 3 ? "3rd" : `${step}th`} frame, as GIF is no quicker`;
  const rate = Number(fps.toFixed(2));
  return `${frames.length} pictures of ${size.width} × ${size.height} at ${rate} fps: ${which}, ${(frames.length / fps).toFixed(2)} s.`;
}
