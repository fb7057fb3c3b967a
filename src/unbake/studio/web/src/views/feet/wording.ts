/** Who labels are by, as people say it. */
export const SOURCES: Readonly<Record<string, string>> = {
  hand: "by hand",
  oracle: "by the oracle",
  "force-plate": "by force plates",
  performer: "synthetic",
  thresholds: "by thresholds",
};
