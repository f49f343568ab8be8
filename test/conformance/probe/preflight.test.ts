/** What the preflight sends to a server, and what it makes of the answers. */

import { describe, expect, test } from "vitest";
import { FORM_TYPE } from "../../../src/conformance/cases/draft.ts";
import { type PreflightOptions, preflight } from "../../../src/conformance/probe/preflight.ts";
import type { Answer, Send } from "../../../src/conformance/probe/send.ts";
import { CLIENT } from "./credentials.ts";

const ORIGIN = "http://127.0.0.1:8080";
const NOW = 1_700_000_000;
const GET = { method: "GET", origin: ORIGIN, host: "127.0.0.1:8080", path: "/", query: "", headers: [], body: "" };
const FORM = { ...GET, method: "POST", contentType: FORM_TYPE, body: "order=7" };

/** The parameters of a request, wherever they are, and where the protocol parameters are. */
interface Sent {
  readonly place: "header" | "query" | "body" | "none";
  readonly method: string;
  readonly timestamp: number;
  readonly isWrong: boolean;
}

function read({ url, headers, body = new Uint8Array() }: Parameters<Send>[0]): Sent {
  const header = headers.find(([name]) => name === "Authorization")?.[1] ?? "";
  const places = { header, query: url, body: Buffer.from(body).toString() };
  const [place = "none", text = ""] = Object.entries(places).find(([, one]) => one.includes("oauth_")) ?? [];
  const value = (name: string): string => new RegExp(`${name}="?([^"&]*)`).exec(text)?.[1] ?? "";
  return {
    place: place as Sent["place"],
    method: value("oauth_signature_method"),
    timestamp: Number(value("oauth_timestamp")),
    isWrong: place !== "none" && value("oauth_signature").startsWith("d3Jvbmcg"),
  };
}

const status = (code: number, headers: readonly (readonly [string, string])[] = []): Answer => ({
  status: code,
  headers,
  body: "",
});

/** Runs the preflight against a server that answers so. Returns what it found, and what it sent. */
async function run(answer: (sent: Sent, count: number) => Answer, options: Partial<PreflightOptions> = {}) {
  const sent: Sent[] = [];
  const send: Send = async (request) => {
    sent.push(read(request));
    return answer(sent.at(-1)!, sent.length);
  };
  const result = await preflight({
    request: GET,
    credentials: CLIENT,
    maySendPlaintext: true,
    mayChangeMethod: false,
    clock: () => NOW,
    acceptance: { status: [200, 299] },
    send,
    ...options,
  }).catch((error: Error & { readonly hint: string; readonly shown?: object }) => error);
  return { result, sent, error: result as Error & { readonly hint: string; readonly shown?: object } };
}

const rejectsWrong = ({ isWrong }: Sent): Answer => status(isWrong ? 401 : 200);
const ways = (goods: readonly { readonly place: string; readonly key: { readonly method: string } }[]): string[] =>
  goods.map(({ place, key }) => `${place} ${key.method}`);

describe("the good request", () => {
  test("is sent with each method in header and query, and in the body if it has a form", async () => {
    const method = "HMAC-SHA256";
    const [withoutForm, withForm] = [await run(rejectsWrong), await run(rejectsWrong, { request: FORM, method })];
    expect(withoutForm.result).toMatchObject({ variants: { length: 6 }, rejected: [] });
    expect(withForm.sent.map(({ place, isWrong }) => `${place}${isWrong ? " wrong" : ""}`)).toEqual([
      "header wrong",
      "header",
      "query",
      "body",
      "header wrong",
    ]);
    expect(new Set(withForm.sent.map((sent) => sent.method))).toEqual(new Set([method]));
  });

  test("has its rejected ways in the result, with their answers", async () => {
    const { result } = await run((sent) => status(sent.isWrong || sent.place === "query" ? 403 : 200), {
      method: "HMAC-SHA1",
    });
    if (result instanceof Error) throw result;
    expect([ways(result.variants), ways(result.rejected.map(({ good }) => good))]).toEqual([
      ["header HMAC-SHA1"],
      ["query HMAC-SHA1"],
    ]);
    expect([result.rejected[0]!.answer, result.wrong]).toMatchObject([{ status: 403 }, { status: 403 }]);
  });

  test("is sent in no other place if the header is rejected, and the first rejection is reported", async () => {
    const { sent, error } = await run((one) => status(one.method === "HMAC-SHA1" ? 402 : 403));
    expect(error.message).toBe("the server rejects the good request: status 402");
    expect(sent.filter(({ place }) => place === "query")).toEqual([]);
  });

  test.each([
    [404, /for another method add --method or --form/],
    [503, /^see the server's log, and probe again later$/],
    [401, /^check the URL, the credentials/],
  ])("that is rejected with status %i has a hint", async (code, hint) => {
    const { error } = await run(() => status(code));
    expect([error.name, error.shown]).toEqual(["PreflightError", undefined]);
    expect(error.hint).toMatch(hint);
  });
});

describe("a server", () => {
  test("that accepts a wrong signature ends the run, and whether it needs one at all is reported", async () => {
    const accepting = await run(() => status(200));
    expect(accepting.error.message).toBe("the server accepts a wrong signature and requests without one");
    expect(accepting.error.shown).toEqual({ fault: "verification-result-ignored", rule: "rfc5849-3.2-1" });
    expect(accepting.sent.at(-1)).toMatchObject({ place: "none" });
    const asking = await run(({ place }) => status(place === "none" ? 401 : 200));
    expect(asking.error.message).toBe("the server accepts a wrong signature");
  });

  test("that cannot be reached ends the run after one request", async () => {
    const { sent, error } = await run(() => ({ failure: "unreachable", message: "cannot connect" }));
    expect(error.message).toBe("the server does not answer: cannot connect");
    expect(error.hint).toMatch(/^start the server/);
    expect(sent).toHaveLength(1);
  });

  test.each([
    [-3600, -3600],
    [3, 3],
    [2, 0],
    [-2, 0],
  ])("whose clock is %i seconds ahead gets timestamps that are %i ahead", async (ahead, expected) => {
    const date = ["Date", new Date((NOW + ahead) * 1000).toUTCString()] as const;
    const { sent } = await run(({ isWrong }) => status(isWrong ? 401 : 200, [date]));
    expect(sent[1]!.timestamp - NOW).toBe(expected);
  });
});
