import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { knock } from "../../src/connection/knocking";

/** A socket that opens, or closes at once. */
class FakeSocket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  close = vi.fn(() => this.onclose?.());
}

let sockets: FakeSocket[];
const answered = vi.fn();
const open = () => {
  sockets.push(new FakeSocket());
  return sockets.at(-1) as unknown as WebSocket;
};

beforeEach(() => {
  vi.useFakeTimers();
  answered.mockReset();
  sockets = [];
});
afterEach(() => {
  vi.useRealTimers();
});

it("tries until a socket opens, and then no more", () => {
  knock(open, answered);
  sockets[0].onclose?.();
  vi.advanceTimersByTime(500);
  sockets[1].onclose?.();
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(3);
  expect(answered).not.toHaveBeenCalled();
  sockets[2].onopen?.();
  expect(answered).toHaveBeenCalledOnce();
  expect(sockets[2].close).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(100_000);
  expect(sockets).toHaveLength(3);
});

it("tries twice a minute in the end", () => {
  knock(open, answered);
  for (let n = 0; n < 20; n++) {
    sockets.at(-1)?.onclose?.();
    vi.advanceTimersByTime(30_000);
  }
  expect(sockets).toHaveLength(21);
});
