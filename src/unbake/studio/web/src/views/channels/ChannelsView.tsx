/** The figure's joints and their channels: what the graph editor shows is chosen here. */

import { useEffect, useMemo, useState } from "react";
import { Segments } from "../../controls/Choice";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { ChannelTree } from "./ChannelTree";
import "./channels.css";
import { followJoints } from "./choosing";
import { type Filter, rowsOf } from "./rows";

const FILTERS = [
  { value: "all", label: "All", title: "Every joint" },
  { value: "animated", label: "Animated", title: "Channels that move during the capture" },
  { value: "selected", label: "Selected", title: "What is selected, here or in the viewport" },
] as const;

export function ChannelsView() {
  const studio = useStudio();
  const clip = useStore(studio.clip, (clip) => clip);
  const selectedJoints = useStore(studio.view, (view) => view.selectedJoints);
  const selectedChannels = useStore(studio.view, (view) => view.selectedChannels);
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => followJoints(studio), [studio]);
  useEffect(() => {
    // Of a new clip, what is shown at first is open.
    const { selectedChannels } = studio.view.get();
    setOpen(new Set(clip ? selectedChannels.map((channel) => clip.channels[channel]?.joint) : []));
  }, [clip, studio]);
  const rows = useMemo(
    () => (clip ? rowsOf(clip, { search, filter, open, selectedJoints, selectedChannels }) : []),
    [clip, search, filter, open, selectedJoints, selectedChannels],
  );
  if (!clip) return null;
  return (
    <div className="channels-view">
      <div className="channels-filters">
        <input
          type="search"
          placeholder="Search joints and channels"
          aria-label="Search joints and channels"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setSearch("");
          }}
        />
        <Segments<Filter> label="Which channels" value={filter} options={FILTERS} onChange={setFilter} />
      </div>
      {rows.length ? (
        <ChannelTree clip={clip} rows={rows} open={open} onOpen={setOpen} />
      ) : (
        <p className="channels-none">
          {search ? "Nothing has this name." : filter === "selected" ? "Nothing is selected." : "Nothing moves."}
        </p>
      )}
    </div>
  );
}
