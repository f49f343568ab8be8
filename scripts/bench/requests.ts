/** The requests of the benchmark: unsigned, as a server receives them, and those that cost a verifier most. */

import { createHmac } from "node:crypto";
import type {
  Credentials,
  CredentialsLookup,
  ReceivedRequest,
  RequestToSign,
  SignedRequest,
  SignOptions,
  Verifier,
  VerifierOptions,
} from "../../src/index.ts";
import type { NameValue } from "../../src/oauth1/index.ts";
import { built, type Laps, lapsOver } from "./measure.ts";

const { createSigner, createVerifier, MemoryNonceStore } = await built<typeof import("../../src/index.ts")>("index.js");
const steps = await built<typeof import("../../src/oauth1/index.ts")>("oauth1/index.js");

export const CONSUMER_KEY = "merchant";
export const SECRET = "B17F59B4-A7DC-41B4-8FF9-37D986B43D20";
export const ORIGIN = "https://sandbox.example.com";
export const HMAC: Credentials = { consumerKey: CONSUMER_KEY, signatureMethod: "HMAC-SHA1", consumerSecret: SECRET };
const NOW = 1_700_000_000;

/** A request as the benchmark passes it to each signer. */
export interface Work {
  readonly request: { readonly method: "POST"; readonly url: string; readonly form: readonly [string, string][] };
  readonly options: { readonly nonce: string; readonly timestamp: string };
}

/** Gateway requests with 3 or 16 parameters, a different one each time, each with its own nonce. */
export function works(parameters: 3 | 16, count: number): Work[] {
  return Array.from({ length: count }, (_, index) => ({
    request: {
      method: "POST",
      url: `${ORIGIN}/processing/api/v4/${parameters === 3 ? "create-card-ref" : "transfer"}/39915`,
      form: parameters === 3 ? cardReference(index) : transfer(index),
    },
    options: {
      nonce: `a1b2c3d4e5f60718293a4b5c${index.toString().padStart(8, "0")}`,
      timestamp: String(NOW - (index % 30)),
    },
  }));
}

function cardReference(index: number): [string, string][] {
  return [
    ["login", "merchant"],
    ["client_orderid", `invoice-${index}`],
    ["orderid", `${5624444333322221 + index}`],
  ];
}

/** Sixteen values, some with spaces, reserved and non-ASCII characters. */
function transfer(index: number): [string, string][] {
  return Object.entries({
    client_orderid: `invoice-${index}`,
    amount: "10.42",
    currency: "EUR",
    order_desc: "Gift card: 2 × «Größe M», 50% off!",
    credit_card_number: "4444555566661111",
    expire_month: "12",
    expire_year: "2099",
    cvv2: "123",
    card_printed_name: "José Núñez",
    "destination-card-no": "4444333322221111",
    ipaddress: "192.0.2.17",
    email: "jose.nunez+test@example.com",
    first_name: "José",
    address1: "Hauptstraße 7/3",
    redirect_url: "https://shop.example.com/done?order=1&lang=de",
    server_callback_url: "https://shop.example.com/callback",
  });
}

/** The HMAC alone, of base strings that were computed before, with the key as text. */
export function hmacAlone(works: readonly Work[]): Laps {
  const signer = createSigner(HMAC);
  const baseStrings = works.map(({ request, options }) => flat(signer.sign(request, options).baseString));
  return lapsOver(baseStrings, () => (baseString) => {
    return createHmac("sha1", `${SECRET}&`).update(baseString).digest("base64");
  });
}

/** Copies ASCII text to contiguous memory, as a socket delivers it; the signer joins text from pieces. */
function flat(ascii: string): string {
  return Buffer.from(ascii, "latin1").toString("latin1");
}

/** How a client spells what it signed, by the part of the request. */
interface Spelling {
  readonly query?: (text: string) => string;
  readonly body?: (text: string) => string;
  readonly header?: (text: string) => string;
  /** After the media type. */
  readonly charset?: string;
}

/** A signed request as node:http delivers it. */
export function receivedFrom(signed: SignedRequest, spelling: Spelling = {}): ReceivedRequest {
  const { query = String, body = String, header = String, charset = "" } = spelling;
  const { "content-type": type } = signed.headers;
  const octets = Buffer.from(body((signed.body as string | undefined) ?? ""));
  return {
    method: signed.method,
    url: flat(query(signed.url.slice(ORIGIN.length))),
    headers: {
      host: "127.0.0.1:8080",
      "user-agent": "countersign-bench",
      accept: "*/*",
      connection: "keep-alive",
      "content-length": String(octets.length),
      ...(type !== undefined && { "content-type": flat(type + charset) }),
      ...(signed.authorization !== undefined && { authorization: flat(header(signed.authorization)) }),
    },
    body: octets,
  };
}

/** A verifier with a new nonce store. It waits a long time for credentials, because the machine may be busy. */
export function verifierWith(credentials: CredentialsLookup, options: Partial<VerifierOptions> = {}): Verifier {
  const nonceStore = new MemoryNonceStore();
  const usual = { origin: ORIGIN, now: () => NOW, nonceStore, credentials, timeoutMilliseconds: 600_000 };
  return createVerifier({ ...usual, ...options });
}

/** Verifies a request; a rejection ends the benchmark with an error. */
export async function accept(verifier: Verifier, received: ReceivedRequest): Promise<true> {
  const verdict = await verifier.verify(received);
  if (!verdict.accepted) throw new Error(`the verifier rejects a request of the benchmark: ${verdict.message}`);
  return true;
}

/** A request before it is signed, and as a server receives it. */
export interface MixedRequest {
  readonly sign: () => SignedRequest;
  readonly received: ReceivedRequest;
}

const TOKEN_SECRET = "0F2E9C51-7D3A-4C6B-9A41-2B8D5E6F7A80";
const WITHOUT_TOKEN = createSigner(HMAC);
const WITH_TOKEN = createSigner({ ...HMAC, token: "4a5b6c7d8e9f", tokenSecret: TOKEN_SECRET } as Credentials);
export const mixedCredentials: CredentialsLookup = ({ token }) =>
  token === undefined ? { consumerSecret: SECRET } : { consumerSecret: SECRET, tokenSecret: TOKEN_SECRET };

const NAMES = ["amount", "order id", "größe", "card-no", "items[]", "callback_url", "e.mail", "currency"];
const VALUES = [...transfer(0).map(([, value]) => value), "", "東京都 1-2-3"];

const plus = (text: string): string => text.replaceAll("%20", "+");
const lower = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
const raw = (text: string): string => text.replace(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent);
/** Only a body can contain raw octets. */
const SPELLINGS: readonly Spelling[] = [
  {},
  { query: plus, body: plus },
  { query: lower, body: lower, header: lower },
  { body: raw, charset: ";charset=UTF-8" },
  { charset: "; charset=utf-8" },
  { query: plus, charset: "; charset=ISO-8859-1" },
];

/** Request number `index` of a layout. The numbers that select the traits have no common pattern. */
export function requestOfLayout(layout: number, index: number): MixedRequest {
  const transport = (["header", "body", "query"] as const)[layout % 3]!;
  const pairs = Array.from({ length: (layout * 11) % 31 }, (_, at): [string, string] => {
    const value = VALUES[(at * 5 + layout) % VALUES.length]!;
    return [`${NAMES[(at * 5 + layout) % NAMES.length]}${layout}_${at}`, at === 0 ? `${value}${index}` : value];
  });
  const inQuery = transport === "query" ? pairs.length : Math.floor((pairs.length * (layout % 5)) / 4);
  const query = pairs.slice(0, inQuery).map((pair) => pair.map(encodeURIComponent).join("="));
  const hasForm = transport === "body" || inQuery < pairs.length;
  const request: RequestToSign = {
    method: hasForm ? "POST" : "GET",
    url: `${ORIGIN}/processing/api/v4/${layout}/transfer/${index}${query.length === 0 ? "" : `?${query.join("&")}`}`,
    form: hasForm ? pairs.slice(inQuery) : undefined,
  };
  const nonce = `a1b2c3d4e5f6${layout}x${index.toString().padStart(8, "0")}`;
  const realm = transport === "header" && layout % 4 < 2 ? "Merchant area" : undefined;
  const options: SignOptions = { nonce, timestamp: NOW - (index % 30), transport, realm };
  const signer = layout % 2 === 1 ? WITH_TOKEN : WITHOUT_TOKEN;
  const { header = String, ...spelling } = SPELLINGS[Math.floor(layout / 2) % SPELLINGS.length]!;
  const received = receivedFrom(signer.sign(request, options), {
    ...spelling,
    header: (text) => header(rotated(text, layout)),
  });
  return { sign: () => signer.sign(request, options), received };
}

/** Rotates the parameters of a header; some clients write no space after the commas. */
function rotated(authorization: string, layout: number): string {
  const parameters = authorization.slice("OAuth ".length).split(", ");
  const first = layout % parameters.length;
  return `OAuth ${[...parameters.slice(first), ...parameters.slice(0, first)].join(layout % 4 === 0 ? "," : ", ")}`;
}

/** A request that the verifier accepts, and the data that no verifier can leave out of its hashes. */
export interface WorstRequest {
  readonly received: ReceivedRequest;
  readonly baseString: string;
  /** A body that is covered by its hash; empty for a form. */
  readonly hashedBody: Uint8Array;
}

/** A kind of requests that cost a verifier most. */
export interface WorstShape {
  readonly name: string;
  /** The largest size: of the body, the Authorization header or the query, in octets. */
  readonly octets: number;
  readonly make: (octets: number) => WorstRequest;
}

export const MEBIBYTE = 1_048_576;
/** Of the 1000 parameters that a verifier accepts, six are of the protocol. */
const FORM_PARAMETERS = 994;

/** Three digits that are not in order, so that the parameters must be sorted. */
const scattered = (index: number): string => String((index * 7919) % FORM_PARAMETERS).padStart(3, "0");

/**
 * With a body of 1 MiB, which is about ten times the default limit, and otherwise at the default limits: 8 KiB of header, 8 KiB of
 * query, 1000 parameters with names of 256 and values of 65,536 octets.
 */
export const WORST_SHAPES: readonly WorstShape[] = [
  filled("octets 80, not UTF-8", "\x80"),
  filled("U+FFFD as raw UTF-8", "\xef\xbf\xbd"),
  ...["%FF", "%25", "%21", "!", "+"].map((octets) => filled(octets, octets)),
  filled("+, one raw € in each value", "+", { end: () => "\xe2\x82\xac" }),
  filled("%, malformed escapes", "%"),
  filled("%zz, malformed escapes", "%zz"),
  filled("octets 80, charset windows-1252", "\x80", { charset: "; charset=windows-1252" }),
  filled("names with a long common prefix", "!", { nameOf: (index) => "!".repeat(253) + scattered(index) }),
  filled("one name, values with a long common prefix", "!", { nameOf: () => "!".repeat(256), end: scattered }),
  filled("one name, one value", "a", { nameOf: () => "a" }),
  {
    name: "octets 80, covered by oauth_body_hash",
    octets: MEBIBYTE,
    make: (octets) => worst({ type: "application/octet-stream", body: Buffer.alloc(octets, 0x80), isHashed: true }),
  },
  {
    name: "short parameters in the header",
    octets: 8192,
    // As many as fit in addition to the protocol parameters, which take less than 400 octets.
    make: (octets) => worst({ further: numbered((octets - 400) / 9, (index): NameValue => [`x${index}`, ""]) }),
  },
  {
    name: "short parameters in the query",
    octets: 7800,
    make: (octets) => worst({ url: `/pay?${numbered(octets / 9, (index) => `x${index}=+!`).join("&")}` }),
  },
];

function numbered<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: Math.floor(count) }, (_, index) => item(index));
}

interface Filling {
  readonly nameOf?: (index: number) => string;
  /** The end of a value. */
  readonly end?: (index: number) => string;
  /** After the media type. */
  readonly charset?: string;
}

/** A form of as many parameters as possible, whose values repeat some octets, each written as one character. */
function filled(name: string, octets: string, filling: Filling = {}): WorstShape {
  const { nameOf = (index) => `p${index}`, end = () => "", charset = "" } = filling;
  const make = (size: number): WorstRequest => {
    const pieces = numbered(FORM_PARAMETERS, (index) => {
      const [start, last] = [`${nameOf(index)}=`, end(index)];
      const length = size / FORM_PARAMETERS - start.length - last.length - 1;
      return start + octets.repeat(Math.floor(length / octets.length)) + last;
    });
    const body = Buffer.from(pieces.join("&"), "latin1");
    return worst({ type: `application/x-www-form-urlencoded${charset}`, body });
  };
  return { name, octets: MEBIBYTE, make };
}

interface Parts {
  readonly type?: string;
  readonly body?: Uint8Array;
  readonly isHashed?: boolean;
  readonly url?: string;
  /** Parameters of the header in addition to the protocol parameters. */
  readonly further?: readonly NameValue[];
}

/** Signs the octets of a request unchanged, whatever they contain. */
function worst({ type, body = new Uint8Array(), isHashed = false, url = "/pay", further = [] }: Parts): WorstRequest {
  const protocolParameters: NameValue[] = [
    ["oauth_consumer_key", CONSUMER_KEY],
    ["oauth_nonce", "a1b2c3d4e5f60718293a4b5c"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(NOW)],
    ["oauth_version", "1.0"],
    ...further,
    ...(isHashed ? [["oauth_body_hash", steps.bodyHash(body, "HMAC-SHA1")] as const] : []),
  ];
  const form = isHashed ? [] : steps.parseForm(body);
  const baseString = steps.signatureBaseString({ method: "POST", url: ORIGIN + url, form, protocolParameters });
  const key = steps.createBaseStringSigner({ signatureMethod: "HMAC-SHA1", consumerSecret: SECRET });
  const inHeader: NameValue[] = [...protocolParameters, ["oauth_signature", key.sign(baseString)]];
  const authorization = flat(steps.formatAuthorizationHeader(inHeader, { separator: "," }));
  const received = { method: "POST", url, headers: { authorization, "content-type": type }, body };
  return { received, baseString: flat(baseString), hashedBody: isHashed ? body : new Uint8Array() };
}
