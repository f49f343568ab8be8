/** Natural mistakes of clients, written without code of the faults, and what names each of them. */

import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/diagnosis/index.ts";
import { type SigningInput, type Stages, specification, toText } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { causesIn, payment } from "./requests.ts";

const { percentEncode } = specification;

const uri =
  (port: string): Stages["baseStringUri"] =>
  (url, all) =>
    specification.baseStringUri(url, all).replace("gate.example", `gate.example:${port}`);

const inValues = (encode: Stages["percentEncode"]): Partial<Stages> => ({
  encodeParameters: (parameters, all) => specification.encodeParameters(parameters, { ...all, percentEncode: encode }),
});

/** Reverses the octets of each word of a digest. */
const inWords: Partial<Stages> = {
  signature: ({ baseString, key }) => {
    const digest = createHmac("sha1", key!).update(baseString).digest();
    return digest.swap32().toString("base64");
  },
};

const sortedByValue: Partial<Stages> = {
  sortParameters: (parameters) => [...parameters].sort((a, b) => (a.encodedValue < b.encodedValue ? -1 : 1)),
};

const secretInLowerCase: Partial<Stages> = {
  key: (secrets, all) => specification.key(secrets, all).replace(/%../g, (escaped) => escaped.toLowerCase()),
};

const bare: Stages["percentEncode"] = (octets) =>
  Array.from(toText(octets), (one) => (one > "\x7f" ? one : percentEncode(new TextEncoder().encode(one)))).join("");

describe("a mistake", () => {
  test.each<[id: string, how: string, wrong: Partial<Stages>, more?: Partial<SigningInput>]>([
    ["absent-port-written", "the port -1", { baseStringUri: uri("-1") }],
    ["absent-port-written", "an empty port", { baseStringUri: uri("") }],
    [
      "escape-of-code-unit",
      "escapes of signed octets",
      inValues((octets) => percentEncode(octets).replace(/%(?=[89A-F])/g, "%FFFFFF")),
    ],
    [
      "leading-zero-missing",
      "escapes of one digit",
      inValues((octets) => percentEncode(octets).replaceAll("%0", "%")),
      { form: [["text", "one\ntwo"]] },
    ],
    ["non-ascii-bare", "octets beyond ASCII that are not escaped", { percentEncode: bare }],
    ["digest-formatted", "the words of a digest in another order", inWords],
    ["sorted-by-value", "parameters sorted by value", sortedByValue],
    ["lowercase-hex", "escapes of a secret in lower case", secretInLowerCase, { consumerSecret: "a/b=" }],
  ])("is named %s: %s", { tags: ["deep"] }, (id, _, wrong, more) => {
    const request = { ...payment, ...more };
    const sent = sendAs(request, { ...specification, ...wrong })!;
    const diagnosis = diagnose({ request: sent, key: { consumerSecret: request.consumerSecret! } });
    expect(causesIn(diagnosis).map((cause) => cause.id)).toEqual([id]);
  });
});

describe("a secret that is signed as another thing", () => {
  const [SECRET, TOKEN_SECRET] = ["kd94hf93k423kf44", "pfkkdhi9sl3r4s00"];

  test.each([
    ["text/as-nil/token-secret", `${SECRET}&nil`],
    ["text/as-space/consumer-secret", `%20&${TOKEN_SECRET}`],
    ["text/as-0/consumer-secret", `0&${TOKEN_SECRET}`],
    ["text/as-object/consumer-secret", `%5Bobject%20Object%5D&${TOKEN_SECRET}`],
    ["text/as-object/unencoded-token-secret", `${SECRET}&[object Object]`],
    ["text/optional-text/consumer-secret", `Optional%28%22${SECRET}%22%29&${TOKEN_SECRET}`],
    ["text/optional-text/unencoded-token-secret", `${SECRET}&Optional("${TOKEN_SECRET}")`],
    ["text/python-octets/unencoded-consumer-secret", `b'${SECRET}'&${TOKEN_SECRET}`],
    ["text/escaped-line-feed-after/unencoded-token-secret", `${SECRET}&${TOKEN_SECRET}\\n`],
    ["text/line-of-consumer-secret/consumer-secret", `CONSUMER_SECRET%3D${SECRET}&${TOKEN_SECRET}`],
    ["text/line-of-access-token-secret/unencoded-token-secret", `${SECRET}&ACCESS_TOKEN_SECRET=${TOKEN_SECRET}`],
    ["text/zero-width-space-before/consumer-secret", `%E2%80%8B${SECRET}&${TOKEN_SECRET}`],
  ])("is named %s", (id, key) => {
    const sent = sendAs(payment, { ...specification, key: () => key })!;
    const diagnosis = diagnose(
      { request: sent, key: { consumerSecret: SECRET, tokenSecret: TOKEN_SECRET } },
      { budget: { combinations: 10_000 } },
    );
    expect(causesIn(diagnosis).map((cause) => cause.id)).toEqual([id]);
  });
});

describe("a secret that is not encoded in the key", () => {
  test("is named if both secrets would need encoding", () => {
    const key = { consumerSecret: "kd94+23/f44=", tokenSecret: "pf/kdhi9+l3=" };
    const wrong = `${key.consumerSecret}&Optional("${key.tokenSecret}")`;
    const sent = sendAs(payment, { ...specification, key: () => wrong })!;
    const causes = causesIn(diagnose({ request: sent, key }));
    expect(causes.map(({ id }) => id)).toEqual(["text/optional-text/unencoded-token-secret"]);
  });
});

describe("a value that looks like the word for a missing one", () => {
  test.each([
    ["0.4", "0", "text/cut-at-point/values"],
    ["{}", "[object Object]", "text/json-as-object/values"],
  ])("is named by how it came from %s: %s", (sentValue, signed, id) => {
    const form = ["a", "b"].map((name) => [name, sentValue] as const);
    const sent = sendAs(
      { ...payment, form },
      {
        ...specification,
        collectParameters: (sources, all) =>
          specification
            .collectParameters(sources, all)
            .map((one) => (one.origin === "body" ? { ...one, value: new TextEncoder().encode(signed) } : one)),
      },
    )!;
    const causes = causesIn(diagnose({ request: sent, key: { consumerSecret: payment.consumerSecret! } }));
    expect(causes.map((cause) => cause.id)).toContain(id);
  });
});
