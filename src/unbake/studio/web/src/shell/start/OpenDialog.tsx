/** The ways to open something else, in front of what is open. */

import { useEffect } from "react";
import { useStudio } from "../../studio/context";
import { Dialog } from "../dialogs/Dialog";
import { OpenPanel } from "./OpenPanel";

export function OpenDialog() {
  const studio = useStudio();
  // What is recent has changed since the page was opened.
  useEffect(() => void studio.greet(), [studio]);
  return (
    <Dialog title="Open" className="open">
      <OpenPanel />
    </Dialog>
  );
}
