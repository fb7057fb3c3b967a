/** The studio for React's components. */

import { createContext, useContext } from "react";
import type { Studio } from "./studio";

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("no studio around this component");
  return studio;
}
