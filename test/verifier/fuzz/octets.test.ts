import { describe, expect, test } from "vitest";
import * as http1 from "./http1.ts";
import * as http2 from "./http2.ts";
import type { Http1Message, Http1Plan, Http2Plan } from "./plan.ts";

const request = { kind: "get", nonce: 0, answer: "code" } as const;
const connection = { target: "", damage: [], pauses: [], unsent: 0, end: "close" } as const;

describe("the frames of a plan", () => {
  const plan: Http2Plan = {
    ...connection,
    protocol: 2,
    window: 65_535,
    order: [],
    extra: [],
    streams: [{ request, fields: [], many: 0, headerFrames: 2, frameLength: 100, padding: 0, finish: "flag" }],
  };

  test("have a whole request if everything is sent", () => {
    const frames = http2.readFrames(http2.octetsOf(plan));
    expect([http2.isOpened(frames, 1), http2.isWhole(frames, 1)]).toEqual([true, true]);
  });

  test("have no whole request if HEADERS ends the stream and a part of CONTINUATION is not sent", () => {
    const frames = http2.readFrames(http2.octetsOf({ ...plan, unsent: 1 }));
    expect([http2.isOpened(frames, 1), http2.isWhole(frames, 1)]).toEqual([false, false]);
  });

  test("are ordinary with one expectation, and not with two", () => {
    const withFields = (...fields: Http2Plan["streams"][number]["fields"]): Http2Plan => ({
      ...plan,
      streams: plan.streams.map((stream) => ({ ...stream, fields })),
    });
    expect(http2.isOrdinary(withFields(["expect", "100-continue"], ["cookie", "a=b"], ["cookie", "a=b"]))).toBe(true);
    expect(http2.isOrdinary(withFields(["expect", "100-continue"], ["expect", "100-continue"]))).toBe(false);
  });
});

describe("the messages of a plan", () => {
  const message: Http1Message = { request, version: "1.1", fields: [], many: 0, framing: { by: "length", off: 0 } };

  const read = (plan: Partial<Http1Plan>): http1.ReadOctets =>
    http1.readMessages(http1.octetsOf({ ...connection, protocol: 1, messages: [message], ...plan }));

  test.each([
    ["an expectation that a server need not know", { ...message, fields: ["expect: something\r\n"] }],
    ["HTTP/1.0 that keeps the connection", { ...message, version: "1.0", fields: ["connection: keep-alive\r\n"] }],
  ] satisfies [string, Http1Message][])("go on after %s", (_what, first) => {
    const { messages, isBroken } = read({ messages: [first, message] });
    expect([messages.map(({ isWhole }) => isWhole), isBroken]).toEqual([[true, true], true]);
  });

  test("have no mistake if the head is cut off", () => {
    for (const unsent of [1, 3, 10, 20, 100, 260, 300])
      expect(read({ unsent })).toEqual({ messages: [], isBroken: false });
  });

  test("have the head of a body with a mistake", () => {
    const trailers = ["bad\r\n"];
    const chunks = { by: "chunks", sizes: [], extension: "", trailers, hasLength: false } as const;
    const { messages, isBroken } = read({ messages: [{ ...message, framing: chunks }] });
    expect([messages.map(({ isWhole }) => isWhole), isBroken]).toEqual([[false], true]);
  });

  test("have a mistake if the rest of a body begins like no request", () => {
    const form: Http1Message = { ...message, request: { ...request, kind: "form" } };
    const cut = (off: number) => read({ messages: [{ ...form, framing: { by: "length", off } }] });
    expect(http1.octetsOf({ ...connection, protocol: 1, messages: [form] }).toString()).toMatch(/%C3%BC$/);
    expect(cut(-5)).toMatchObject({ messages: [{ isWhole: true }], isBroken: true });
  });

  test("have the mistakes of a head that is cut off", () => {
    const chunks = { by: "chunks", sizes: [], extension: "", trailers: [], hasLength: true } as const;
    expect(read({ messages: [{ ...message, framing: chunks }], unsent: 7 })).toEqual({ messages: [], isBroken: true });
    const fields = ["content-length: 99999999999999999999\r\n"];
    expect(read({ messages: [{ ...message, fields }], unsent: 25 })).toEqual({ messages: [], isBroken: true });
  });
});
