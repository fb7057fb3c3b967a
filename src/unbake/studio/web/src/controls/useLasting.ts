/** Signs of work that is under way: what ends at once needs none, and a sign that flickers draws the eye. */

import { useEffect, useState } from "react";

/** How long something has to go on before it is spoken of. */
const PATIENCE_MS = 250;

/** Whether something has been so for a while. */
export function useLasting(isSo: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isSo) return setIsLong(false);
    const patience = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, [isSo]);
  return isLong && isSo;
}
