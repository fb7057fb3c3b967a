import { beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, RequestCancelled, RequestFailed } from "../../src/connection/connection";
import { decode, type Envelope, encode } from "../../src/connection/wire";

/** The other end of a socket. */
class FakeSocket {
  readonly sent: Envelope[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage: (event: { data: ArrayBuffer }) => void = () => {};
  send = (bytes: ArrayBuffer) => void this.sent.push(decode(bytes));
  answer(type: string, request: number, body: unknown): void {
    this.onmessage({ data: encode(type, request, body) });
  }
}

let socket: FakeSocket;
let connection: Connection;
const lost = vi.fn();
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  lost.mockReset();
  socket = new FakeSocket();
  connection = new Connection(socket as unknown as WebSocket, lost);
  socket.onopen();
});

describe("Connection", () => {
  it("gives each answer to the request that it belongs to, in whatever order they come", async () => {
    const first = connection.request("Hello", {});
    const second = connection.request("Forget", { id: "a" });
    await settled();
    const [one, two] = socket.sent.map((sent) => sent.request);
    socket.answer("Done", two, { is: "second" });
    socket.answer("Welcome", one, { version: "1" });
    expect(await first.answer).toMatchObject({ version: "1" });
    expect(await second.answer).toMatchObject({ is: "second" });
  });

  it("rejects what fails, in the server's words", async () => {
    const { answer } = connection.request("Hello", {});
    await settled();
    socket.answer("Failed", socket.sent[0].request, { message: "no", is_usage: true, exists: true });
    const error = await answer.catch((error) => error);
    expect(error).toBeInstanceOf(RequestFailed);
    expect(error.message).toBe("no");
    expect(error.reply.exists).toBe(true);
  });

  it("passes progress on, and nothing after the answer", async () => {
    const onProgress = vi.fn();
    const { answer } = connection.request("Hello", {}, onProgress);
    await settled();
    const number = socket.sent[0].request;
    socket.answer("Progress", number, { step: "open", part: 0.5 });
    socket.answer("Done", number, {});
    socket.answer("Progress", number, { step: "open", part: 1 });
    await answer;
    expect(onProgress.mock.calls).toEqual([[{ step: "open", part: 0.5 }]]);
  });

  it("cancels what is under way at once, however long the server takes to stop", async () => {
    const onProgress = vi.fn();
    const { answer, cancel } = connection.request("Hello", {}, onProgress);
    cancel();
    await expect(answer).rejects.toBeInstanceOf(RequestCancelled);
    expect(socket.sent[1]).toMatchObject({ type: "Cancel", body: { which: socket.sent[0].request } });
    socket.answer("Progress", socket.sent[0].request, { step: "open", part: 0.5 });
    socket.answer("Cancelled", socket.sent[0].request, {});
    expect(onProgress).not.toHaveBeenCalled();
  });

  it("cancels once, and nothing that was answered", async () => {
    const first = connection.request("Hello", {});
    const second = connection.request("Hello", {});
    await settled();
    socket.answer("Done", socket.sent[0].request, {});
    await first.answer;
    first.cancel();
    second.cancel();
    second.cancel();
    await expect(second.answer).rejects.toBeInstanceOf(RequestCancelled);
    expect(socket.sent).toHaveLength(3);
  });

  it("sends what was meant when it was asked, though the arrays change before the socket opens", async () => {
    const late = new FakeSocket();
    const waiting = new Connection(late as unknown as WebSocket, lost);
    const values = Float64Array.of(1);
    void waiting.request("Evaluate", { clip: "1", keys: { values } as never, detail: 0 });
    values[0] = 2;
    late.onopen();
    await settled();
    expect(late.sent[0].body).toMatchObject({ keys: { values: Float64Array.of(1) } });
  });

  it("rejects quietly what waits when the server stops, and what comes after", async () => {
    const before = connection.request("Hello", {});
    await settled();
    socket.onclose();
    await expect(before.answer).rejects.toBeInstanceOf(RequestCancelled);
    expect(lost).toHaveBeenCalledOnce();
    const after = connection.request("Hello", {});
    await expect(after.answer).rejects.toBeInstanceOf(RequestCancelled);
    await settled();
    expect(socket.sent).toHaveLength(1);
  });
});
