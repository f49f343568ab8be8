/** How a run sends its cases: with fresh timestamps, at its pace, and what it makes of lost answers. */

import { afterEach, describe, expect, test, vi } from "vitest";
import { accepts, type Check, type Good, rejects } from "../../../src/conformance/probe/check.ts";
import { explainRejection } from "../../../src/conformance/probe/explain-rejection.ts";
import { createGood } from "../../../src/conformance/probe/good.ts";
import { PreflightError } from "../../../src/conformance/probe/preflight.ts";
import { runCase } from "../../../src/conformance/probe/run-case.ts";
import { type Probe, runProbe } from "../../../src/conformance/probe/run-probe.ts";
import type { Answer, Send } from "../../../src/conformance/probe/send.ts";
import { timingNote } from "../../../src/conformance/probe/timing.ts";
import type { CaseResult, RunEvent } from "../../../src/conformance/runner/index.ts";
import { loadFaults, loadRules } from "../../../src/conformance/vectors/index.ts";
import { CLIENT } from "./credentials.ts";

const ORIGIN = "http://127.0.0.1:8080";
const shared = {
  request: { method: "GET", origin: ORIGIN, host: "127.0.0.1:8080", path: "/", query: "", headers: [], body: "" },
  credentials: CLIENT,
  maySendPlaintext: true,
  mayChangeMethod: false,
} as const;
const ACCEPTED: Answer = { status: 200, headers: [], body: "" };
const REJECTED: Answer = { status: 401, headers: [], body: "" };

/** A check of many valid requests. */
const THIRTY: Check = {
  id: "version",
  title: "thirty valid requests",
  rule: "rfc5849-3.1-2",
  means: "None.",
  cases: (good: Good) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, () => [accepts(good.signed(good.fresh()))]])),
};

async function run(probe: Pick<Probe, "send"> & Partial<Probe>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  await runProbe({
    ...shared,
    checks: [THIRTY],
    acceptance: { status: [200, 299] },
    maxRequests: 1000,
    connectTo: ORIGIN,
    name: "server",
    descriptions: { rules: loadRules(), faults: loadFaults() },
    hide: (value) => value,
    emit: (event) => events.push(event),
    ...probe,
  });
  return events;
}

const resultsIn = (events: readonly RunEvent[]): CaseResult[] =>
  events.flatMap((event) => (event.type === "case" ? [event.result] : []));

/** Whether a request is in the header, and not with the wrong signature that a run begins with. */
function isSigned(header: string): boolean {
  return header.includes("oauth_signature=") && !header.includes("d3Jvbmcg");
}

const headerOf = ({ headers }: Parameters<Send>[0]): string =>
  headers.find(([name]) => name === "Authorization")?.[1] ?? "";

describe("a run", () => {
  test("has fresh timestamps, however long its earlier cases took", async () => {
    let now = 1_700_000_000;
    const events = await run({
      clock: () => now,
      async send(request) {
        now += 10;
        const header = headerOf(request);
        const age = now - Number(/oauth_timestamp="(\d+)"/.exec(header)?.[1]);
        return isSigned(header) && age <= 60 ? ACCEPTED : REJECTED;
      },
    });
    const thirty = resultsIn(events).filter(({ id }) => id.startsWith("probe/version/"));
    expect(thirty.map(({ verdict }) => verdict)).toEqual(Array(30).fill("pass"));
    expect(thirty[0]!.title).toBe("thirty valid requests: n0");
  });

  test.each([1, 2, 3])("of at most %i requests ends before its checks, with a sentence", async (maxRequests) => {
    const send: Send = async (request) => (isSigned(headerOf(request)) ? ACCEPTED : REJECTED);
    const ended = run({ send, maxRequests });
    await expect(ended).rejects.toThrow(PreflightError);
    await expect(ended).rejects.toThrow(`the run reached its maximum of ${maxRequests} requests (--max-requests)`);
  });

  test("that gets no answer to the good request ends with a sentence, and names no mistake of the server", async () => {
    let count = 0;
    const send: Send = async (request) => {
      if (!isSigned(headerOf(request))) return REJECTED;
      return ++count === 1 ? { failure: "timed-out", message: "no answer after 9 ms" } : ACCEPTED;
    };
    const ended = run({ send, method: "HMAC-SHA1" });
    await expect(ended).rejects.toThrow("the server does not answer: no answer after 9 ms");
    await expect(ended).rejects.toMatchObject({ shown: undefined });
  });

  test.each([
    ["needs no percent-encoding", "secret", 5],
    ["needs percent-encoding", "a secret", 6],
  ])("whose good request is rejected tries raw secrets by need: it %s", async (_what, consumerSecret, tries) => {
    const credentials = { consumerKey: "client", consumerSecret };
    const good = createGood({ ...shared, credentials, method: "HMAC-SHA1", place: "header", clockAhead: 0 });
    let count = 0;
    const send: Send = async () => (++count > 0 ? REJECTED : ACCEPTED);
    expect(await explainRejection(good, send, { status: [200, 299] })).toBeUndefined();
    expect(count).toBe(tries);
  });

  test("does not begin if it has no case of an id that was asked for", async () => {
    const send: Send = async (request) => (isSigned(headerOf(request)) ? ACCEPTED : REJECTED);
    const ended = run({ send, only: ["probe/version/n1", "probe/version/n99"] });
    await expect(ended).rejects.toThrow("no case has the id probe/version/n99");
  });
});

describe("the time of an answer", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("does not contain the wait for the pace", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const good = createGood({ ...shared, method: "HMAC-SHA1", place: "header", clockAhead: 0 });
    const turn = async (): Promise<void> => {
      now += 1000;
    };
    const send: Send = async () => {
      now += 5;
      return REJECTED;
    };
    expect(await timingNote(good, turn, send)).toContain(
      "a wrong signature took 5.00 ms, to an unknown client 5.00 ms",
    );
  });
});

describe("a request that the server must reject", () => {
  const verdictOf = async (answer: Answer): Promise<string> => {
    const request = { method: "GET", url: "/", headers: [] };
    const context = {
      send: async () => answer,
      acceptance: { status: [200, 299] },
      rejectsWithErrors: true,
      isHeadDecisive: true,
    } as const;
    return (await runCase([rejects(request)], {}, context)).verdict;
  };

  test("is not rejected by a server that cannot be reached, or does not answer", async () => {
    expect(await verdictOf({ failure: "unreachable", message: "cannot connect" })).toBe("timed-out");
    expect(await verdictOf({ failure: "timed-out", message: "no answer" })).toBe("timed-out");
  });

  test("is rejected by a server that ends the connection", async () => {
    expect(await verdictOf({ failure: "closed", message: "closed" })).toBe("pass");
  });
});
