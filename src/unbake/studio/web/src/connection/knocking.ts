/** Whether a server that was lost is there all the same: a computer that sleeps may cut a page off from it. */

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Try, ever less often, until a socket opens. It asks for the page's token: another start of the studio refuses it. */
export function knock(open: () => WebSocket, answered: () => void, pauseMs = FIRST_MS): void {
  const socket = open();
  socket.onopen = () => {
    socket.onclose = null;
    socket.close();
    answered();
  };
  socket.onclose = () => setTimeout(() => knock(open, answered, Math.min(2 * pauseMs, LONGEST_MS)), pauseMs);
}
