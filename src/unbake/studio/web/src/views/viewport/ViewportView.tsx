export function ViewportView() {
  return <div className="viewport-view" />;
}
