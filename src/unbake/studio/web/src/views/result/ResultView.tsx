export function ResultView() {
  return <div className="result-view" />;
}
