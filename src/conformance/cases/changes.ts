/** The changes that several cases make. */

import type { HeaderField, HttpRequest } from "../../oauth1/http-request.ts";
import { base64Text, looseBase64Octets } from "../../platform/index.ts";
import type { Change, ProtocolValues, ReceivedCase } from "./case.ts";
import { type Draft, encode, joinPairs, type Pair, protocolValue, withProtocol } from "./draft.ts";

/** Protocol parameters that differ from those of the valid request. */
export interface ProtocolChange {
  readonly protocol: (draft: Draft) => ProtocolValues;
}

/** Replaces members of the draft. */
export function changing(members: Partial<Draft>): Change {
  return (draft) => ({ ...draft, ...members });
}

/** Replaces or changes the path. */
export function path(edit: string | ((path: string) => string)): Change {
  return (draft) => ({ ...draft, path: typeof edit === "string" ? edit : edit(draft.path) });
}

/** The value of the Authorization header. */
export function authorizationOf({ headers }: HttpRequest): string {
  return headers.find(([name]) => name === "Authorization")?.[1] ?? "";
}

/** Header fields that are added to the request. */
export function fields(
  ...all: readonly (HeaderField | ((draft: Draft, request: HttpRequest) => HeaderField))[]
): Required<Pick<ReceivedCase, "edit">> {
  return {
    edit: (request, draft) => ({
      ...request,
      headers: [...request.headers, ...all.map((one) => (typeof one === "function" ? one(draft, request) : one))],
    }),
  };
}

/** Another HTTP method. */
export function method(name: string): Change {
  return changing({ method: name });
}

/** A change of a protocol parameter. */
export function protocol(name: string, edit: (value: string, draft: Draft) => string | undefined): Change {
  return (draft) => withProtocol(draft, { [name]: edit(protocolValue(draft, name), draft) });
}

/** The nonce of a draft. */
export function nonceOf(draft: Draft): string {
  return protocolValue(draft, "oauth_nonce");
}

/** Another nonce, derived from the valid request's nonce. */
export function nonce(edit: (nonce: string) => string): ProtocolChange {
  return { protocol: (draft) => ({ oauth_nonce: edit(nonceOf(draft)) }) };
}

/** Another timestamp, or a function of the valid request's timestamp. */
export function written(make: string | ((now: string) => string)): ProtocolChange {
  return {
    protocol: (draft) => ({
      oauth_timestamp: typeof make === "string" ? make : make(protocolValue(draft, "oauth_timestamp")),
    }),
  };
}

/** Adds texts before and after the timestamp. */
export function around(before: string, after: string): ProtocolChange {
  return written((now) => before + now + after);
}

/** Changes the timestamp to this many seconds after the valid request. */
export function after(seconds: number): ProtocolChange {
  return written((now) => String(Number(now) + seconds));
}

/** Changes the timestamp to this many seconds after the valid request, and the nonce to another one of the same length. */
export function withOwnNonce(seconds: number, end: string): ProtocolChange {
  const { protocol } = after(seconds);
  return {
    protocol: (draft) => ({
      ...protocol(draft),
      oauth_nonce: `${nonceOf(draft).slice(1)}${end}`,
    }),
  };
}

/** Repeats the protocol parameters of the header in the form. */
export function repeatedInBody(draft: Draft): Draft {
  const pairs = draft.protocol.map((pair) => pair.map(encode).join("=")).join("&");
  return { ...draft, body: joinPairs(draft.body, pairs) };
}

/** The request names this signature method. */
export function named(oauth_signature_method: string): { readonly protocol: ProtocolValues } {
  return { protocol: { oauth_signature_method } };
}

/** Adds protocol parameters after the signature. */
export function added(...behindSignature: readonly Pair[]): Change {
  return changing({ behindSignature });
}

/** The origin of the request with the other scheme. */
export function otherScheme({ origin }: Draft): string {
  return origin.replace(/^\w+/, (scheme) => (scheme === "https" ? "http" : "https"));
}

/** An origin without its port. */
export function withoutPort(origin: string): string {
  return origin.replace(/:\d+$/, "");
}

/** An invented text, with a prefix if the client or the server already has that text, in any letter case. */
export function unlike(text: string, own: readonly string[], prefix = "x-"): string {
  const isOwn = own.some((one) => one.toLowerCase() === text.toLowerCase());
  return isOwn ? unlike(prefix + text, own, prefix) : text;
}

/** The text with the case of its first letter changed, or of all letters. */
export function otherCase(text: string, letters = /[a-z]/i): string {
  return text.replace(letters, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** The text with its first letter percent-encoded, or other characters. */
export function escaped(text: string, letters = /[a-z]/i): string {
  return text.replace(letters, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The text in letters as wide as Chinese characters. */
export function fullWidth(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}

/** Changes one bit of a signature; the base64 stays canonical. */
export function bitChanged(at: (length: number) => number): (signature: string) => string {
  return (signature) => {
    const octets = looseBase64Octets(signature);
    const index = at(octets.length);
    octets[index] = octets[index]! ^ 1;
    return base64Text(octets);
  };
}
