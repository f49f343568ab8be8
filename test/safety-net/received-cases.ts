/** The requests of {@link signingCase} as a server receives them, and the server that knows the client. */

import { createRandom, type Random } from "./random.ts";
import { NOW } from "./signing-cases.ts";
import type { Server, ServerKey, SigningCase, VerificationCase, Wire } from "./types.ts";

/** What the signer returned, as far as it goes on the wire. */
export interface SignedParts {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** What receives a request; `sibling` is the same request signed with another nonce. */
export function receivedCase(
  index: number,
  { credentials }: SigningCase,
  signed: SignedParts,
  sibling: SignedParts,
): VerificationCase {
  const random = createRandom("receive", index);
  const [origin, target] = splitTarget(signed.url);
  const server: Server = {
    now: NOW + random.int(41) - 20,
    clientOrigin: origin,
    signatureMethods: random.chance(0.9) ? methodsFor(origin, random) : undefined,
    minimumRsaBits: random.chance(0.9) ? 1024 : undefined,
    rsaOnThreadPool: random.chance(0.05) ? true : undefined,
    allowHeaderAndBody: isHeaderAndBody(signed) ? random.chance(0.9) : random.chance(0.2),
    requireBodyHash: random.chance(0.1) ? true : undefined,
    skewSeconds: random.chance(0.1) ? random.int(100) : undefined,
    keys: storedKeys(random, credentials ?? {}),
    lookup: random.weighted([
      [70, "list"],
      [10, "one"],
      [15, "later"],
    ]),
    store: random.chance(0.9) ? "memory" : "later",
    headersAs: random.chance(0.5) ? "pairs" : "record",
  };
  const place = random.weighted([
    [55, "origin"],
    [30, "absolute"],
    [15, "proxy"],
  ]);
  const path = origin.includes("@") ? undefined : placeOf(server, place, origin);
  const toWire = (parts: SignedParts): Wire => {
    const wire: Wire = {
      method: parts.method,
      url: path === undefined ? parts.url : splitTarget(parts.url)[1],
      headers: Object.entries(parts.headers),
      body: parts.body,
    };
    if (path === "proxy") {
      wire.remoteAddress = "10.1.2.3";
      wire.headers.push(["X-Forwarded-Proto", origin.toLowerCase().startsWith("https") ? "https" : "http"]);
      wire.headers.push(["X-Forwarded-Host", origin.replace(/^[^/]*\/\//, "")]);
    }
    return wire;
  };
  const wire = toWire(signed);
  if (typeof wire.body === "string" && random.chance(0.5)) wire.body = new Uint8Array(Buffer.from(wire.body));
  if (random.chance(0.5)) wire.secure = true;
  const earlier = random.weighted<Wire[]>([
    [55, []],
    [20, [toWire(sibling)]],
    [15, [structuredClone(wire)]],
    [10, [toWire(sibling), toWire(sibling)]],
  ]);
  // A client requests "/" where the path is empty.
  if (target === "" && path !== undefined) for (const one of [wire, ...earlier]) one.url = "/";
  return { server, earlier, wire };
}

const ALL_METHODS = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT"];

/** A verifier that allows PLAINTEXT cannot have an origin without TLS. */
function methodsFor(origin: string, random: Random): string[] {
  const isHttp = origin.toLowerCase().startsWith("http:");
  return ALL_METHODS.filter((method) => method !== "PLAINTEXT" || !isHttp || random.chance(0.2));
}

/** `scheme://authority`, and the request target. */
function splitTarget(url: string): [origin: string, target: string] {
  const [, origin = "", target = ""] = /^([^/]*\/\/[^/?#]*)(.*)$/s.exec(url) ?? [];
  return [origin, target.startsWith("?") ? `/${target}` : target];
}

/** Configures who says what the client signed; `undefined` where URLs stay absolute. */
function placeOf(server: Server, place: string, origin: string): "origin" | "proxy" | undefined {
  if (place === "absolute") return undefined;
  if (place === "origin") {
    server.origin = origin;
    return "origin";
  }
  server.proxy = { addresses: ["10.0.0.0/8", "::1"], hosts: [origin.replace(/^[^/]*\/\//, ""), "other.example"] };
  return "proxy";
}

function isHeaderAndBody({ headers, body }: SignedParts): boolean {
  return headers.authorization !== undefined && typeof body === "string" && /(?:^|&)oauth_/.test(body);
}

function storedKeys(random: Random, credentials: Readonly<Record<string, unknown>>): ServerKey[] {
  const { consumerKey, token, signatureMethod, consumerSecret, tokenSecret, privateKey } = credentials as Record<
    string,
    string
  >;
  const key: ServerKey = { consumerKey: consumerKey! };
  if (signatureMethod!.startsWith("RSA-")) key.publicKey = `${privateKey}public`;
  else Object.assign(key, { consumerSecret, tokenSecret: token === undefined ? undefined : (tokenSecret ?? "") });
  if (token !== undefined && random.chance(0.5)) key.token = token;
  if (random.chance(0.4)) key.id = random.pick(["key-1", "2024", ""]);
  const other: ServerKey = { consumerKey: consumerKey!, consumerSecret: "an older secret", tokenSecret: "", id: "old" };
  return random.weighted([
    [80, [key]],
    [10, [other, key]],
    [10, [key, other]],
  ]);
}
