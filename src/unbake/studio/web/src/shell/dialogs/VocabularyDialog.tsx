/** Which flags the library has: added, renamed, removed, each at once. */

import { useEffect, useState } from "react";
import { messageOf } from "../../errors";
import type { ChangeFlags, FlagCount } from "../../messages";
import { useStudio } from "../../studio/context";
import { changeFlags } from "../../views/library/changes";
import { counted } from "../../views/selection/wording";
import { Dialog } from "./Dialog";

export function VocabularyDialog() {
  const studio = useStudio();
  const [flags, setFlags] = useState<readonly FlagCount[]>([]);
  const [problem, setProblem] = useState("");
  const [isAsking, setAsking] = useState<string | null>(null);
  useEffect(() => {
    studio.connection.request("AskFlags", {}).answer.then(
      (found) => setFlags(found.flags),
      (error) => setProblem(messageOf(error)),
    );
  }, [studio]);
  const change = async (part: Partial<ChangeFlags>): Promise<boolean> => {
    try {
      setFlags(await changeFlags(studio, part));
      setProblem("");
      setAsking(null);
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    }
  };
  const remove = (one: FlagCount) => (one.n_frames ? setAsking(one.flag) : void change({ remove: [one.flag] }));
  return (
    <Dialog
      title="Flags of the library"
      className="narrow"
      actions={
        <button type="button" className="primary" onClick={() => studio.dialog.set(null)}>
          Done
        </button>
      }
    >
      <ul className="vocabulary" aria-label="Flags">
        {flags.map((one) => (
          <li key={one.flag}>
            <NameField
              label={`Name of ${one.flag}`}
              name={one.flag}
              verb="Rename"
              onDone={(name) => change({ rename: [{ old: one.flag, new: name }] })}
            />
            <span className="quiet">{labelsOf(one)}</span>
            <button type="button" aria-label={`Remove ${one.flag}`} onClick={() => remove(one)}>
              Remove
            </button>
            {isAsking === one.flag && (
              <p className="note question" role="alert">
                The labels of {one.flag} on {labelsOf(one)} go, too. This cannot be undone.
                <button type="button" onClick={() => void change({ remove: [one.flag] })}>
                  Remove {one.flag} and its labels
                </button>
                <button type="button" onClick={() => setAsking(null)}>
                  Keep it
                </button>
              </p>
            )}
          </li>
        ))}
        <li>
          <NameField label="New flag" name="" verb="Add" onDone={(name) => change({ add: [name] })} />
        </li>
      </ul>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="quiet">
        Changes are made at once. A flag that is renamed keeps its labels; learn the flags again afterwards.
      </p>
    </Dialog>
  );
}

function labelsOf({ n_frames, n_clips }: FlagCount): string {
  return n_frames ? `${counted(n_frames, "frame")} of ${counted(n_clips, "clip")}` : "";
}

interface NameFieldProps {
  label: string;
  name: string;
  /** On the button that is there once the name is another one. */
  verb: string;
  onDone(name: string): Promise<boolean>;
}

function NameField({ label, name, verb, onDone }: NameFieldProps) {
  const [text, setText] = useState(name);
  const isOther = text.trim() !== name && text.trim() !== "";
  const finish = async () => {
    if (isOther && (await onDone(text.trim()))) setText(name);
  };
  return (
    <span className="name-field">
      <input
        type="text"
        aria-label={label}
        placeholder={name ? undefined : label}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          void finish();
          event.preventDefault();
        }}
      />
      {isOther && (
        <button type="button" onClick={() => void finish()}>
          {verb}
        </button>
      )}
    </span>
  );
}
