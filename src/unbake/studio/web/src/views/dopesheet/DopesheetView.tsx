export function DopesheetView() {
  return <div className="dopesheet-view" />;
}
