import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { evidenceUrl } from "../../scripts/fault-pages/page.ts";
import { triggerOf } from "../../scripts/fault-pages/signed-trigger.ts";
import {
  FIRST_FIELD_OF_STAGE,
  firstDifferingField,
  TRACE_FIELDS,
  traceFieldText,
} from "../../scripts/fault-pages/trace-difference.ts";
import { allFaults, FAULTS, faultOf } from "../../src/faults/index.ts";
import { type SigningInput, specification, trace } from "../../src/model/index.ts";

/** Faults that most requests show. */
const ALWAYS: readonly string[] = [
  "method-name-respelled",
  "timestamp-milliseconds",
  "timestamp-fraction",
  "timestamp-iso-text",
  "nonce-empty",
  "oauth-signature-included",
  "version-signed-not-sent",
  "form-body-left-out",
  "lowercase-hex",
  "unreserved-over-encoded",
  "not-sorted",
  "trailing-slash-added",
  "comma-join",
  "parameters-not-encoded-in-base",
  "uri-not-encoded-in-base",
  "separators-encoded",
  "parameters-encoded-three-times",
  "secrets-swapped",
  "token-secret-left-out",
  "secret-trailing-newline",
  "key-encoded-twice",
  "hmac-arguments-swapped",
  "plain-hash-of-key-and-base",
  "hex-digest",
  "base64-of-hex",
  "base64-unpadded",
  "base64-trailing-newline",
  "digest-through-text",
  "base-string-utf16",
  "header-values-not-encoded",
  "header-unquoted",
  "header-wrong-separator",
  "header-leading-comma",
  "signature-encoded-twice-in-header",
  "request-params-in-header",
  "scheme-missing",
  "timestamp-taken-twice",
  "params-in-two-places",
];

describe("each fault", () => {
  test.each(
    allFaults()
      .filter(({ text }) => text === undefined)
      .map((fault) => [fault.id, fault] as const),
  )("%s changes its own stage first", (_, fault) => {
    const wrong = trace(triggerOf(fault), fault.apply(specification));
    expect(firstDifferingField(trace(triggerOf(fault)), wrong)).toBe(FIRST_FIELD_OF_STAGE[fault.stage]);
  });

  test("has a unique id in kebab case, and is found by it", () => {
    expect(FAULTS.map(({ id }) => id).filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
    expect(FAULTS.filter((fault) => faultOf(fault.id) !== fault)).toEqual([]);
    expect(faultOf("no-such-fault")).toBeUndefined();
  });

  test("says in sentences what goes wrong and how to fix it", () => {
    const isSentence = (text: string): boolean => /^\S.*[^\s.]\.$/.test(text);
    expect(FAULTS.filter(({ what, fix }) => !isSentence(what) || !isSentence(fix.text)).map(({ id }) => id)).toEqual(
      [],
    );
  });

  test("links to evidence by https only", () => {
    const addresses = FAULTS.flatMap(({ evidence = [] }) => evidence.map(evidenceUrl));
    expect(addresses.length).toBeGreaterThan(200);
    expect(addresses.filter((address) => new URL(address).protocol !== "https:")).toEqual([]);
  });
});

describe("each of all faults", () => {
  const withPage = readdirSync("docs/faults").map((name) => name.replace(/\.md$/, ""));

  test("has a page and a name if it has evidence, and only then", () => {
    const documented = allFaults().flatMap(({ id, evidence }) => (evidence === undefined ? [] : [id]));
    expect(withPage.filter((id) => id !== "README").sort()).toEqual([...documented].sort());
    expect(allFaults().filter(({ id, evidence }) => (faultOf(id) === undefined) !== (evidence === undefined))).toEqual(
      [],
    );
  });

  test("has an id that no other fault has", () => {
    const ids = allFaults().map(({ id }) => id);
    expect(ids.filter((id) => !/^(?:text\/)?[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z-]+)?$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("says of each form in one sentence what goes wrong, and how to fix it", () => {
    const isSentence = (text: string): boolean => /^(?!.* {2})[A-Z].*[^\s.,]\.$/.test(text);
    const all = allFaults();
    const texts = all.flatMap(({ what, fix, variants = [] }) => [
      ...[what, fix.text],
      ...variants.flatMap((variant) => variant.what ?? []),
    ]);
    expect(texts.filter((text) => !isSentence(text))).toEqual([]);
  });
});

describe("a plain request", () => {
  /** Only the faults in ALWAYS change it. */
  const plain: SigningInput = {
    method: "POST",
    url: "https://example.com/r",
    form: [["amount", "10"]],
    protocolParameters: [
      ["oauth_consumer_key", "ck"],
      ["oauth_token", "tk"],
      ["oauth_signature_method", "HMAC-SHA1"],
      ["oauth_timestamp", "1700000000"],
      ["oauth_nonce", "n1"],
    ],
    signatureMethod: "HMAC-SHA1",
    consumerSecret: "cs",
    tokenSecret: "ts",
  };

  test("is changed only by the faults that most requests show", () => {
    const harmed = FAULTS.filter((fault) =>
      firstDifferingField(trace(plain), trace(plain, fault.apply(specification))),
    );
    expect(harmed.map(({ id }) => id)).toEqual(ALWAYS);
  });
});

describe("two faults", () => {
  const both: SigningInput = {
    method: "POST",
    url: "http://EXAMPLE.com:80/A%20b/?q=a%20b~&z=*&a=2&a=1",
    form: [["note", "é"]],
    protocolParameters: [["oauth_nonce", "a+b"]],
    signatureMethod: "HMAC-SHA256",
    consumerSecret: "c/s",
  };
  const ids = ["space-as-plus", "asterisk-bare", "latin1-octets", "not-sorted", "default-port-kept", "path-decoded"];
  ids.push("separators-encoded", "secrets-not-encoded", "hex-digest", "header-unquoted", "duplicate-last-wins");
  const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => [one, other] as const));

  test.each(pairs)("%s and %s compose: the result is that of neither fault alone", (one, other) => {
    const [first, second] = [faultOf(one)!, faultOf(other)!];
    const texts = [
      trace(both),
      trace(both, first.apply(specification)),
      trace(both, second.apply(specification)),
      trace(both, second.apply(first.apply(specification))),
    ].map((traced) => TRACE_FIELDS.map((field) => traceFieldText(traced, field)).join("\n"));
    expect(new Set(texts).size).toBe(4);
  });

  test("compose in either order if they change different stages", () => {
    const traced = (...faults: readonly string[]): string | undefined =>
      trace(
        both,
        faults.reduce((stages, id) => faultOf(id)!.apply(stages), specification),
      ).baseString;
    for (const [one, other] of pairs.slice(0, 20)) expect(traced(one, other)).toBe(traced(other, one));
  });
});
