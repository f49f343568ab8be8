/** Messages that something read before, and responses to them, without a server. */

import { EventEmitter, once } from "node:events";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AdapterError } from "../../../src/verifier/adapters/adapter-error.ts";
import { createGuard } from "../../../src/verifier/adapters/guard.ts";
import {
  closeStreamAfterResponse,
  type RoutedMessage,
  readBody,
  sendResponse,
  verifyMessage,
} from "../../../src/verifier/adapters/verify-message.ts";
import { createTestVerifier } from "./verifiers.ts";

/** A message that arrived completely, unless members say otherwise. */
function message(octets: string, members: object = {}): Readable & RoutedMessage {
  const readable = new Readable({ read() {} });
  if (octets !== "") readable.push(Buffer.from(octets));
  readable.push(null);
  const line = { method: "POST", url: "/", headers: {}, rawHeaders: [], socket: {}, httpVersionMajor: 1 };
  return Object.assign(readable, line, { complete: true }, members) as unknown as Readable & RoutedMessage;
}

const read = (readable: Readable & RoutedMessage, limit = 10) => readBody(readable, limit, "hint");
const ALREADY_READ = new AdapterError(
  "body-already-read",
  "the body was read before its signature was verified, and a parsed body is not what was signed; hint",
);

async function readTo(readable: Readable): Promise<void> {
  const ended = new Promise((done) => readable.once("end", done));
  readable.resume();
  await ended;
}

describe("a body that was read before", () => {
  test.each<[string, string, object]>([
    ["with octets and without a length", "x", { headers: { "transfer-encoding": "chunked" } }],
    ["with chunks and a length of 0", "x", { headers: { "transfer-encoding": "chunked", "content-length": "0" } }],
    ["with a length", "x", { headers: { "content-length": "1" } }],
    ["in frames", "x", { httpVersionMajor: 2 }],
  ])("is a mistake in the program: %s", async (_what, octets, members) => {
    const readable = message(octets, members);
    await readTo(readable);
    await expect(read(readable)).rejects.toThrow(ALREADY_READ);
  });

  test.each<[string, object]>([
    ["without a length", {}],
    ["with a length of 0", { headers: { "content-length": "0" } }],
    ["in chunks", { headers: { "transfer-encoding": "chunked" } }],
    ["in frames", { httpVersionMajor: 2 }],
  ])("was empty: %s", async (_what, members) => {
    const readable = message("", members);
    await readTo(readable);
    expect(await read(readable)).toEqual({ kind: "whole", octets: Buffer.alloc(0) });
  });

  test("was empty if the headers say so, though something began to read", async () => {
    const readable = message("x", { headers: { "content-length": "0" } });
    readable.read();
    expect(await read(readable)).toEqual({ kind: "whole", octets: Buffer.alloc(0) });
  });

  test("as text is a mistake in the program", async () => {
    const readable = message("x", { headers: { "content-length": "1" } });
    readable.setEncoding("utf8");
    await expect(read(readable)).rejects.toThrow(ALREADY_READ);
  });
});

describe("a body that is read now", () => {
  test("may be as long as the limit, and leaves no listener but the one for late errors", async () => {
    const readable = message("0123456789", { headers: { "content-length": "10" } });
    expect(await read(readable)).toEqual({ kind: "whole", octets: Buffer.from("0123456789") });
    expect(["data", "end", "close", "error"].map((event) => readable.listenerCount(event))).toEqual([0, 0, 0, 1]);
    expect(() => readable.emit("error", new Error("the connection was reset"))).not.toThrow();
  });

  test("is not read if its length is over the limit, and no further than the limit", async () => {
    const declared = message("", { headers: { "content-length": "11" } });
    expect(await read(declared)).toEqual({ kind: "too-large" });
    expect(declared.readableDidRead).toBe(false);
    const chunks = message("01234567890");
    expect(await read(chunks)).toEqual({ kind: "too-large" });
    expect(["data", "end", "close"].map((event) => chunks.listenerCount(event))).toEqual([0, 0, 0]);
    expect(chunks.isPaused()).toBe(true);
  });

  test("is aborted if its connection is gone", async () => {
    const gone = message("x");
    gone.destroy();
    expect(await read(gone)).toEqual({ kind: "aborted" });
  });
});

describe("the connection after a rejection", () => {
  const guard = createGuard({ verifier: createTestVerifier(), bodyLimit: 10 });
  const closes = async (members: object, octets = ""): Promise<unknown> => {
    const result = await verifyMessage(message(octets, members), guard, "hint");
    return result?.accepted === false && [result.rejection.status, result.close];
  };
  const long = { headers: { "content-length": "11" } };
  const chunked = { headers: { "transfer-encoding": "chunked" } };
  const form = ["content-type", "application/x-www-form-urlencoded"];

  test.each<[string, object, string, [status: number, close: boolean]]>([
    ["too long, more to come", { ...long, complete: false }, "", [413, true]],
    ["too long, all there", { ...long, complete: true }, "", [413, false]],
    ["unsigned with a length, more to come", { complete: false }, "", [401, false]],
    ["unsigned in chunks, more to come", { ...chunked, complete: false }, "", [401, true]],
    ["unsigned in chunks, all there", chunked, "", [401, false]],
    ["unsigned in frames, more to come", { httpVersionMajor: 2, complete: false }, "", [401, true]],
    [
      "chunks over the limit, more to come",
      { ...chunked, rawHeaders: form, complete: false },
      "01234567890",
      [413, true],
    ],
    ["chunks over the limit, all there", { ...chunked, rawHeaders: form }, "01234567890", [413, false]],
    ["an unsigned form that was read", { rawHeaders: form, complete: false }, "a=1", [401, false]],
  ])("is closed or kept by what is still to come: %s", async (_what, members, octets, expected) => {
    expect(await closes(members, octets)).toEqual(expected);
  });

  test.each([
    [10, 401],
    [11, 413],
  ])("is that of chunks which a parser kept: %i octets have the status %i", async (length, status) => {
    const read = message("x", { ...chunked, rawHeaders: form });
    await readTo(read);
    const result = await verifyMessage(read, guard, "hint", Buffer.alloc(length));
    expect(result).toMatchObject({ accepted: false, rejection: { status } });
  });

  test("takes method and target from where a framework keeps them", async () => {
    const seen: (string | undefined)[] = [];
    const telling = createGuard({
      verifier: createTestVerifier(),
      onRejected: (_rejection, { method, url }) => seen.push(method, url),
    });
    await verifyMessage(message("", { originalMethod: "PUT", originalUrl: "/app/x" }), telling, "hint");
    await verifyMessage(message(""), telling, "hint");
    expect(seen).toEqual(["PUT", "/app/x", "POST", "/"]);
  });
});

describe("a response", () => {
  const content = { status: 413, headers: { "x-why": "size" }, body: "zu groß" };

  function response(request: object, members: object = {}) {
    const calls: unknown[] = [];
    const made = {
      req: request,
      headersSent: false,
      destroyed: false,
      statusCode: 200,
      setHeader: (name: string, value: unknown) => calls.push(`${name}: ${value}`),
      write: (body: string) => calls.push(["write", body]),
      end: (body?: string) => calls.push(["end", body]),
      ...members,
    };
    return { made, calls, response: made as never };
  }

  test("has status, headers and the length in octets", () => {
    const { made, calls, response: to } = response(message(""));
    sendResponse(to, content, false);
    expect(made.statusCode).toBe(413);
    expect(calls).toEqual(["x-why: size", "content-length: 8", ["end", "zu groß"]]);
  });

  test.each([{ headersSent: true }, { destroyed: true }])("is not sent a second time, or to nobody: %j", (members) => {
    const { made, calls, response: to } = response(message(""), members);
    sendResponse(to, content, true);
    expect([made.statusCode, calls]).toEqual([200, []]);
  });

  test("closes the connection of HTTP/1 once the rest of the body is discarded", async () => {
    const rest = new Readable({ read() {} });
    let onEnd = (_body: unknown): void => {};
    const ended = new Promise((done) => {
      onEnd = done;
    });
    const { calls, response: to } = response(rest, { end: (body?: string) => onEnd(body) });
    sendResponse(to, content, true);
    expect(calls).toEqual(["x-why: size", "content-length: 8", "connection: close", ["write", "zu groß"]]);
    rest.push(null);
    expect(await ended).toBeUndefined();
  });

  test("without a body ends a stream of HTTP/2 in one frame, also if more is to come", () => {
    const { calls, response: to } = response({ stream: new EventEmitter(), resume() {} });
    sendResponse(to, { ...content, body: "" }, true);
    expect(calls).toEqual(["x-why: size", "content-length: 0", ["end", undefined]]);
  });
});

describe("a stream of HTTP/2 after a response", () => {
  /** The body of a client that still sends. */
  function sending() {
    const stream = Object.assign(new EventEmitter(), { close: vi.fn() });
    const body = new Readable({ read() {} });
    const request = Object.assign(body, { stream });
    Object.defineProperty(request, "complete", { get: () => body.readableEnded || body.destroyed });
    closeStreamAfterResponse(request as never);
    return { body, stream };
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("is closed half a second later if the client still sends", async () => {
    const { body, stream } = sending();
    body.push("octets");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(vi.getTimerCount()).toBe(0); // the response is not sent yet
    stream.emit("finish");
    await vi.advanceTimersByTimeAsync(499);
    expect(stream.close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(stream.close.mock.calls).toEqual([[0]]);
  });

  test("is left alone if the client ends it", async () => {
    const { body, stream } = sending();
    const ended = once(body, "end");
    stream.emit("finish");
    body.push("octets");
    body.push(null);
    await ended;
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stream.close).not.toHaveBeenCalled();
  });

  test("leaves no timer and is not closed again if the client closes it", async () => {
    const { body, stream } = sending();
    stream.emit("finish");
    expect(vi.getTimerCount()).toBe(1);
    const closed = once(body, "close");
    body.destroy();
    await closed;
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stream.close).not.toHaveBeenCalled();
  });
});
