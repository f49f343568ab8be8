/** When a diagnosis is certain, and when it names a set of causes. */

import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose } from "../../src/diagnosis/index.ts";
import { type SigningInput, type Stages, specification, toOctets, toText } from "../../src/model/index.ts";
import { sendAs } from "../../src/model/send-request.ts";
import { causesIn, payment } from "./requests.ts";

const { percentEncode } = specification;

/** The diagnosis of what a client sends with some stages that are wrong. */
function diagnosisOf(more: Partial<SigningInput>, wrong: Partial<Stages>): Diagnosis {
  const request = { ...payment, form: [["q", "a"]] as const, ...more };
  const { consumerSecret, tokenSecret } = request;
  const sent = sendAs(request, { ...specification, ...wrong })!;
  return diagnose({ request: sent, key: { consumerSecret: consumerSecret!, tokenSecret } });
}

/** Signs its own values changed. */
const signing = (change: (value: string) => string): Partial<Stages> => ({
  collectParameters: (sources, all) =>
    specification
      .collectParameters(sources, all)
      .map((one) => ({ ...one, value: toText(one.name) === "q" ? toOctets(change(toText(one.value))) : one.value })),
});

const secretBy = (encode: (secret: string) => string): Partial<Stages> => ({
  key: ({ consumerSecret, tokenSecret = "" }) => `${encode(consumerSecret)}&${encode(tokenSecret)}`,
});

/** The ids of the causes that are named. */
function names(diagnosis: Diagnosis): string[] {
  return causesIn(diagnosis).map(({ id }) => id);
}

/** The request that distinguishes the alternatives. */
function requestOf(diagnosis: Diagnosis): SigningInput | undefined {
  expect(diagnosis.kind).toBe("ambiguous");
  return diagnosis.kind === "ambiguous" ? diagnosis.distinguishingRequest?.request : undefined;
}

describe("a signature that a less common cause gives, too", () => {
  test("has both named: secrets not encoded, or by encodeURIComponent", { tags: ["deep"] }, () => {
    const diagnosis = diagnosisOf({ consumerSecret: "se!cret" }, secretBy(encodeURIComponent));
    expect(names(diagnosis)).toEqual(["secrets-not-encoded", "encodeuricomponent-leftovers"]);
  });

  test("has one named if a character shows which", { tags: ["deep"] }, () => {
    const diagnosis = diagnosisOf({ consumerSecret: "se!/cret" }, secretBy(encodeURIComponent));
    expect(names(diagnosis)).toEqual(["encodeuricomponent-leftovers"]);
    expect(
      names(
        diagnosisOf(
          { consumerSecret: "se!/cret" },
          secretBy((secret) => secret),
        ),
      ),
    ).toEqual(["secrets-not-encoded"]);
  });

  test("has both named: a no-break space in NFKC, or replaced", { tags: ["deep"] }, () => {
    const diagnosis = diagnosisOf(
      { form: [["q", "10\u00a0EUR"]] },
      signing((value) => value.replace("\u00a0", " ")),
    );
    expect(names(diagnosis)).toEqual(["nfc-normalised", "value-changed:q"]);
  });

  test("has the decoder named that keeps a +", { tags: ["deep"] }, () => {
    const url = "https://gate.example/search?q=red+shoes%21";
    const kept = signing((value) => value.replace(" ", "+"));
    const diagnosis = diagnosisOf({ method: "GET", url, form: undefined }, kept);
    expect(names(diagnosis)[0]).toBe("query-plus-kept-literal");
    expect(names(diagnosis)).not.toContain("sent-unencoded");
  });

  test("has no cause named that also does what the request does not show", { tags: ["deep"] }, () => {
    const encode: Stages["percentEncode"] = (octets) => percentEncode(octets).replaceAll("%27", "'");
    expect(names(diagnosisOf({ form: [["q", "it's"]] }, { percentEncode: encode }))).toEqual([
      "encodeuricomponent-leftovers",
    ]);
  });
});

describe("a secret that is percent-decoded and then encoded", () => {
  test("has the answer of one that is not encoded", () => {
    const consumerSecret = "a%2Fb%3D";
    const diagnosis = diagnosisOf(
      { consumerSecret },
      secretBy((secret) => percentEncode(toOctets(decodeURIComponent(secret)))),
    );
    const [cause, ...others] = causesIn(diagnosis);
    expect([cause, ...others]).toEqual(
      causesIn(
        diagnosisOf(
          { consumerSecret },
          secretBy((secret) => secret),
        ),
      ),
    );
    expect(cause!.what).toMatch(/^The key contains the secrets unencoded/);
    expect(cause!.fix.text).toContain("exactly as it was issued");
  });
});

describe("a common mistake", () => {
  test("is found without computing rare forms that sign something else", () => {
    const left = diagnosisOf({ tokenSecret: "token" }, { key: ({ consumerSecret }) => `${consumerSecret}&` });
    expect(names(left)).toEqual(["token-secret-left-out"]);
    expect(left.kind === "explained" && left.tried).toBeLessThan(250);
  });
});

describe("a valid request", () => {
  test("is found valid without creating a hypothesis", () => {
    const request = sendAs({ ...payment, form: [["q", "a"]] }, specification)!;
    const { consumerSecret, tokenSecret } = payment;
    const options = {
      get faults(): never {
        throw new Error("the faults are read");
      },
    };
    expect(diagnose({ request, key: { consumerSecret: consumerSecret!, tokenSecret } }, options).kind).toBe("right");
    expect(() => diagnose({ request, key: { consumerSecret: "other" } }, options)).toThrow("the faults are read");
  });
});

describe("causes that are one answer", () => {
  test("have one fix", { tags: ["deep"] }, () => {
    const url = "https://gate.example/list?a%5Bb%5D=1";
    const encodeParameters: Stages["encodeParameters"] = (parameters, all) =>
      specification
        .encodeParameters(parameters, all)
        .map((one) => ({ ...one, encodedName: one.encodedName.replaceAll("%", "%25") }));
    const diagnosis = diagnosisOf({ method: "GET", url, form: undefined }, { encodeParameters });
    expect(diagnosis.kind).toBe("explained");
  });

  test("are one change in two scopes", { tags: ["deep"] }, () => {
    const diagnosis = diagnosisOf({}, { baseStringUri: (url, all) => `${specification.baseStringUri(url, all)},` });
    expect(names(diagnosis)).toEqual(["text/comma-after/uri"]);
  });
});

describe("a request that distinguishes alternatives", () => {
  test("is none if it does not with the secrets of the client", { tags: ["deep"] }, () => {
    const diagnosis = diagnosisOf({ form: [["q", "!"]], consumerSecret: "se!cret" }, secretBy(encodeURIComponent));
    expect(requestOf(diagnosis)).toBeUndefined();
  });

  test("is none if the alternatives are about values of one request", { tags: ["deep"] }, () => {
    const plus = signing((value) => value.replaceAll(" ", "+"));
    const sent = sendAs({ ...payment, form: [["q", "two words"]] }, { ...specification, ...plus })!;
    const request = { ...sent, body: Buffer.from("q=two+words") };
    const diagnosis = diagnose({ request, key: { consumerSecret: payment.consumerSecret! } });
    expect(names(diagnosis)).toEqual(["sent-unencoded", "value-changed:q"]);
    expect(requestOf(diagnosis)).toBeUndefined();
  });

  test("is none for PLAINTEXT, whose signature is the same for every request", () => {
    const protocolParameters = [
      ["oauth_consumer_key", "merchant"],
      ["oauth_signature_method", "PLAINTEXT"],
    ] as const;
    const more = {
      signatureMethod: "PLAINTEXT",
      protocolParameters,
      consumerSecret: "s&t",
      tokenSecret: "u/v",
    } as const;
    const unencoded = secretBy((secret) => secret);
    expect(requestOf(diagnosisOf(more, unencoded))).toBeUndefined();
  });

  test("has the protocol parameters of the client, in their place", { tags: ["deep"] }, () => {
    const encode: Stages["percentEncode"] = (octets) => percentEncode(octets).replaceAll("%2A", "*");
    const diagnosis = diagnosisOf({ transport: "body", form: [["q", "a*"]] }, { percentEncode: encode });
    const request = requestOf(diagnosis)!;
    expect(request.transport).toBe("body");
    expect(request.form).toBeDefined();
    expect(request.protocolParameters).toContainEqual(["oauth_nonce", "n0nce"]);
  });
});
