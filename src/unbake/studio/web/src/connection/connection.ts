/** The one web socket between the page and its server: requests by name, each with its answer. */

import type { Answers, Failed, Progress, Requests } from "../messages";
import { decode, encode } from "./wire";

/** Hears how far a request is. */
export type OnProgress = (progress: Progress) => void;

/** A request that could not be met; the message is for people. */
export class RequestFailed extends Error {
  constructor(readonly reply: Failed) {
    super(reply.message);
    // For whoever mends it; nobody else could read it.
    if (reply.detail) console.error(reply.detail);
  }
}

/** A request that was stopped, or that a newer one made needless. Nothing needs to be said about it. */
export class RequestCancelled extends Error {}

export interface Pending<T> {
  answer: Promise<T>;
  cancel(): void;
}

interface Waiting {
  resolve(body: unknown): void;
  reject(error: Error): void;
  onProgress?: OnProgress;
}

const LOST = "the connection to the studio's server was lost";

export class Connection {
  private readonly waiting = new Map<number, Waiting>();
  private number = 0;
  private isClosed = false;
  private readonly ready: Promise<void>;

  constructor(
    private readonly socket: WebSocket,
    private readonly lost: () => void,
  ) {
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => this.receive(event.data);
    socket.onclose = () => this.close();
    this.ready = new Promise((resolve) => {
      socket.onopen = () => resolve();
    });
  }

  request<K extends keyof Answers>(type: K, body: Requests[K], onProgress?: OnProgress): Pending<Answers[K]> {
    const number = ++this.number;
    const answer = new Promise<Answers[K]>((resolve, reject) => {
      if (this.isClosed) reject(new RequestCancelled(LOST));
      else this.waiting.set(number, { resolve: resolve as (body: unknown) => void, reject, onProgress });
    });
    void this.send(type, number, body);
    return { answer, cancel: () => this.cancel(number) };
  }

  /** Nobody waits any longer, though the server may take a moment to stop. What is answered cannot be cancelled. */
  private cancel(number: number): void {
    const waiting = this.waiting.get(number);
    if (!waiting) return;
    this.waiting.delete(number);
    void this.send("Cancel", 0, { which: number });
    waiting.reject(new RequestCancelled("cancelled"));
  }

  private async send(type: keyof Requests, number: number, body: unknown): Promise<void> {
    // Bytes are made at once: what the caller changes afterwards is not sent.
    const bytes = encode(type, number, body);
    await this.ready;
    if (!this.isClosed) this.socket.send(bytes);
  }

  private receive(data: ArrayBuffer): void {
    const { type, request, body } = decode(data);
    const waiting = this.waiting.get(request);
    if (!waiting) return;
    if (type === "Progress") {
      waiting.onProgress?.(body as Progress);
      return;
    }
    this.waiting.delete(request);
    if (type === "Failed") waiting.reject(new RequestFailed(body as Failed));
    else if (type === "Cancelled") waiting.reject(new RequestCancelled("cancelled"));
    else waiting.resolve(body);
  }

  private close(): void {
    this.isClosed = true;
    for (const { reject } of this.waiting.values()) reject(new RequestCancelled(LOST));
    this.waiting.clear();
    this.lost();
  }
}
