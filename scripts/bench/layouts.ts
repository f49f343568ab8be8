/** Requests of many layouts, which differ as clients in different languages name, order, place and spell parameters. */

import type { ReceivedRequest, RequestToSign, SignedRequest, Signer, SignOptions } from "../../src/index.ts";
import { createSigner } from "./built.ts";
import { flat, HMAC, NOW, ORIGIN } from "./received.ts";

/** A request before it is signed, and as a server receives it. */
export interface MixedRequest {
  readonly signer: Signer;
  readonly request: RequestToSign;
  readonly options: SignOptions;
  readonly received: ReceivedRequest;
}

const TOKEN = "4a5b6c7d8e9f";
export const TOKEN_SECRET = "0F2E9C51-7D3A-4C6B-9A41-2B8D5E6F7A80";

const WITHOUT_TOKEN = createSigner(HMAC);
const WITH_TOKEN = createSigner({ ...HMAC, token: TOKEN, tokenSecret: TOKEN_SECRET } as typeof HMAC);

const NAMES = ["amount", "order id", "größe", "card-no", "items[]", "callback_url", "e.mail", "currency"];
const VALUES = [
  "10.42",
  "Gift card: 2 × «Größe M», 50% off!",
  "4444555566661111",
  "José Núñez",
  "https://shop.example.com/done?order=1&lang=de",
  "",
  "Hauptstraße 7/3",
  "jose.nunez+test@example.com",
  "東京都 1-2-3",
];

/** Changes how a signed request is spelled, but nothing that the signature covers. */
type Respell = (text: string) => string;

const asSigned: Respell = (text) => text;
const plusForSpace: Respell = (text) => text.replaceAll("%20", "+");
const lowerCaseEscapes: Respell = (text) => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
const rawUtf8: Respell = (text) => text.replace(/(?:%[89A-F][0-9A-F])+/g, decodeURIComponent);

/** Spellings of query, body and header, and of the text after the media type. Only a body can contain raw octets. */
const SPELLINGS: readonly { query: Respell; body: Respell; header: Respell; charset: string }[] = [
  { query: asSigned, body: asSigned, header: asSigned, charset: "" },
  { query: plusForSpace, body: plusForSpace, header: asSigned, charset: "" },
  { query: lowerCaseEscapes, body: lowerCaseEscapes, header: lowerCaseEscapes, charset: "" },
  { query: asSigned, body: rawUtf8, header: asSigned, charset: ";charset=UTF-8" },
  { query: asSigned, body: asSigned, header: asSigned, charset: "; charset=utf-8" },
  { query: plusForSpace, body: plusForSpace, header: asSigned, charset: "; charset=ISO-8859-1" },
];

const TRANSPORTS = ["header", "body", "query"] as const;

/** Returns request number `index` of a layout. The numbers that select the traits have no common pattern. */
export function requestOfLayout(layout: number, index: number): MixedRequest {
  const transport = TRANSPORTS[layout % 3]!;
  const isTokenSent = layout % 2 === 1;
  const spelling = SPELLINGS[Math.floor(layout / 2) % SPELLINGS.length]!;
  const pairs = pairsOf(layout, index);
  const inQuery = transport === "query" ? pairs.length : Math.floor((pairs.length * (layout % 5)) / 4);
  const query = encodeQuery(pairs.slice(0, inQuery));
  const path = `${ORIGIN}/processing/api/v4/${layout}/transfer/${index}`;
  const hasForm = transport === "body" || inQuery < pairs.length;
  const request: RequestToSign = {
    method: hasForm ? "POST" : "GET",
    url: query === "" ? path : `${path}?${query}`,
    form: hasForm ? pairs.slice(inQuery) : undefined,
  };
  const nonce = `a1b2c3d4e5f6${layout}x${index.toString().padStart(8, "0")}`;
  const realm = transport === "header" && layout % 4 < 2 ? "Merchant area" : undefined;
  const options: SignOptions = { nonce, timestamp: NOW - (index % 30), transport, realm };
  const signer = isTokenSent ? WITH_TOKEN : WITHOUT_TOKEN;
  return { signer, request, options, received: receivedAs(signer.sign(request, options), spelling, layout) };
}

function pairsOf(layout: number, index: number): [name: string, value: string][] {
  return Array.from({ length: (layout * 11) % 31 }, (_, at) => {
    const name = `${NAMES[(at * 5 + layout) % NAMES.length]}${layout}_${at}`;
    const value = VALUES[(at * 4 + layout) % VALUES.length]!;
    return [name, at === 0 ? `${value}${index}` : value];
  });
}

function encodeQuery(pairs: readonly [name: string, value: string][]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
}

function receivedAs(signed: SignedRequest, spelling: (typeof SPELLINGS)[number], layout: number): ReceivedRequest {
  const headers: Record<string, string> = { host: "127.0.0.1:8080", accept: "*/*", connection: "keep-alive" };
  const contentType = signed.headers["content-type"];
  if (contentType !== undefined) headers["content-type"] = flat(contentType + spelling.charset);
  if (signed.authorization !== undefined) {
    headers.authorization = flat(spelling.header(reordered(signed.authorization, layout)));
  }
  return {
    method: signed.method,
    url: flat(spelling.query(signed.url.slice(ORIGIN.length))),
    headers,
    body: Buffer.from(spelling.body((signed.body as string | undefined) ?? "")),
  };
}

/** Rotates the parameters of a header; some clients write no space after the commas. */
function reordered(authorization: string, layout: number): string {
  const parameters = authorization.slice("OAuth ".length).split(", ");
  const first = layout % parameters.length;
  const rotated = [...parameters.slice(first), ...parameters.slice(0, first)];
  return `OAuth ${rotated.join(layout % 4 === 0 ? "," : ", ")}`;
}
