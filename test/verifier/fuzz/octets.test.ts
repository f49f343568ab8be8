import { describe, expect, test } from "vitest";
import * as http1 from "./http1.ts";
import * as http2 from "./http2.ts";
import type { Http1Message, Http2Plan } from "./plan.ts";

const request = { kind: "get", nonce: 0, answer: "code" } as const;
const connection = { target: "", damage: [], pauses: [], unsent: 0, end: "close" } as const;

describe("the frames of a plan", () => {
  const plan: Http2Plan = {
    ...connection,
    ...{ protocol: 2, window: 65_535, order: [], extra: [] },
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
});

describe("the messages of a plan", () => {
  const message: Http1Message = { request, version: "1.1", fields: [], many: 0, framing: { by: "length", off: 0 } };

  test("go on after an expectation that a server need not know", () => {
    const messages = [{ ...message, fields: ["expect: something\r\n"] }, message];
    const read = http1.readMessages(http1.octetsOf({ ...connection, protocol: 1, messages }));
    expect(read.messages.map(({ isWhole }) => isWhole)).toEqual([true, true]);
    expect(read.isBroken).toBe(true);
  });
});
