export function GraphView() {
  return <div className="graph-view" />;
}
