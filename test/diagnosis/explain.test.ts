/** `explain`, which every user interface calls. */

import { describe, expect, test } from "vitest";
import { explain } from "../../src/diagnosis/explain.ts";
import type { BeforeSearch } from "../../src/diagnosis/explain-given.ts";
import { faultOf } from "../../src/faults/index.ts";
import { specification, trace } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { httpText } from "../../src/requests/http-text.ts";
import { testEach } from "../title.ts";
import { payment, SECRET, sentWith } from "./requests.ts";

const OPTIONS = { faults: [faultOf("asterisk-bare")!], budget: { combinations: 200 } };
const wrong = sentWith(["asterisk-bare"]);
const asText = ({ method, url, headers, body }: typeof wrong): string =>
  httpText(method, url, headers, Buffer.from(body ?? []).toString());

describe("explain", () => {
  test("finds the same for a text as for the request in it", async () => {
    const fromText = await explain({ request: asText(wrong), keys: [{ consumerSecret: SECRET }] }, OPTIONS);
    const fromRequest = await explain({ request: wrong, keys: [{ consumerSecret: SECRET }] }, OPTIONS);
    expect(fromText.explanation).toEqual(fromRequest.explanation);
    expect(fromText.diagnosis).toMatchObject({ kind: "explained", causes: [{ id: "asterisk-bare" }] });
  });

  test("uses the key of several that explains the request", async () => {
    const keys = [{ consumerSecret: "the next secret" }, { consumerSecret: SECRET }];
    expect((await explain({ request: wrong, keys }, OPTIONS)).diagnosis.kind).toBe("explained");
  });

  test("corrects with the key that explains the request, and compares the server with all keys", async () => {
    const keys = [{ consumerSecret: "the next secret" }, { consumerSecret: SECRET }];
    const right = sentWith([]);
    const [, signature] = /oauth_signature="([^"]*)"/.exec(right.headers.map(([, value]) => value).join())!;
    const serverResponse = `Expected signature: ${signature}`;
    const found = await explain({ request: wrong, keys, serverResponse }, { ...OPTIONS, correct: {} });
    expect(found.corrected?.curl).toContain(`oauth_signature="${signature}"`);
    expect(found.server?.signatureNotes?.join()).toContain("your client computes it wrongly");
  });

  test("prefers a key for the method of the request, even if nothing explains the signature", async () => {
    const keys = [{ publicKey: "unused" }, { consumerSecret: "another secret" }];
    expect((await explain({ request: wrong, keys }, OPTIONS)).diagnosis.kind).toBe("unknown");
  });

  test("uses the method that the signature shows in the stages and in the correction", async () => {
    const sent = sentWith([], { ...payment, method: "PUT" });
    const request = { ...sent, method: "POST", methodIsAssumed: true as const, schemeIsAssumed: true as const };
    const found = await explain({ request, keys: [{ consumerSecret: SECRET }] }, { ...OPTIONS, correct: {} });
    expect(found.diagnosis).toMatchObject({ kind: "right", assumedMethod: "PUT" });
    expect(found.stages?.baseString).toMatch(/^PUT&https%3A/);
    expect(found.corrected?.curl).toContain("--request PUT");
  });

  test("hides the secrets of all keys", async () => {
    const leaky = sentWith([], { ...payment, form: [["note", `${SECRET} and the next secret`]] });
    const keys = [{ consumerSecret: "unused" }, { consumerSecret: SECRET }, { consumerSecret: "the next secret" }];
    const { explanation, stages, corrected } = await explain({ request: leaky, keys }, { ...OPTIONS, correct: {} });
    const shown = JSON.stringify([explanation, stages, corrected]);
    for (const { consumerSecret } of keys) expect(shown).not.toContain(consumerSecret);
    expect(stages?.parameters.find(({ name }) => name === "note")?.value).toBe("(secret) and (secret)");
  });

  test("reports the stages before the search if the scheme is known, and otherwise only the request", async () => {
    const seen: BeforeSearch[] = [];
    const onRead = (before: BeforeSearch): void => void seen.push(before);
    const keys = [{ consumerSecret: SECRET }];
    const { stages } = await explain({ request: wrong, keys }, { ...OPTIONS, onRead });
    const assumed = { ...wrong, schemeIsAssumed: true as const };
    const found = await explain({ request: assumed, keys }, { ...OPTIONS, onRead });
    expect(seen).toEqual([{ request: wrong, stages, server: undefined }, { request: assumed }]);
    expect(found).toMatchObject({ assumedScheme: "https", stages });
  });

  test("corrects the request for the scheme that the signature shows", async () => {
    const http = sentWith(["asterisk-bare"], { ...payment, url: payment.url.replace("https", "http") });
    const request = { ...http, url: wrong.url, schemeIsAssumed: true as const };
    const { corrected } = await explain(
      { request, keys: [{ consumerSecret: SECRET }] },
      { ...OPTIONS, correct: { fresh: false } },
    );
    expect(corrected?.curl).toContain("http://gate.example/");
  });

  test("fails before the search if a correction needs a missing key, except if it is optional", async () => {
    const given = { request: wrong, keys: [{}], evidence: { baseString: "GET&x&y" } };
    await expect(explain(given, { ...OPTIONS, correct: {} })).rejects.toMatchObject({ code: "secret-missing" });
    expect((await explain(given, { ...OPTIONS, correct: { isOptional: true } })).corrected).toBeUndefined();
  });

  test("compares what the server answered, and takes the scheme from it", async () => {
    const request = { ...wrong, url: wrong.url.replace("https", "http"), schemeIsAssumed: true as const };
    const serverResponse = "debug_sbs=POST&https%3A%2F%2Fgate.example%2Fpaynet%2Fapi%2Fv4%2Fsale%2F39915&a%3D1";
    const { server, assumedScheme } = await explain(
      { request, keys: [{ consumerSecret: "other" }], serverResponse },
      OPTIONS,
    );
    expect(server).toMatchObject({ baseStringName: "debug_sbs", isSameAsRequest: false });
    expect(assumedScheme).toBe("https");
  });

  test("reports a key that cannot be parsed without quoting it", async () => {
    const request = {
      ...wrong,
      headers: wrong.headers.map(([name, value]) => [name, value.replace("HMAC-SHA1", "RSA-SHA1")] as const),
    };
    const publicKey = "-----BEGIN PUBLIC KEY-----\nthis is no key\n-----END PUBLIC KEY-----";
    const error = await explain({ request, keys: [{ publicKey }] }, OPTIONS).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: "request-unreadable" });
    expect(String(error)).not.toContain("this is no key");
  });
});

describe("a log with a base string", () => {
  const faulty = faultOf("asterisk-bare")!.apply(specification);
  const { baseString } = trace(payment, faulty);
  const head = ({ method, url, headers }: typeof wrong): string =>
    [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
  const logged = `${head(wrong)}\n\n${Buffer.from(wrong.body!)}\n`.replace(/^/gm, "12:00:01 ");
  const found = (request: string, keys = [{ consumerSecret: SECRET }], more = {}): ReturnType<typeof explain> =>
    explain({ request, keys, ...more }, OPTIONS);
  const repairOf = ({ request }: BeforeSearch): string => ("repairs" in request ? String(request.repairs) : "");
  const USED = /line \d+ was taken for the base string of the client/;

  testEach([
    ["before the request", `base string: ${baseString}\n${logged}`, 1],
    ["after the request", `${logged}signing ${JSON.stringify({ sbs: baseString })}\n`, 6],
  ])("of the client is used %s, which the result reports", async (_, text, line) => {
    const explained = await found(text);
    expect(explained.diagnosis).toMatchObject({ kind: "explained", baseStringIsCorrect: false });
    expect(repairOf(explained)).toContain(`line ${line} was taken for the base string of the client`);
  });

  test("of the client shows what was signed with any key", async () => {
    const twice = sentWith(["asterisk-bare", "key-without-ampersand"], payment);
    const text = `base string: ${baseString}\n${head(twice)}\n\n${Buffer.from(twice.body!)}\n`.replace(
      /^/gm,
      "12:00:01 ",
    );
    const { diagnosis } = await explain(
      { request: text, keys: [{ consumerSecret: SECRET }] },
      { ...OPTIONS, faults: ["asterisk-bare", "key-without-ampersand"].map((id) => faultOf(id)!) },
    );
    expect(diagnosis).toMatchObject({
      kind: "explained",
      causes: [{ id: "asterisk-bare" }, { id: "key-without-ampersand" }],
    });
  });

  testEach([
    ["of the server", `expected base string: ${baseString}\n${logged}`],
    ["in the response", `${logged}12:00:02 HTTP/1.1 401 Unauthorized\n${baseString}\n`],
    [
      "of one of several other requests",
      `${["a", "b"].map((nonce) => `base string: ${baseString!.replace("n0nce", nonce)}\n`).join("")}${logged}`,
    ],
  ])("is not used if it is %s", async (_, text) => {
    const explained = await found(text);
    expect(explained.diagnosis).toMatchObject({ kind: "explained", causes: [{ id: "asterisk-bare" }] });
    expect(explained.diagnosis).not.toHaveProperty("baseStringIsCorrect");
    expect(repairOf(explained)).not.toMatch(USED);
  });

  test("shows that another nonce was signed than sent if it is the only one", async () => {
    const other = baseString!.replace("n0nce", "other");
    const sent = sendAs(payment, { ...specification, baseString: () => other })!;
    const text = `base string: ${other}\n${head(sent)}\n\n${Buffer.from(sent.body!)}\n`.replace(/^/gm, "12:00:01 ");
    const { diagnosis } = await found(text);
    expect(diagnosis).toMatchObject({
      kind: "explained",
      causes: [{ id: "asterisk-bare" }, { id: "value-changed:oauth_nonce" }],
      baseStringIsCorrect: false,
    });
  });

  test("is not used if a base string is given, if there is no key, or beside a request as it was sent", async () => {
    const text = `base string: ${baseString}\n${logged}`;
    const given = await found(text, undefined, { evidence: { baseString: trace(payment).baseString } });
    expect(given.diagnosis).toMatchObject({ baseStringIsCorrect: true });
    expect((await found(text, [])).diagnosis).toMatchObject({ kind: "not-diagnosed", reason: "key-missing" });
    const sent = sentWith([], { ...payment, form: [["note", baseString!]] });
    expect((await found(asText(sent))).diagnosis).not.toHaveProperty("baseStringIsCorrect");
  });
});
