/** What this is, and which version of it. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { Mark } from "../icons";
import { Dialog } from "./Dialog";

export function AboutDialog() {
  const studio = useStudio();
  const version = useStore(studio.welcome, (welcome) => welcome?.version);
  return (
    <Dialog title="About Unbake" className="narrow">
      <div className="about">
        <Mark size={48} />
        <div>
          <p>
            <strong>Unbake {version}</strong>
          </p>
          <p>Turns baked motion capture into few keyframes that can be edited.</p>
          <p className="quiet">
            The studio runs on this computer alone: no file and no number leaves it. The same can be done from the
            command line (<code>unbake --help</code>) and from Python (<code>import unbake</code>).
          </p>
        </div>
      </div>
    </Dialog>
  );
}
