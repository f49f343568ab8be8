/** Requests for the signer: most can be signed, some must be refused. */

import { BAD_URLS, legalUrl, oddOctets, oddPairs, oddText, spellPairs } from "./odd-texts.ts";
import { createRandom, type Random } from "./random.ts";
import type { Pair, SigningCase } from "./types.ts";

/** The clock of every case, in seconds. */
export const NOW = 1_700_000_000;

type Draft = { [part in keyof SigningCase]: Record<string, unknown> };

/** A signing case by its number, and by the number of its nonce: the same request with another nonce has another one. */
export function signingCase(index: number, nonceNumber = 0): SigningCase {
  const random = createRandom("sign", index);
  const credentials = drawCredentials(random);
  const options = drawOptions(random, `${index.toString(36)}.${nonceNumber}`);
  const draft: Draft = { credentials, request: drawRequest(random, options), options };
  if (random.chance(0.07)) random.pick(MISTAKES)(draft, random);
  return draft;
}

const SECRETS = [
  "secret",
  "kd94hf93k423kf44",
  "s&ecret=%26+",
  "é",
  "😀",
  " ",
  "~*'()!",
  "x".repeat(65),
  "k".repeat(130),
];

function drawCredentials(random: Random): Record<string, unknown> {
  const signatureMethod = random.weighted([
    [36, "HMAC-SHA1"],
    [20, "HMAC-SHA256"],
    [13, "HMAC-SHA512"],
    [14, "PLAINTEXT"],
    [2, "RSA-SHA1"],
    [2, "RSA-SHA256"],
    [1, "RSA-SHA512"],
  ]);
  const consumerKey = random.weighted([
    [8, "client-1"],
    [1, oddText(random)],
  ]);
  const token = random.chance(0.45)
    ? random.weighted([
        [5, "token-1"],
        [1, oddText(random)],
      ])
    : undefined;
  if (signatureMethod.startsWith("RSA-")) {
    return { consumerKey, token, signatureMethod, privateKey: random.pick(["rsa2048", "rsa1024"]) };
  }
  const tokenSecret = token === undefined ? undefined : random.pick([undefined, "", ...SECRETS]);
  return {
    consumerKey,
    token,
    signatureMethod,
    consumerSecret: random.chance(0.03) ? "" : random.pick(SECRETS),
    tokenSecret,
  };
}

const REALMS = ["", "Photos", 'a "quoted\\" b', 'r=1, oauth_nonce="x"', "~!*'()", "%41 +"];

function drawOptions(random: Random, unique: string): Record<string, unknown> {
  const transport = random.weighted([
    [20, undefined],
    [30, "header"],
    [18, "body"],
    [17, "query"],
    [15, "header-and-body"],
  ]);
  const hasHeader = transport !== "body" && transport !== "query";
  const timestamp = NOW + random.int(401) - 200;
  return {
    nonce: `${random.weighted([
      [20, "n"],
      [1, "é😀"],
      [1, 'a b%+"\\,'],
      [1, "n".repeat(110)],
    ])}${unique}`,
    timestamp: random.chance(0.5) ? timestamp : String(timestamp),
    version: random.pick([undefined, "1.0", null]),
    transport,
    realm: hasHeader && random.chance(0.3) ? random.pick(REALMS) : undefined,
    protocolParameters: random.chance(0.12) ? drawFurther(random) : undefined,
  };
}

function drawFurther(random: Random): Pair[] {
  return random.pick<Pair[]>([
    [],
    [["oauth_callback", "oob"]],
    [["oauth_callback", "https://client.example/ready?a=b&c=%20"]],
    [
      ["oauth_verifier", "hfdp7dh39dks9884"],
      ["oauth_problem", oddText(random)],
    ],
    [["oauth_é", oddText(random)]],
    [["oauth_", ""]],
    [["oauth_octets", oddOctets(random)]],
    [["oauth_body_hash", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="]],
  ]);
}

const METHODS = [
  "GET",
  "GET",
  "POST",
  "POST",
  "POST",
  "PUT",
  "DELETE",
  "PATCH",
  "post",
  "M-SEARCH",
  "Get",
  "x!#$%&'*+.^_`|~",
];

function drawRequest(random: Random, options: Record<string, unknown>): Record<string, unknown> {
  const query = random.weighted<string | undefined>([
    [45, undefined],
    [5, ""],
    [50, spellPairs(withoutProtocol(oddPairs(random)), random)],
  ]);
  const request: Record<string, unknown> = { method: random.pick(METHODS), url: legalUrl(random, query) };
  const usesBody = options.transport === "body" || options.transport === "header-and-body";
  const kind = random.weighted([
    [25, "none"],
    [60, "form"],
    [15, usesBody ? "form" : "other"],
  ]);
  if (kind === "form") request.form = drawForm(random);
  if (kind === "other") {
    request.body = random.pick(['{"amount":"10.42"}', "", "é😀", Uint8Array.from([0, 255, 128]), oddOctets(random)]);
  }
  if (kind !== "form" && !usesBody && random.chance(0.5)) options.bodyHash = random.pick([true, "SHA-1", false]);
  return request;
}

/** Pairs, a record, or URLSearchParams. */
function drawForm(random: Random): unknown {
  const pairs = withoutProtocol(oddPairs(random));
  if (random.chance(0.8)) return pairs;
  const texts = pairs.filter((pair): pair is [string, string] => pair.every((one) => typeof one === "string"));
  if (random.chance(0.5)) return new URLSearchParams(texts);
  const record: Record<string, unknown> = random.chance(0.5) ? Object.create(null) : {};
  for (const [name, value] of texts) {
    const before = Object.hasOwn(record, name) ? record[name] : undefined;
    const now = before === undefined ? value : [before, value].flat();
    Object.defineProperty(record, name, { value: now, enumerable: true, writable: true, configurable: true });
  }
  return record;
}

function withoutProtocol(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(([name]) => !Buffer.from(name).toString("latin1").startsWith("oauth_"));
}

/** Each makes a request that the signer must refuse, or may have to; by what they change. */
const MISTAKES: readonly ((draft: Draft, random: Random) => void)[] = [
  ({ request }, random) => (request.url = random.pick(BAD_URLS)),
  ({ request }, random) => (request.url = random.pick(BAD_URLS)),
  ({ request }) => (request.url = `${request.url}`.replace(/#.*/, "").replace(/\?.*|$/, "?oauth_nonce=x")),
  ({ request }, random) => (request.method = random.pick(["", "GE T", "gét", 5, undefined, "GET\r\n", "ß"])),
  ({ request }) => Object.assign(request, { form: [["a", "b"]], body: "x" }),
  ({ request, options }, random) => {
    Object.assign(request, { form: undefined, body: random.pick([5, null, {}, ["x"], true]) });
    Object.assign(options, { transport: "header", bodyHash: true });
  },
  ({ request }) => Object.assign(request, { form: undefined, body: "\ud83d" }),
  ({ request }, random) => {
    const wrong = [
      5,
      null,
      "a=b",
      new Map([["a", "b"]]),
      [["a"]],
      [["a", 5]],
      [[5, "a"]],
      [["a", "b", "c"]],
      { a: 5 },
      { a: [5] },
      [null],
    ];
    Object.assign(request, { body: undefined, form: random.pick<unknown>(wrong) });
  },
  ({ request }, random) => {
    const name = random.pick(["oauth_nonce", "oauth_", "oauth_token", "oauth_x"]);
    Object.assign(request, {
      body: undefined,
      form: [
        ["a", "b"],
        [name, "x"],
      ],
    });
  },
  ({ request }) => Object.assign(request, { body: undefined, form: [["a", "\udc00"]] }),
  ({ options }, random) => (options.nonce = random.pick(["", "a\nb", 5, null, "\x7f", "\ud800"])),
  ({ options }, random) =>
    (options.timestamp = random.pick<unknown>([
      "",
      "0",
      "01",
      "-1",
      "1.5",
      1.5,
      -1,
      0,
      "1e9",
      "now",
      Number.NaN,
      null,
      2 ** 60,
    ])),
  ({ options }, random) => (options.version = random.pick<unknown>(["1.1", "", 1, "1.0a"])),
  ({ options }, random) => (options.transport = random.pick<unknown>(["cookie", "", null, "Header"])),
  ({ options, request }) => {
    Object.assign(options, { transport: "body" });
    Object.assign(request, { form: undefined, body: "x" });
  },
  ({ options }, random) => Object.assign(options, { transport: random.pick(["query", "body"]), realm: "r" }),
  ({ options }, random) => (options.realm = random.pick<unknown>(["é", "a\r\nb", 5, null, "\x7f"])),
  ({ options }, random) => (options.bodyHash = random.pick<unknown>(["SHA-256", 1, null, "sha-1"])),
  ({ options, request }, random) => {
    Object.assign(options, { bodyHash: true, transport: random.pick(["header", "body", "header-and-body"]) });
    Object.assign(request, { body: undefined, form: [["a", "b"]] });
  },
  ({ options }, random) =>
    (options.protocolParameters = random.pick<unknown>([
      ...[5, "x", {}, [["oauth_callback"]], [["callback", "x"]], [["oauth_nonce", "x"]], [["oauth_signature", "x"]]],
      ...[
        [["oauth_x", 5]],
        [[5, "x"]],
        [
          ["oauth_x", "1"],
          ["oauth_x", "2"],
        ],
        [["oauth_x", "\ud800"]],
        [["oauth_version", "1.0"]],
      ],
    ])),
  ({ options, request }) => {
    Object.assign(options, { protocolParameters: [["oauth_body_hash", "x"]] });
    Object.assign(request, { body: undefined, form: [["a", "b"]] });
  },
  ({ credentials }, random) =>
    (credentials.signatureMethod = random.pick<unknown>(["HMAC-MD5", "hmac-sha1", "", undefined, "__proto__"])),
  ({ credentials }) => Object.assign(credentials, { consumerSecret: undefined, privateKey: undefined }),
  ({ credentials }, random) => (credentials.consumerKey = random.pick<unknown>([undefined, 5, null, "\ud800"])),
  ({ credentials }, random) => (credentials.token = random.pick<unknown>([5, null, "\udfff"])),
  ({ credentials }, random) =>
    Object.assign(credentials, {
      signatureMethod: "HMAC-SHA1",
      consumerSecret: random.pick<unknown>([5, null, "\ud800"]),
    }),
  ({ credentials }) =>
    Object.assign(credentials, { signatureMethod: "HMAC-SHA1", privateKey: "rsa1024", consumerSecret: undefined }),
  ({ credentials }) =>
    Object.assign(credentials, { signatureMethod: "RSA-SHA1", privateKey: undefined, consumerSecret: "x" }),
  ({ credentials }, random) => {
    const wrong = [
      "no PEM",
      "",
      "rsa2048public",
      "ec",
      "encrypted",
      5,
      "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    ];
    Object.assign(credentials, { signatureMethod: "RSA-SHA256", privateKey: random.pick<unknown>(wrong) });
  },
  ({ credentials }, random) => {
    const passphrase = random.pick<unknown>(["wrong", "correct horse", "correct horse", undefined, 5]);
    Object.assign(credentials, { signatureMethod: "RSA-SHA256", privateKey: "encrypted", passphrase });
  },
  ({ credentials }) => Object.assign(credentials, { signatureMethod: "RSA-SHA512", privateKey: "rsa512" }),
];
