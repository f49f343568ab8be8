/** The table of received requests: what its rows must have, and that our verifier does with each request what its row states. */

import { describe, expect, test } from "vitest";
import { completeVerificationVector } from "../../../scripts/vectors/complete.ts";
import { type CaseGroup, casesOf, type ReceivedCase } from "../../../src/conformance/cases/case.ts";
import { isForm } from "../../../src/conformance/cases/draft.ts";
import { CASES } from "../../../src/conformance/cases/index.ts";
import { KEYS } from "../../../src/conformance/cases/keys.ts";
import { METHODS } from "../../../src/conformance/cases/methods.ts";
import { SIGNATURES } from "../../../src/conformance/cases/signatures.ts";
import type { GoodRequest } from "../../../src/conformance/cases/valid-requests.ts";
import type { Check, Good } from "../../../src/conformance/probe/check.ts";
import { checksOf } from "../../../src/conformance/probe/checks/checks-of-cases.ts";
import { createGood } from "../../../src/conformance/probe/good.ts";
import { runCase } from "../../../src/conformance/probe/run-case.ts";
import type { Send } from "../../../src/conformance/probe/send.ts";
import { adaptedVerification } from "../../../src/conformance/runner/questions/adapted-verification.ts";
import {
  loadRules,
  loadVerificationVectors,
  verificationCases,
  writeVerificationVector,
} from "../../../src/conformance/vectors/index.ts";
import { parsePrivateKey } from "../../../src/platform/index.ts";
import { expectRecorded, recordOf } from "../../recorded.ts";
import { createTestVerifier, MERCHANT, ORIGIN, SHOP } from "../../verifier/adapters/verifiers.ts";
import { questionOfCase } from "./vector-of-case.ts";

const cases = CASES.flatMap(casesOf);
const vectors = new Map(loadVerificationVectors().map((vector) => [vector.id, vector]));
const asked = new Map(verificationCases([...vectors.values()]).cases.map((one) => [one.id, one]));
const GET: GoodRequest = {
  method: "GET",
  origin: ORIGIN,
  host: new URL(ORIGIN).host,
  path: "/pay",
  query: "a=1",
  headers: [],
  body: "",
};
const POST: GoodRequest = { ...GET, method: "POST", contentType: "application/x-www-form-urlencoded", body: "order=7" };

describe("a received case", () => {
  test("is in the package only if the probe sends it or a verifier can be asked in another shape", {
    tags: ["deep"],
  }, () => {
    const shapes = ["HMAC-SHA1", "RSA-SHA256"].flatMap((method) =>
      (["header", "query", "body"] as const).flatMap((transport) =>
        [[], ["token"] as const].map((without) => ({
          operations: ["verify"] as const,
          signatureMethods: [method],
          transports: [transport],
          limits: { httpMethods: ["POST"], without },
        })),
      ),
    );
    const isUsed = ({ check }: CaseGroup, { vector, probe }: ReceivedCase): boolean => {
      const question = asked.get(`verifier/${vector}`);
      return (
        (check !== undefined && probe !== undefined) ||
        (question !== undefined && shapes.some((shape) => adaptedVerification(question, shape) !== undefined))
      );
    };
    const unused = CASES.flatMap((group) => casesOf(group).filter((one) => !isUsed(group, one)));
    expect(unused.map(({ vector, probe }) => vector ?? probe)).toEqual([]);
  });

  const stated = cases.filter(({ vector }) => vector !== undefined);
  const expectAgreement = (some: typeof cases): void => {
    const rules = loadRules();
    for (const one of some) {
      const vector = vectors.get(`verifier/${one.vector}`);
      const described = completeVerificationVector(questionOfCase(one, vector?.comment), rules);
      expect(vector && writeVerificationVector(vector), described.id).toEqual(writeVerificationVector(described));
    }
  };

  test("agrees with the vector that it names, such as every tenth case", () => {
    expectAgreement(stated.filter((_, index) => index % 10 === 0));
  });

  test("agrees with the vector that it names, whichever case it is", { tags: ["deep"] }, () => expectAgreement(stated));

  test("has the words, layer, rule, faults and CVEs of the vector that it names", () => {
    for (const { vector, probe, words, layer, rule, finds, cves } of stated) {
      expect(words ?? probe, vector).toBeDefined();
      expect(vectors.get(`verifier/${vector}`), vector).toMatchObject({
        ...(words !== undefined && { comment: words }),
        layer,
        rule,
        ...(finds && { faults: [finds].flat() }),
        ...(cves && { cves }),
      });
    }
  });

  test("names as many vectors of each family as named-vectors.json records", { tags: ["recorded"] }, async () => {
    const families = stated.map(({ vector }) => vector!.replace(/\/[^/]*$/, ""));
    const rows = families.map((family) => [family, families.filter((one) => one === family).length] as const);
    await expectRecorded(recordOf(rows), "./named-vectors.json");
  });

  test("names a vector that no other case names", () => {
    expect(new Set(stated.map(({ vector }) => vector)).size).toBe(stated.length);
    expect(stated.length).toBeGreaterThan(600);
  });

  test("has a name that no other case of its check has", () => {
    for (const group of CASES) {
      const names = casesOf(group).flatMap(({ probe = [] }) => probe);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

const SIGNERS = {
  HMAC: { credentials: SHOP, method: "HMAC-SHA1" },
  RSA: { credentials: MERCHANT, method: "RSA-SHA256" },
} as const;

const WITH_TOKEN = {
  credentials: {
    ...SHOP,
    consumerSecret: "Sh/op",
    token: "token-a",
    tokenSecret: "t0ken",
    other: { consumerKey: "other", consumerSecret: "s3cr3t" },
  },
  method: "HMAC-SHA1",
} as const;

describe("the cases of the probe", () => {
  test("can be tried with a form, except for those that make no difference then", { tags: ["deep"] }, () => {
    const goods = [SIGNERS.HMAC, WITH_TOKEN, SIGNERS.RSA].map((signer) => ({
      ...createGood({
        request: { ...POST, path: "/pay/a%2Fb/" },
        ...signer,
        place: "header",
        clockAhead: 0,
        maySendPlaintext: true,
        mayChangeMethod: true,
      }),
      otherRsaKey: () => parsePrivateKey(MERCHANT.privateKey),
    }));
    // Signing with RSA takes longest, and is only needed for what HMAC cannot try.
    const untried = checksOf(CASES).flatMap(({ id, cases }) =>
      Object.keys(cases(goods[0]!))
        .filter((name) => goods.every((good) => typeof cases(good)[name]!() === "string"))
        .map((name) => `${id}/${name}`),
    );
    expect(untried).toEqual([
      "path-signed-otherwise/query-in-the-uri",
      "method-changed/post",
      "unsigned-body/json-added",
      "unsigned-body/text-added",
      "unsigned-body/added-without-a-media-type",
      "form-added/to-the-good-request",
      "signed-for-another-origin/without-the-port",
    ]);
  });
});

/** The checks about the client's key, which another kind of key can change. */
const ABOUT_KEYS = checksOf([SIGNATURES, KEYS, METHODS].flat()).map(({ id }) => id);

/** Runs the cases of a check against our verifier. Returns those that failed, and what the server did. */
async function failuresOf(
  check: Check,
  good: Good,
  answers: (sent: Parameters<Send>[0]) => boolean = () => true,
): Promise<string[]> {
  const verifier = createTestVerifier({ allowHeaderAndBody: false });
  const send: Send = async (sent) => {
    const { accepted } = await verifier.verify({ ...sent, body: sent.body ?? new Uint8Array() });
    return { status: accepted && answers(sent) ? 200 : 401, headers: [], body: "" };
  };
  const run = { send, acceptance: { status: [200, 299] }, rejectsWithErrors: false, isHeadDecisive: true } as const;
  const failed: string[] = [];
  for (const [name, make] of Object.entries(check.cases(good))) {
    const { verdict, message } = await runCase(make(), check, run);
    if (verdict === "fail") failed.push(`${name}: ${message}`);
  }
  return failed;
}

const goodOf = (request: GoodRequest, signer: keyof typeof SIGNERS): Good =>
  createGood({
    request,
    ...SIGNERS[signer],
    place: "header",
    clockAhead: 0,
    maySendPlaintext: false,
    mayChangeMethod: true,
  });

describe.each(checksOf(CASES).map((check) => [check.id, check] as const))("the cases of %s", (id, check) => {
  test.each([
    ["GET", "HMAC", GET] as const,
    ["POST of a form", "HMAC", POST] as const,
    ...(ABOUT_KEYS.includes(id) ? [["POST of a form", "RSA", POST] as const] : []),
  ])("match what our verifier does with a %s signed with %s", async (_name, signer, request) => {
    expect(await failuresOf(check, goodOf(request, signer))).toEqual([]);
  });
});

/** The parameters of a request, by their decoded names. */
function fieldsOf({ url, headers, body }: Parameters<Send>[0]): string[] {
  const form = headers.some(([name, value]) => name.toLowerCase() === "content-type" && isForm({ contentType: value }));
  const all = [url.split("?").slice(1).join("?"), form ? Buffer.from(body ?? []).toString() : ""];
  return all.flatMap((text) => [...new URLSearchParams(text).keys()]);
}

describe("a server that needs each of its fields exactly once", () => {
  const ADDED = [...new Set(CASES.flatMap(casesOf).flatMap(namesOfCase))].filter((name) =>
    /^(?!oauth_)[ -~]+$/.test(name),
  );
  const isSpecial = (name: string): boolean => /^(?:__proto__|constructor|hasOwnProperty|realm|\d+)/.test(name);

  async function accused(
    names: readonly string[],
    part: "query" | "body",
    groups: readonly CaseGroup[] = CASES,
  ): Promise<string[]> {
    const fields = names.map((name) => `${encodeURIComponent(name)}=10.42`).join("&");
    const good = goodOf({ ...POST, query: "", [part]: fields }, "HMAC");
    const hasEach: Parameters<typeof failuresOf>[2] = (sent) => {
      const found = fieldsOf(sent);
      return names.every((name) => found.filter((own) => own === name).length === 1);
    };
    const failed: string[] = [];
    for (const check of checksOf(groups)) {
      for (const one of await failuresOf(check, good, hasEach)) failed.push(`${check.id}/${one}`);
    }
    return failed;
  }

  test("is not accused for a field named amount, as that of README.md", async () => {
    // The checks with a case that adds such a field.
    const adding = CASES.filter((group) => casesOf(group).flatMap(namesOfCase).includes("amount"));
    expect(adding.length).toBeGreaterThan(0);
    expect(await accused(["amount"], "body", adding)).toEqual([]);
  });

  test("is not accused for a field named amount by any other check", { tags: ["deep"] }, async () => {
    expect(await accused(["amount"], "body")).toEqual([]);
  });

  test.each([
    ["ordinary", "query"],
    ["special", "query"],
    ["ordinary", "body"],
    ["special", "body"],
  ] as const)("is not accused for %s fields in its %s that cases add", { tags: ["deep"] }, async (kind, part) => {
    expect(ADDED.length).toBeGreaterThan(40);
    const fields = ADDED.filter((name) => isSpecial(name) === (kind === "special"));
    expect(await accused(fields, part)).toEqual([]);
  });
});

/** The names of the parameters that a case adds. */
function namesOfCase({ probe, query = "", form = "", pairs = "" }: ReceivedCase): string[] {
  if (probe === undefined) return [];
  return [query, form, pairs].flat().flatMap((text) => [...new URLSearchParams(text).keys()]);
}
