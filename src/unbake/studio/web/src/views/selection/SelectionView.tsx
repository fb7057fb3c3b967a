export function SelectionView() {
  return <div className="selection-view" />;
}
