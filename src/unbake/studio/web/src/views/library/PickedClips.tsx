/** Below the cards: the clips that are picked, their tags, and what can be done with them. */

import { useId, useState } from "react";
import { Chips } from "../../controls/Chips";
import { Cross } from "../../shell/icons";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { counted } from "../selection/wording";
import { pickNone, tagPicked, tagsOf } from "./changes";

export function PickedClips() {
  const studio = useStudio();
  useStore(studio.library.state, (state) => state);
  const clips = studio.library.pickedClips;
  if (!clips.length) return null;
  const tags = tagsOf(clips);
  const items = tags.map(({ tag, count }) =>
    count === clips.length
      ? { id: tag, text: tag }
      : { id: tag, text: `${tag} (${count} of ${clips.length})`, title: "A click gives it to the others, too" },
  );
  return (
    <section className="picked-clips" aria-label="Selected clips">
      <span className="which" title={clips.map(({ name }) => name).join("\n")}>
        {clips.length === 1 ? clips[0].name : counted(clips.length, "clip")}
      </span>
      <div className="tags">
        <Chips
          label="Tags"
          items={items}
          empty="No tags"
          onPick={(tag) => void tagPicked(studio, tag, true)}
          onDrop={(tag) => void tagPicked(studio, tag, false)}
        />
        <TagField has={tags.filter(({ count }) => count === clips.length).map(({ tag }) => tag)} />
      </div>
      <span className="group">
        {clips.length === 1 && (
          <button type="button" onClick={() => studio.dialog.set({ kind: "renameClip", clip: clips[0] })}>
            Rename…
          </button>
        )}
        <button type="button" onClick={() => studio.dialog.set({ kind: "removeClips", clips })}>
          Remove…
        </button>
        <button type="button" className="cross" aria-label="Select none" onClick={() => pickNone(studio)}>
          <Cross />
        </button>
      </span>
    </section>
  );
}

/** A new tag, or one that is in use elsewhere. */
function TagField({ has }: { has: readonly string[] }) {
  const studio = useStudio();
  const [text, setText] = useState("");
  const tags = useStore(studio.library.state, ({ listed }) => listed?.tags) ?? [];
  const id = useId();
  const add = async () => {
    const tag = text.trim();
    if (tag && (await tagPicked(studio, tag, true))) setText("");
  };
  return (
    <>
      <input
        type="text"
        className="tag-field"
        aria-label="Add a tag"
        placeholder="Add a tag"
        list={id}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          void add();
          event.preventDefault();
        }}
      />
      <datalist id={id}>
        {tags
          .filter((tag) => !has.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </>
  );
}
