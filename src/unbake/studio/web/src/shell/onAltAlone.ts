/** Alt, pressed and let go with nothing between, enters the menus; Alt with the mouse moves the camera and does not. */
export function onAltAlone(enter: () => void): () => void {
  let isAlone = false;
  const down = (event: KeyboardEvent) => {
    const isAlt = event.key === "Alt" && !event.ctrlKey && !event.shiftKey && !event.metaKey;
    isAlone = isAlt && (isAlone || !event.repeat);
    if (event.key === "F10" && !event.shiftKey && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      enter();
    }
  };
  const up = (event: KeyboardEvent) => {
    if (event.key !== "Alt" || document.querySelector("dialog[open]")) return;
    // Firefox opens a menu bar of its own otherwise, even where the wheel was turned meanwhile.
    event.preventDefault();
    if (isAlone) enter();
    isAlone = false;
  };
  const other = () => {
    isAlone = false;
  };
  window.addEventListener("keydown", down);
  window.addEventListener("keyup", up);
  const others = ["pointerdown", "wheel", "blur"] as const;
  for (const type of others) window.addEventListener(type, other, { capture: true, passive: true });
  return () => {
    window.removeEventListener("keydown", down);
    window.removeEventListener("keyup", up);
    for (const type of others) window.removeEventListener(type, other, true);
  };
}
