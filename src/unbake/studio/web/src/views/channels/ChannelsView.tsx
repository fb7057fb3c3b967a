export function ChannelsView() {
  return <div className="channels-view" />;
}
