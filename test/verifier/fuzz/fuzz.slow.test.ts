/**
 * Each check of the fuzzer finds the mistake that it is for.
 *
 * @module-tag commands
 */

import { describe, expect, test } from "vitest";
import { fuzz, type Options, type Outcome } from "./fuzz.ts";
import type { Http1Message, Http1Plan, Http2Plan, Http2Stream, Plan } from "./plan.ts";
import { targets } from "./wrong-targets.ts";

const WRONG = new URL("./wrong-targets.ts", import.meta.url);
/** Milliseconds; some mistakes are only found when they are over. */
const PATIENCE = 1500;

/** A request that a server accepts. */
const get: Http1Message = {
  request: { kind: "get", nonce: 0, answer: "code" },
  version: "1.1",
  fields: [],
  many: 0,
  framing: { by: "length", off: 0 },
};
const connection = { damage: [], pauses: [], unsent: 0, end: "close" } as const;
const plan1 = { ...connection, protocol: 1, messages: [get] } as const;
const plan2 = { ...connection, protocol: 2, window: 65_535, order: [], extra: [] } as const;
/** A rejection without a body, before the body of the request has come. */
const early: Http2Stream = {
  request: { kind: "unsigned", nonce: 0, answer: "empty" },
  fields: [],
  many: 0,
  headerFrames: 1,
  frameLength: 1000,
  padding: 0,
  finish: "flag",
};

/** What runs first for mistakes that other checks find, too. */
const FIRST: Readonly<Record<string, Omit<Http1Plan, "target"> | Omit<Http2Plan, "target">>> = {
  "leaves a connection open after FIN": { ...plan1, end: "half-close" },
  "waits after its answer": plan1,
  "answers twice": plan1,
  // The second begins when the first has been answered.
  "accepts by the credentials alone": { ...plan1, messages: [get, get], pauses: Array.from({ length: 20 }, () => 500) },
  "ends a stream of HTTP/2 at once": { ...plan2, streams: [early], pauses: [200] },
};

function fuzzWrong(name: string, options: Partial<Options> = {}): Promise<Outcome> {
  const limits = { seed: 5849, runs: 1500, patience: PATIENCE, shrinks: false };
  const saved = name in FIRST ? [{ ...FIRST[name], target: name } as Plan] : [];
  return fuzz({ ...limits, saved, targets: WRONG, only: [name], ...options });
}

/** What the fuzzer finds in a server, by the name of its mistake. */
const FOUND: Readonly<Record<string, RegExp>> = {
  "throws for a trailer": /^the process of the server ended with exit code 1\n[\s\S]*a trailer/,
  "rejects a promise for a body that stops": /^the process of the server ended with exit code 1\n[\s\S]*the body stops/,
  "leaves a listener on the connection": /^a listener left for timeout of the connection/,
  "leaves a listener on the process": /a listener left for exit of the process/,
  "leaves a timer": /^\d+ timers left/,
  "leaves a socket": /^1 sockets left/,
  "leaves a connection open after FIN": /^the connection stays open after the client's FIN$/,
  "waits for the end of a body that stops": /handlers pending although the client is gone/,
  "waits after its answer": /handlers pending after every answer/,
  warns: /^a warning: something is wrong/,
  "does not answer chunks": /^no answer to request \d in 1500 ms$/,
  "closes instead of an answer": /^no answer to request 1$/,
  "answers 500": /: status 500, and not from the adapter$/,
  "answers 400 without a reason": /: status 400 from the server, and nothing is wrong with the octets$/,
  "answers with another status": /: status 418 for signature-mismatch$/,
  "answers with an unknown code": /: a rejection with the unknown code because$/,
  "answers what is not HTTP": /: status 0, and not from the adapter$/,
  "answers twice": /: an answer to no request$/,
  "accepts before the body has come": /: (?:status 200 before the request has come whole|accepted)/,
  "rejects what is valid": /: rejected \(signature-mismatch\) though the signature is valid/,
  "accepts by the credentials alone": /^one nonce was accepted twice$/,
  "ignores white space in the credentials": /: accepted, and the model does not call the signature right$/,
  "changes a parameter": /: returned .* the signature covers/,
  "ends a stream of HTTP/2 at once": /^the process of the server ended with SIGABRT/,
  "does not answer on HTTP/2": /^no answer on stream \d+(?:, \d+)*: none came in 1500 ms$/,
  "answers 503 on HTTP/2": /: status 503, which nothing here answers$/,
  "accepts everything on HTTP/2": /: (?:accepted|status 200 before)/,
};

describe("the fuzzer of the verifier", () => {
  test("has an expectation for every mistake", () => {
    expect(Object.keys(FOUND)).toEqual(Object.keys(targets));
  });

  // It starts the servers again for each smaller plan.
  const TIMEOUT = 600_000;

  test.each(Object.entries(FOUND))("finds a server that %s", async (name, problem) => {
    const { failure } = await fuzzWrong(name);
    expect(failure?.problem).toMatch(problem);
  });

  test(
    "makes a plan that fails as small as it can be, and finds it again at once",
    async () => {
      const { failure } = await fuzzWrong("answers 500", { shrinks: true });
      const { plan } = failure!;
      expect(plan.protocol === 1 && plan.messages).toEqual([
        {
          request: { kind: "get", nonce: 0, answer: "code" },
          version: "1.1",
          fields: [],
          many: 0,
          framing: expect.anything(),
        },
      ]);
      expect(plan).toMatchObject({ damage: [], pauses: [], unsent: 0, end: "close" });
      const saved = JSON.parse(JSON.stringify(plan)) as Plan;
      const again = await fuzzWrong("answers 500", { saved: [saved], seed: 1 });
      expect(again).toMatchObject({ runs: 1, failure: { plan, problem: failure!.problem } });
    },
    TIMEOUT,
  );
});
