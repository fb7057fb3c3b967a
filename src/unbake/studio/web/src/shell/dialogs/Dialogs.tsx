/** The dialog that is asked for, if any. */

import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { OpenDialog } from "../start/OpenDialog";
import { AboutDialog } from "./AboutDialog";
import { ExportDialog } from "./ExportDialog";
import { HelpDialog } from "./HelpDialog";
import { HistoryDialog } from "./HistoryDialog";
import { NewLibraryDialog } from "./NewLibraryDialog";
import { OpenAgainDialog } from "./OpenAgainDialog";
import { PlayblastDialog } from "./PlayblastDialog";
import { PreferencesDialog } from "./PreferencesDialog";
import { RemoveClipsDialog } from "./RemoveClipsDialog";
import { RenameClipDialog } from "./RenameClipDialog";
import { SaveDialog } from "./SaveDialog";
import { UnsavedDialog } from "./UnsavedDialog";
import { VocabularyDialog } from "./VocabularyDialog";

export function Dialogs() {
  const studio = useStudio();
  const dialog = useStore(studio.dialog, (dialog) => dialog);
  switch (dialog?.kind) {
    case "open":
      return <OpenDialog />;
    case "openAgain":
      return <OpenAgainDialog />;
    case "newLibrary":
      return <NewLibraryDialog />;
    case "renameClip":
      return <RenameClipDialog clip={dialog.clip} />;
    case "removeClips":
      return <RemoveClipsDialog clips={dialog.clips} />;
    case "vocabulary":
      return <VocabularyDialog />;
    case "save":
      return <SaveDialog then={dialog.then} />;
    case "unsaved":
      return <UnsavedDialog then={dialog.then} />;
    case "export":
      return <ExportDialog />;
    case "playblast":
      return <PlayblastDialog />;
    case "preferences":
      return <PreferencesDialog />;
    case "help":
      return <HelpDialog />;
    case "history":
      return <HistoryDialog />;
    case "about":
      return <AboutDialog />;
    default:
      return null;
  }
}
