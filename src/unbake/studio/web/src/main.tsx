/** Opens the socket to the server that sent this page, and puts the studio into it. */

import "./language";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Connection } from "./connection/connection";
import { knock } from "./connection/knocking";
import { App } from "./shell/App";
import { StudioContext } from "./studio/context";
import { Studio } from "./studio/studio";
import "./theme/theme.css";
import "./controls/controls.css";
import "./shell/shell.css";
import "./shell/menus.css";
import "./shell/dialogs/dialogs.css";
import "./shell/start/start.css";
import "./theme/forced.css";

/** The token of this session comes behind the # of the address, which browsers keep to themselves. */
function token(): string {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.clear(); // what the page of another start left
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("token") ?? "";
}

const secret = token();
const openSocket = () => new WebSocket(`ws://${location.host}/socket`, ["unbake", secret || "none"]);
const connection = new Connection(openSocket(), () => {
  studio.isLost.set(true);
  if (studio.welcome.get()) knock(openSocket, () => studio.isThereAgain.set(true));
});
const studio = new Studio(connection, secret, sessionStorage);
void studio.start();

createRoot(document.getElementById("studio")!).render(
  <StrictMode>
    <StudioContext value={studio}>
      <App />
    </StudioContext>
  </StrictMode>,
);

// For tests that look at what a picture shows.
(window as unknown as { studio: Studio }).studio = studio;
