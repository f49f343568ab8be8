/** Arbitrary octets: there is always a verdict, soon, whatever the policy; and what it costs grows with the size. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SIGNATURE_METHODS } from "../../../src/oauth1/index.ts";
import {
  createVerifier,
  type Limits,
  type NonceStore,
  REJECTION_CODES,
  type ReceivedRequest,
  type Verdict,
  type VerifierOptions,
} from "../../../src/verifier/index.ts";
import { anyCharacter } from "../../any-character.ts";
import { seed } from "../../seed.ts";
import { FORM } from "../../signed-request.ts";
import { testEach } from "../../title.ts";
import { OCTETS } from "./counterexamples.ts";
import { type SignedCase, sentRequest, signedCase, storedKey } from "./signed-case.ts";

const NOW = 1_700_000_000;

/** What was asked of the outside world for one request. */
interface Asked {
  lookUps: number;
  claims: number;
}

/** Policies that read a request in different ways. */
const POLICIES: Readonly<Record<string, Partial<VerifierOptions>>> = {
  usual: { origin: "https://api.example" },
  widest: { signatureMethods: SIGNATURE_METHODS, allowHeaderAndBody: true },
  "behind a proxy": { proxy: { addresses: ["127.0.0.1"], hosts: ["api.example"] } },
  strict: { allowUnsignedBody: false, signatureMethods: ["RSA-SHA512"] },
  small: { limits: { url: 40, authorization: 200, body: 50, parameters: 3, name: 5, value: 10, nonce: 2 } },
};

/** Asks for a verdict, and counts. */
async function verdictOf(
  request: ReceivedRequest,
  policy: Partial<VerifierOptions>,
  one?: SignedCase,
): Promise<[Verdict, Asked]> {
  const asked: Asked = { lookUps: 0, claims: 0 };
  const nonceStore: NonceStore = { claim: () => (asked.claims++ === 0 ? "fresh" : "used") };
  const key = one === undefined ? { consumerSecret: "secret" } : storedKey(one.input);
  const credentials = () => {
    asked.lookUps += 1;
    return key;
  };
  const now = () => (one === undefined ? NOW : Number(one.input.timestamp));
  const verdict = await createVerifier({ credentials, nonceStore, now, ...policy }).verify(request);
  return [verdict, asked];
}

function expectVerdict([verdict, { lookUps, claims }]: [Verdict, Asked]): void {
  expect(lookUps).toBeLessThanOrEqual(1);
  expect(claims).toBeLessThanOrEqual(lookUps);
  if (verdict.accepted) {
    expect(claims).toBe(1);
    return;
  }
  expect(REJECTION_CODES).toContain(verdict.code);
  expect(verdict.problems[0]).toEqual({ code: verdict.code, message: verdict.message });
  for (const { code, message } of verdict.problems) {
    expect(REJECTION_CODES).toContain(code);
    expect(message.length).toBeLessThan(500);
  }
  expect(verdict.status).toBeGreaterThanOrEqual(400);
  expect(verdict.publicResponse.status).toBe(verdict.status);
}

/** One character for each octet, and sometimes characters that no octet is. */
const octets = fc.uint8Array({ maxLength: 80 }).map((list) => Buffer.from(list).toString("latin1"));
const odd = fc.string({ unit: anyCharacter, maxLength: 20 });
const anyText = fc.oneof(
  { weight: 3, arbitrary: octets },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.constant("\ud800") },
);
const headerName = fc.oneof(
  fc.constantFrom(
    "authorization",
    "Authorization",
    "content-type",
    "x-forwarded-proto",
    "x-forwarded-host",
    "host",
    "__proto__",
  ),
  anyText,
);
const headerValue = fc.oneof(
  anyText,
  anyText.map((text) => `OAuth ${text}`),
  anyText.map((text) => `OAuth oauth_nonce="${text}", oauth_signature="${text}"`),
  anyText.map((text) => `${FORM};charset=${text}`),
  fc.constantFrom(FORM, "https", "api.example"),
);

const { secure, ...members } = {
  method: fc.oneof(fc.constant("POST"), anyText),
  url: fc.oneof(
    anyText,
    anyText.map((text) => `/${text}`),
    anyText.map((text) => `https://api.example/${text}`),
    anyText.map((text) => `http://${text}`),
  ),
  headers: fc.oneof(
    fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 }),
    fc.dictionary(headerName, fc.oneof(headerValue, fc.array(headerValue, { maxLength: 3 }), fc.constant(undefined)), {
      maxKeys: 5,
    }),
  ),
  body: fc.oneof(fc.uint8Array({ maxLength: 200 }), anyText, fc.constant(undefined)),
  secure: fc.boolean(),
  remoteAddress: fc.oneof(fc.constantFrom("127.0.0.1", undefined, "::ffff:127.0.0.1"), odd),
};
const anything: fc.Arbitrary<ReceivedRequest> = fc.oneof(fc.record({ ...members, secure }), fc.record(members));

/** A signed request with octets written over it, anywhere. */
const overwritten: fc.Arbitrary<{ one: SignedCase; request: ReceivedRequest }> = fc
  .tuple(signedCase, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), octets), { minLength: 1, maxLength: 4 }))
  .map(([one, writes]) => {
    const sent = sentRequest(one);
    const parts = [sent.method, sent.url, ...sent.headers.flat(), Buffer.from(sent.body ?? "").toString("latin1")];
    for (const [at, count, text] of writes) {
      const part = at % parts.length;
      const place = (at >>> 4) % (parts[part]!.length + 1);
      parts[part] = parts[part]!.slice(0, place) + text + parts[part]!.slice(place + count);
    }
    const [method = "", url = "", ...rest] = parts;
    const body = Buffer.from(rest.pop() ?? "", "latin1");
    const headers = rest.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, rest[at + 1]!]] : []));
    return { one, request: { method, url, headers, body } };
  });

describe("arbitrary octets", () => {
  test.each(Object.entries(POLICIES))(
    "get a verdict of a known code: policy %s",
    { tags: ["deep"] },
    async (_name, policy) => {
      await fc.assert(
        fc.asyncProperty(anything, async (request) => expectVerdict(await verdictOf(request, policy))),
        { seed, numRuns: 300, examples: OCTETS.map((request): [ReceivedRequest] => [request]) },
      );
    },
  );

  test.each(["widest", "small"])(
    "written over a signed request get one too: policy %s",
    { tags: ["deep"] },
    async (name) => {
      await fc.assert(
        fc.asyncProperty(overwritten, async ({ one, request }) =>
          expectVerdict(await verdictOf(request, POLICIES[name]!, one)),
        ),
        { seed, numRuns: 200 },
      );
    },
  );
});

/** Limits that stop nothing below a few million. */
const WIDE: Limits = {
  url: 4e6,
  authorization: 4e6,
  body: 4e6,
  parameters: 4e6,
  name: 4e6,
  value: 4e6,
  nonce: 4e6,
  identifier: 4e6,
};

const head = `OAuth oauth_consumer_key="ck", oauth_signature_method="HMAC-SHA1", oauth_timestamp="${NOW}", oauth_nonce="n", oauth_signature="${"A".repeat(27)}%3D"`;

/** What has sent some parser or regular expression to sleep: a unit, repeated in one of the places. */
const UNITS = [
  ...[
    "a",
    "%",
    "%41",
    "%FF",
    "%zz",
    "+",
    "&",
    "=",
    "a&",
    "a=b&",
    "&=",
    ";",
    "\\",
    '"',
    '\\"',
    " ",
    "\t",
    ",",
    ", ",
    ",  oauth ",
    "\r\n ",
  ],
  ...[
    'a="',
    'a="b",',
    'oauth_x="',
    ',oauth\ta="',
    "é",
    "\0",
    "/",
    "//",
    "/../",
    "@",
    ":",
    "[",
    "?",
    "#",
    "oauth_nonce=1&",
  ],
];

const PLACES: Readonly<Record<string, (text: string) => ReceivedRequest>> = {
  "the method": (text) => ({ method: text, url: "/", headers: [["authorization", head]] }),
  "the path": (text) => ({ method: "GET", url: `/${text}`, headers: [["authorization", head]] }),
  "the authority": (text) => ({ method: "GET", url: `https://${text}/`, headers: [["authorization", head]] }),
  "the query": (text) => ({ method: "GET", url: `/?${text}`, headers: [["authorization", head]] }),
  "the header": (text) => ({ method: "GET", url: "/", headers: [["authorization", `OAuth ${text}`]] }),
  "a quoted value": (text) => ({ method: "GET", url: "/", headers: [["authorization", `${head}, x="${text}"`]] }),
  "another scheme": (text) => ({ method: "GET", url: "/", headers: [["authorization", `Basic ${text}`]] }),
  "the media type": (text) => ({
    method: "POST",
    url: "/",
    headers: [
      ["authorization", head],
      ["content-type", `${FORM};${text}`],
    ],
    body: "a",
  }),
  "the body": (text) => ({
    method: "POST",
    url: "/",
    headers: [
      ["authorization", head],
      ["content-type", FORM],
    ],
    body: Buffer.from(text),
  }),
};

/**
 * Octets of the text. In proportion to its length a request takes milliseconds; with its square it would take minutes, and
 * the test would end by its timeout.
 */
const LARGE = 500_000;

describe("the cost of a request", () => {
  const cases = Object.entries(PLACES).flatMap(([place, make]) => UNITS.map((unit) => [place, unit, make] as const));

  testEach(cases)("grows in proportion to the size of %s: %s", { tags: ["deep"] }, async (_place, unit, make) => {
    const verifier = createVerifier({
      credentials: () => ({ consumerSecret: "secret" }),
      nonceStore: { claim: () => "fresh" },
      origin: "https://api.example",
      now: () => NOW,
      limits: WIDE,
    });
    const request = make(unit.repeat(Math.ceil(LARGE / unit.length)));
    expect(await verifier.verify(request)).toMatchObject({ accepted: false });
  });

  test("is at most that of the limits: a part that exceeds one is not read", async () => {
    const limits = { url: 8192, authorization: 8192, body: 65_536 };
    for (const place of ["the query", "the header", "the body"]) {
      const request = PLACES[place]!("a=b&".repeat(20_000));
      const [verdict, asked] = await verdictOf(request, { origin: "https://api.example", limits });
      expect(verdict).toMatchObject({ accepted: false, code: "limit-exceeded" });
      expect(asked).toEqual({ lookUps: 0, claims: 0 });
    }
  });
});
