import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Diagnosis, type DiagnosisOptions, diagnose, type Notice } from "../../src/diagnosis/index.ts";
import { allFaults, FAULTS, faultOf } from "../../src/faults/index.ts";
import { type SigningInput, specification, toOctets, toText, trace } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

/** Enough for common causes. */
const LIKELIEST = { budget: { combinations: 1000 } };
/** Enough for each cause alone. */
const FEW = { budget: { combinations: 6000 } };

/** The ids of the causes, each alternative as one text. */
function names(diagnosis: Diagnosis): string[] {
  if (diagnosis.kind === "explained") return [diagnosis.causes.map(({ id }) => id).join(" + ")];
  return diagnosis.kind === "ambiguous" ? diagnosis.alternatives.map((one) => one.map(({ id }) => id).join(" + ")) : [];
}

const JSON_BODY = {
  url: "https://gate.example/r",
  body: '{"x": 1}',
  headers: [["Content-Type", "application/json"]],
  bodyHash: true,
} as const;

describe("a diagnosis from a signature alone", () => {
  test("a valid request is valid, whatever its transport", () => {
    for (const transport of ["header", "body", "query", "header-and-body"] as const) {
      expect(diagnose(asked(sentWith([], { ...payment, transport }))).kind).toBe("right");
    }
  });

  test("one fault is named, with the first difference", () => {
    const diagnosis = diagnose(asked(sentWith(["asterisk-bare"])), LIKELIEST);
    expect(diagnosis).toMatchObject({
      kind: "explained",
      causes: [{ id: "asterisk-bare", kind: "fault" }],
      difference: { stage: "base-string", part: "parameter-string", parameter: "order_desc" },
    });
    const expected = trace(payment).baseString;
    const { at } = (diagnosis as { difference: { at: { position: number; expected: string; actual: string } } })
      .difference;
    expect(expected.slice(at.position - 1)).toMatch(/^%252A%2520/);
    expect(at.expected).toMatch(/^%252A/);
    expect(at.actual).toMatch(/^\*/);
  });

  test.each([
    [["hex-digest"]],
    [["key-without-ampersand"]],
    [["signature-encoded-twice-in-header"]],
    [["header-unquoted"]],
    [["version-sent-not-signed"]],
  ])("%j is named, although the base string is correct", { tags: ["deep"] }, (ids) => {
    expect(names(diagnose(asked(sentWith(ids)), LIKELIEST))).toEqual(ids);
  });

  test("two faults at once are found", { tags: ["deep"] }, () => {
    const diagnosis = diagnose(asked(sentWith(["asterisk-bare", "key-without-ampersand"])), {
      budget: { combinations: 12_000 },
    });
    expect(diagnosis.kind).toBe("explained");
    expect(names(diagnosis)).toEqual(["key-without-ampersand + asterisk-bare"]);
  });

  test("faults with the same result are all named, with a request that distinguishes them", { tags: ["deep"] }, () => {
    const request = { ...payment, form: [["q", "*"]] as const };
    const diagnosis = diagnose(asked(sentWith(["asterisk-bare"], request)), LIKELIEST);
    expect(names(diagnosis)).toEqual(expect.arrayContaining(["asterisk-bare", "encodeuricomponent-leftovers"]));
    expect(diagnosis.kind).toBe("ambiguous");
    const { distinguishingRequest } = diagnosis as Extract<Diagnosis, { kind: "ambiguous" }>;
    const bases = ["asterisk-bare", "encodeuricomponent-leftovers"].map(
      (id) => trace(distinguishingRequest!.request, faultOf(id)!.apply(specification)).baseString,
    );
    expect(bases[0]).not.toBe(bases[1]);
  });

  test("an unknown mistake gets no name", { tags: ["deep"] }, () => {
    const shuffled = sendAs(payment, {
      ...specification,
      baseString: (input, stages) => specification.baseString(input, stages).replaceAll("a", "4").replaceAll("e", "3"),
    })!;
    expect(diagnose(asked(shuffled), FEW)).toMatchObject({
      kind: "unknown",
      partialCauses: [],
    });
  });

  test("a search that stops at its limit says so", () => {
    const sent = sentWith([], { ...payment, consumerSecret: "nobody knows" });
    expect(diagnose(asked(sent), { budget: { combinations: 300 } })).toMatchObject({
      kind: "unknown",
      limitReached: true,
    });
  });
});

describe("environment causes", () => {
  test("another key of the input is named by its label", { tags: ["deep"] }, () => {
    const sent = sentWith([], { ...payment, consumerSecret: "another secret" });
    const otherKeys = [{ label: "production", consumerSecret: "another secret" }];
    expect(names(diagnose(asked(sent, { otherKeys }), LIKELIEST))).toEqual(["other-key:production"]);
    const others = { otherKeys: [{ label: "third", consumerSecret: "third" }] };
    expect(diagnose(asked(sent, others), LIKELIEST).kind).toBe("unknown");
  });

  test.each([
    ["http for https", "http://gate.example/paynet/api/v4/sale/39915", "other-scheme"],
    ["another host", "https://inner:8080/paynet/api/v4/sale/39915", "other-origin:https://inner:8080"],
    ["a path without its prefix", "https://gate.example/api/v4/sale/39915", "path-without:/paynet"],
    ["a group for an endpoint", "https://gate.example/paynet/api/v4/sale/group/39915", "endpoint-or-group"],
    ["ENDPOINTID for the id", "https://gate.example/paynet/api/v4/sale/ENDPOINTID", "endpoint-id-literal"],
  ])("%s is found", { tags: ["deep"] }, (_, url, id) => {
    const sent = { ...sentWith([], { ...payment, url }), url: payment.url };
    expect(names(diagnose(asked(sent, { origins: ["https://inner:8080"] }), LIKELIEST))).toEqual([id]);
  });

  test.each([
    [`${SECRET}\r`, "text/carriage-return-after/consumer-secret"],
    [`"${SECRET}"`, "text/double-quotes/consumer-secret"],
    [SECRET.toLowerCase(), "text/lower-case/consumer-secret"],
    ["", "text/empty/consumer-secret"],
  ])("the secret %j is found", { tags: ["deep"] }, (consumerSecret, id) => {
    expect(names(diagnose(asked(sentWith([], { ...payment, consumerSecret })), FEW))).toEqual([id]);
  });

  test("a secret with a line break that is joined without encoding it is found", { tags: ["deep"] }, () => {
    const sent = sendAs(payment, { ...specification, key: () => `${SECRET}\n&` })!;
    expect(names(diagnose(asked(sent), FEW))).toEqual(["text/line-break-after/unencoded-consumer-secret"]);
  });

  test("that both secrets are empty is found", { tags: ["deep"] }, () => {
    const unset = sentWith([], { ...payment, consumerSecret: "", tokenSecret: "" });
    const key = { consumerSecret: SECRET, tokenSecret: "t0ken" };
    expect(names(diagnose({ request: unset, key }, FEW))).toEqual(["text/empty/secrets"]);
  });

  test("a body whose copy of the header was changed is found", { tags: ["deep"] }, () => {
    const sent = sentWith([], { ...payment, transport: "header-and-body" });
    const body = Buffer.from(String(Buffer.from(sent.body!)).replace("oauth_nonce=n0nce", "oauth_nonce=other"));
    expect(names(diagnose(asked({ ...sent, body }), LIKELIEST))).toEqual(["body-copy-changed"]);
  });

  test("a parameter of the form whose name begins with oauth_ is no copy of the header", { tags: ["deep"] }, () => {
    const form = [["oauth_app", "shop"]] as const;
    const sent = sentWith(["extra-oauth-params-not-signed"], { ...payment, form });
    const found = names(diagnose(asked(sent)));
    expect(found).toContain("extra-oauth-params-not-signed");
    expect(found).not.toContain("body-copy-changed");
  });

  test("a timestamp in milliseconds and a clock that is off are noticed although the signature is valid", () => {
    const at = (timestamp: string) =>
      diagnose(
        asked(
          sentWith([], {
            ...payment,
            protocolParameters: [
              ["oauth_consumer_key", "merchant"],
              ["oauth_nonce", "n0nce"],
              ["oauth_timestamp", timestamp],
              ["oauth_signature_method", "HMAC-SHA1"],
            ],
          }),
          { now: 1_700_000_000 },
        ),
      );
    expect(at("1700000000123")).toMatchObject({ kind: "rejected", notices: [{ id: "timestamp-milliseconds" }] });
    expect(at("1700000900")).toMatchObject({ kind: "rejected", notices: [{ id: "timestamp-skewed" }] });
    const textOf = (timestamp: string) => at(timestamp).notices[0]!.text;
    expect(textOf("1700000900")).toMatch(/^oauth_timestamp is \d+ minutes (?:ahead of|behind) the server's clock$/);
    expect(textOf("1604113300")).toMatch(/^oauth_timestamp is 3 years behind the server's clock$/);
    expect(at("1700007200")).toMatchObject({ kind: "rejected", notices: [{ id: "timestamp-local-time" }] });
    expect(at("1700000200")).toMatchObject({ kind: "right", notices: [] });
    for (const [timestamp, problem] of [
      ["1700000000123", "is in milliseconds; it must be in seconds"],
      ["1700000000.5", "has a fraction; it must be in whole seconds"],
      ["2023-11-14T22:13:20Z", "is a date; it must be the number of seconds since 1970"],
      ["now", "is not a positive integer"],
    ] as const) {
      expect(at(timestamp)).toMatchObject({ notices: [{ text: `oauth_timestamp ${problem}` }] });
    }
  });

  test.each([
    ["body-hash-of-null-text", { method: "GET", url: "https://gate.example/r", bodyHash: true }],
    ["body-hash-algorithm-fixed", { ...JSON_BODY, signatureMethod: "HMAC-SHA256" }],
    ["body-hash-of-other-bytes", JSON_BODY],
    ["realm-percent-encoded", { realm: "https://gate.example/" }],
    ["params-in-two-places", {}],
    ["header-values-not-encoded", {}],
    ["signature-raw-in-query", { transport: "query" }],
    ["only-signature-encoded", { protocolParameters: [["oauth_nonce", "a*b"]] }],
    ["method-name-respelled", {}],
    ["version-not-1-0", {}],
  ] as const)("%s is noticed although the signature is valid", (id, more) => {
    const { form, ...rest } = payment;
    const named = (more as Partial<SigningInput>).signatureMethod ?? "HMAC-SHA1";
    const shown = new Map<unknown, unknown>((more as Partial<SigningInput>).protocolParameters ?? []);
    const protocolParameters = payment.protocolParameters.map(
      ([name, value]) => [name, name === "oauth_signature_method" ? named : (shown.get(name) ?? value)] as const,
    );
    const meant = { ...("bodyHash" in more ? rest : payment), ...more, protocolParameters } as unknown as SigningInput;
    expect(diagnose(asked(sentWith([], meant))).notices).toEqual([]);
    // A server does not compare the realm, and reads this signature as it is: it has no +. An equal copy changes nothing.
    const remarks = ["realm-percent-encoded", "signature-raw-in-query", "params-in-two-places"];
    const kind = remarks.includes(id) ? "right" : "rejected";
    expect(diagnose(asked(sentWith([id], meant)))).toMatchObject({ kind, notices: [{ id }] });
  });
});

describe("a correct signature", () => {
  test("that is not encoded in the form is right, with a notice", () => {
    const { body, ...request } = sentWith([], { ...payment, transport: "body" });
    const raw = toText(body!).replace(/(?<=oauth_signature=).*/, (text: string) => decodeURIComponent(text));
    expect(raw).toMatch(/oauth_signature=[^%+]*=$/);
    const diagnosis = diagnose(asked({ ...request, body: toOctets(raw) }));
    expect(diagnosis).toMatchObject({ kind: "right", notices: [{ id: "signature-raw-in-form" }] });
  });

  test("whose values all look encoded is right, with a notice that names one of them", () => {
    const noticesFor = (form: SigningInput["form"]): readonly Notice[] => {
      const diagnosis = diagnose(asked(sentWith([], { ...payment, form })));
      expect(diagnosis.kind).toBe("right");
      return diagnosis.notices;
    };
    const text = expect.stringContaining('such as that of "note": a server decodes them once');
    const encoded = [
      ["amount", "10.42"],
      ["note", "a%20b"],
    ] as const;
    expect(noticesFor(encoded)).toMatchObject([{ id: "values-encoded-before", text, rejects: false }]);
    expect(noticesFor([...encoded, ["text", "two words"]])).toEqual([]);
    expect(noticesFor([["amount", "10.42"]])).toEqual([]);
  });

  test.each([["oauth_consumer_secret"], ["oauth_token_secret"]])("with a sent %s is right, with a notice", (name) => {
    const protocolParameters = [...payment.protocolParameters, [name, "x"]] as const;
    const diagnosis = diagnose(asked(sentWith([], { ...payment, protocolParameters })));
    const text = `${name} is in the request: a secret must never be sent`;
    expect(diagnosis).toMatchObject({ kind: "right", notices: [{ id: "secret-sent", text }] });
  });
});

describe("a diagnosis", () => {
  test("notices first that protocol values have quotation marks of their own", () => {
    const protocolParameters = payment.protocolParameters.map(([name, value]) => [name, `'${value}'`] as const);
    const { notices } = diagnose(asked(sentWith([], { ...payment, protocolParameters })));
    const text = expect.stringContaining("the value of oauth_signature_method, oauth_timestamp, oauth_version: write");
    expect(notices[0]).toEqual({ id: "protocol-values-in-quotes", text, rejects: true });
  });

  test("names only that protocol parameters are in header and query, and no fault of a header that is right", {
    tags: ["deep"],
  }, () => {
    const sent = sentWith([]);
    const header = sent.headers.find(([name]) => name.toLowerCase() === "authorization")![1];
    const pairs = header.replace("OAuth ", "").replaceAll('"', "").replaceAll(", ", "&");
    const diagnosis = diagnose(asked({ ...sent, url: `${sent.url}?${pairs}` }), LIKELIEST);
    expect(diagnosis).toMatchObject({
      kind: "explained",
      causes: [{ id: "parameters-sent-twice", title: expect.stringContaining("into the URL and into the header") }],
      notices: [{ id: "params-in-two-places" }],
    });
    const faults = FAULTS.filter(({ id }) => id === "scheme-missing" || id === "header-leading-comma");
    expect(diagnose(asked({ ...sent, url: `${sent.url}?x=1&${pairs}` }), { faults })).toMatchObject({
      kind: "explained",
      causes: [{ id: "parameters-sent-twice" }, { id: "parameter-not-signed:x" }],
    });
  });

  test("names the fault with a page if one without a page explains the same", { tags: ["deep"] }, () => {
    const cut = allFaults().find(({ id }) => id === "query-split-wrongly")!.variants!;
    const { apply } = cut.find(({ what = "" }) => what.includes("before the first &"))!;
    const sent = sendAs({ ...payment, url: `${payment.url}?x=1&x=2` }, apply(specification))!;
    expect(names(diagnose(asked(sent), FEW))).toEqual(["duplicate-first-wins"]);
  });
});

describe("a request without oauth_signature_method", () => {
  const protocolParameters = payment.protocolParameters.filter(([name]) => name !== "oauth_signature_method");
  const text = "oauth_signature_method is missing; the signature has the length of HMAC-SHA1";
  const notices = [{ id: "protocol-parameters-missing", text, rejects: true }];

  test("is rejected for this alone if its signature is valid", () => {
    const diagnosis = diagnose(asked(sentWith([], { ...payment, protocolParameters })));
    expect(diagnosis).toMatchObject({ kind: "rejected", notices });
  });

  test("is explained by the length of its signature", { tags: ["deep"] }, () => {
    const diagnosis = diagnose(asked(sentWith(["asterisk-bare"], { ...payment, protocolParameters })), LIKELIEST);
    expect(diagnosis).toMatchObject({ kind: "explained", causes: [{ id: "asterisk-bare" }], notices });
  });

  test("has the parameter named if it was signed", { tags: ["deep"] }, () => {
    const { url, method, body, headers } = sentWith([]);
    const without = headers.map(
      ([name, value]) => [name, value.replace('oauth_signature_method="HMAC-SHA1", ', "")] as const,
    );
    const diagnosis = diagnose(asked({ url, method, headers: without, ...(body === undefined ? {} : { body }) }), FEW);
    expect(diagnosis).toMatchObject({ kind: "explained", notices });
    expect(JSON.stringify(diagnosis)).toContain("signed but not sent");
  });

  test("is not diagnosed if its signature has no length of an HMAC", () => {
    const { headers, ...sent } = sentWith([], { ...payment, protocolParameters });
    const cut = headers.map(
      ([name, value]) => [name, value.replace(/oauth_signature="[^"]*"/, 'oauth_signature="AAAA"')] as const,
    );
    const diagnosis = diagnose(asked({ ...sent, headers: cut }));
    expect(diagnosis).toMatchObject({ kind: "not-diagnosed", reason: "method-unknown" });
  });
});

describe("a single parameter in query and form", () => {
  test("may be written twice, or signed once", { tags: ["deep"] }, () => {
    const sent = sentWith(["identical-pairs-deduplicated"], { ...payment, url: `${payment.url}?amount=10.42` });
    const said = names(diagnose(asked(sent), LIKELIEST));
    expect(said).toEqual(["query-left-out", "duplicate-last-wins", "parameters-sent-twice"]);
  });
});

describe("a cause with the same content as another one", () => {
  test.each<[string, Partial<SigningInput>]>([
    ["form-content-type-forced", { form: [['{"x":1}', ""]] }],
    ["dot-segments-removed", { url: "https://gate.example/a/../pay" }],
    ["fragment-kept", { url: "https://gate.example/pay#" }],
    ["path-decoded", { url: "https://gate.example/users/%40me" }],
    ["body-charset-differs", { form: [["name", Uint8Array.of(0xe9)]] }],
    ["secret-trimmed", { consumerSecret: " secret" }],
    ["parameters-not-encoded-in-base", { form: [["a", "1"]] }],
    ["nested-object-stringified", { form: [["filter[0][field]", "a"]] }],
  ])("is not named beside it: %s", { tags: ["deep"] }, (id, more) => {
    const request = { ...payment, ...more };
    const key = { consumerSecret: request.consumerSecret! };
    expect(names(diagnose(asked(sentWith([id], request), { key })))).toEqual([id]);
  });
});

describe("a form that was signed but sent without Content-Type", () => {
  test("is named, and nothing is called not sent", {
    tags: ["deep"],
  }, () => {
    const sent = sentWith([]);
    const headers = sent.headers.filter(([name]) => name !== "Content-Type");
    const diagnosis = diagnose(asked({ ...sent, headers }), LIKELIEST);
    expect(names(diagnosis)).toEqual(["form-without-content-type"]);
    expect(diagnosis).not.toHaveProperty("parameterTable");
    expect(diagnosis).not.toHaveProperty("difference");
  });
});

describe("a diagnosis with the base string of the client", () => {
  const right = trace(payment).baseString;
  const signed = (baseString: string, key = `${SECRET}&`): string =>
    createHmac("sha1", key).update(baseString).digest("base64");
  const meant = (baseString: string, signature = signed(baseString), options: DiagnosisOptions = {}) =>
    diagnose({ request: payment, key: {}, evidence: { baseString, signature } }, { faults: FAULTS, ...options });

  test("a value changed after signing is shown", { tags: ["deep"] }, () => {
    const baseString = right.replace("10.42", "11.42");
    expect(meant(baseString)).toMatchObject({
      kind: "changed",
      changes: [{ name: "amount", signed: "11.42", sent: "10.42" }],
      difference: { parameter: "amount" },
    });
  });

  test("the causes of the base string and of the signature are both named", () => {
    const { baseString } = trace(payment, faultOf("asterisk-bare")!.apply(specification));
    expect(names(meant(baseString, signed(baseString, SECRET)))).toEqual(["asterisk-bare + key-without-ampersand"]);
  });

  test("the first difference of an unknown mistake is shown", { tags: ["deep"] }, () => {
    const baseString = right.replace("merchant", "merchant%00").replace("invoice", "INVOICE").replace("POST", "TSOP");
    const found = meant(baseString, signed(baseString), FEW);
    expect(found).toMatchObject({ kind: "unknown", difference: { part: "method", at: { position: 1 } } });
  });

  test("a base string without a signature is enough", { tags: ["deep"] }, () => {
    const { baseString } = trace(payment, faultOf("asterisk-bare")!.apply(specification));
    expect(names(diagnose({ request: payment, key: {}, evidence: { baseString } }, LIKELIEST))).toEqual([
      "asterisk-bare",
    ]);
  });
});

describe("an input that cannot be diagnosed", () => {
  const sent = sentWith([]);
  const without = { ...sent, headers: sent.headers.filter(([name]) => name !== "Authorization") };

  test("has a reason", () => {
    expect(diagnose(asked(without))).toMatchObject({ kind: "not-diagnosed", reason: "unsigned" });
    expect(diagnose({ request: sent, key: {} })).toMatchObject({ kind: "not-diagnosed", reason: "key-missing" });
    const unreadable = { ...without, headers: [["Authorization", "OAuth x"]] as const };
    expect(diagnose(asked(unreadable))).toMatchObject({ kind: "not-diagnosed" });
  });
});

describe("secrets", () => {
  test("are in no result, even if a client signed its secret as a parameter", { tags: ["deep"] }, () => {
    const leaky = { ...payment, form: [...payment.form!, ["zz", SECRET] as const] };
    const { baseString, signature } = trace(leaky);
    const diagnosis = diagnose(
      {
        request: payment,
        key: { consumerSecret: SECRET },
        evidence: { baseString, signature: signature! },
      },
      { faults: [] },
    );
    expect(diagnosis).toMatchObject({ kind: "changed", changes: [{ name: "zz", signed: "(secret)" }] });
    expect(JSON.stringify(diagnosis)).not.toContain(SECRET);
  });

  test("the correct signature is shown only on request", { tags: ["deep"] }, () => {
    const sent = sentWith(["asterisk-bare"]);
    const { signature } = trace(payment);
    expect(JSON.stringify(diagnose(asked(sent), LIKELIEST))).not.toContain(signature);
    expect(diagnose(asked(sent), { ...LIKELIEST, showSignature: true })).toMatchObject({
      expectedSignature: signature,
    });
  });
});
