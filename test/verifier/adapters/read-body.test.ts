import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type BodyResult,
  discardRest,
  type RoutedMessage,
  readBody,
} from "../../../src/verifier/adapters/verify-message.ts";

const HEAD = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n";

/** What reading came to, for what a client writes before it does something. */
async function outcomeOf(
  text: string,
  read: (message: IncomingMessage) => Promise<BodyResult>,
  leaves: boolean,
): Promise<BodyResult> {
  const server = createServer();
  const outcome = new Promise<BodyResult>((resolve, reject) => {
    const listener: RequestListener = (message, response) => {
      read(message)
        .then(resolve, reject)
        .finally(() => response.end());
      if (leaves) socket.destroy();
    };
    server.on("request", listener);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.write(text);
  try {
    return await outcome;
  } finally {
    socket.destroy();
    server.close();
  }
}

describe("a body that is read", () => {
  test("is whole when its last octet is there, at the limit too", async () => {
    const read = (message: IncomingMessage): Promise<BodyResult> => readBody(message, 10, "");
    expect(await outcomeOf(`${HEAD}0123456789`, read, false)).toEqual({
      kind: "whole",
      octets: Buffer.from("0123456789"),
    });
  });

  test("is too large with one octet over the limit", async () => {
    const read = (message: IncomingMessage): Promise<BodyResult> => readBody(message, 9, "");
    expect(await outcomeOf(`${HEAD}0123456789`, read, false)).toEqual({ kind: "too-large" });
  });

  test("ends if the client disconnects", async () => {
    const read = (message: IncomingMessage): Promise<BodyResult> => readBody(message, 10, "");
    expect(await outcomeOf(`${HEAD}01234`, read, true)).toEqual({ kind: "aborted" });
  });

  test("ends if the client disconnected before", async () => {
    const read = async (message: IncomingMessage): Promise<BodyResult> => {
      await new Promise((resolve) => message.once("close", resolve));
      return readBody(message, 10, "");
    };
    expect(await outcomeOf(`${HEAD}01234`, read, true)).toEqual({ kind: "aborted" });
  });
});

describe("discarding the rest of a body", () => {
  // The limit of time never comes.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  /** Like a message that a framework makes up, it is not closed when it ends. */
  const message = (): Readable => new Readable({ autoDestroy: false, read() {} });
  const discard = (readable: Readable): Promise<void> => discardRest(readable as RoutedMessage);

  test.each<[string, (readable: Readable) => unknown]>([
    ["the body ends", (readable) => readable.push(null)],
    ["the client disconnects", (readable) => readable.destroy()],
  ])("is over when %s", async (_what, act) => {
    const readable = message();
    let isOver = false;
    void discard(readable).then(() => {
      isOver = true;
    });
    act(readable);
    // Streams emit events in later ticks.
    for (let tick = 0; tick < 5; tick++) await new Promise((resolve) => setImmediate(resolve));
    expect([isOver, vi.getTimerCount()]).toEqual([true, 0]);
  });

  test("reads no further than 1,048,576 octets, and is over after half a second", async () => {
    const readable = message();
    let isOver = false;
    const end = discard(readable).then(() => {
      isOver = true;
    });
    readable.push(Buffer.alloc(1_048_576));
    await vi.advanceTimersByTimeAsync(499);
    expect([isOver, readable.isPaused()]).toEqual([false, false]);
    readable.push("x");
    await new Promise((resolve) => setImmediate(resolve));
    expect([isOver, readable.isPaused()]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(1);
    await end;
  });

  test("leaves no late error of the message without a listener", async () => {
    const readable = message();
    const end = discard(readable);
    await vi.advanceTimersByTimeAsync(500);
    await end;
    expect(() => readable.emit("error", new Error("the connection was reset"))).not.toThrow();
  });
});
