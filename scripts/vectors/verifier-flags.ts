/** Computes the flags of a vector for verifiers from its requests and its server. */

import type { HttpRequest, VerificationVector } from "../../src/conformance/vectors/index.ts";

type Asked = Pick<VerificationVector, "server" | "earlier" | "request">;

/** The names of all flags that apply, sorted. */
export function verifierFlagsOf(asked: Asked): string[] {
  const facts = { ...asked, body: bodyText(asked.request), all: textOf(asked.request) };
  return Object.entries(FLAGS)
    .filter(([, applies]) => applies(facts))
    .map(([name]) => name)
    .sort();
}

interface Facts extends Asked {
  /** One character per byte. */
  readonly body: string;
  /** Request target, Authorization header and body. */
  readonly all: string;
}

function textOf(request: HttpRequest): string {
  return [request.url, authorizationOf(request), bodyText(request)].join("\n");
}

function authorizationOf({ headers }: HttpRequest): string {
  return headers.find(([name]) => name === "Authorization")?.[1] ?? "";
}

function bodyText({ body = new Uint8Array() }: HttpRequest): string {
  return Buffer.from(body).toString("latin1");
}

function mediaType({ request }: Facts): string {
  return request.headers.find(([name]) => /^content-type$/i.test(name))?.[1].toLowerCase() ?? "";
}

const names = (pattern: RegExp) => (facts: Facts) => pattern.test(facts.all);
const FORWARDED_RE = /^(?:forwarded|x-)/i;
const ESCAPES_RE = /(?:%[0-9a-f]{2})+/gi;

const FLAGS: Readonly<Record<string, (facts: Facts) => boolean>> = {
  "absolute-url": ({ request }) => /^https?:/i.test(request.url),
  body: ({ body }) => body !== "",
  "body-hash": names(/oauth_body_hash/),
  certificate: ({ server }) => JSON.stringify(server.keys).includes("BEGIN CERTIFICATE"),
  earlier: ({ earlier }) => earlier !== undefined,
  form: (facts) => mediaType(facts).startsWith("application/x-www-form-urlencoded"),
  hmac: names(/HMAC-SHA/i),
  limits: ({ server }) => server.limits !== undefined,
  "non-utf8": ({ all }) => [...all.matchAll(ESCAPES_RE)].some(([escapes]) => !isUtf8(escapes)),
  plaintext: names(/PLAINTEXT/i),
  query: ({ request }) => request.url.includes("?"),
  realm: names(/realm=/i),
  rsa: names(/RSA-SHA/i),
  sha2: names(/SHA(?!1\b)\d{3}/i),
  "several-keys": ({ server }) => server.keys.length > 1,
  token: names(/oauth_token\b/),
  "transport-body": ({ body }) => /(?:^|&)oauth_signature=/.test(body),
  "transport-header-and-body": ({ body, request }) =>
    /(?:^|&)oauth_/.test(body) && /oauth_/.test(authorizationOf(request)),
  "transport-query": ({ request }) => /[?&]oauth_signature=/.test(request.url),
  trouble: ({ server }) => server.trouble !== undefined,
  "unused-header": ({ request }) => request.headers.some(([name]) => FORWARDED_RE.test(name)),
};

function isUtf8(escapes: string): boolean {
  const octets = Buffer.from(escapes.replaceAll("%", ""), "hex");
  return Buffer.from(octets.toString()).equals(octets);
}
