/**
 * The edge of the signer: a request as the caller gives it, checked once and trusted inside.
 *
 * @module
 */

import { upperCase } from "./base-string.ts";
import { splitUrl, type UrlParts } from "./base-string-uri.ts";
import { OAuth1Error, quote } from "./errors.ts";
import { encodeFormPiece, formPieces, type NameValue } from "./form.ts";
import { type OctetText, percentEncode } from "./percent-encoding.ts";

/** Pairs of a form: in order, as a record whose arrays repeat a name, or as URLSearchParams. */
export type FormInput =
  | readonly NameValue[]
  | Readonly<Record<string, OctetText | readonly OctetText[]>>
  | URLSearchParams;

/** A request before it is signed. */
export interface RequestToSign {
  /** HTTP request method, any case; sent in upper case. */
  readonly method: string;
  /** Absolute http or https URL with everything percent-encoded; its query is signed. */
  readonly url: string | URL;
  /** Parameters of a form-encoded body, decoded; signed and returned as `body`. */
  readonly form?: FormInput | undefined;
  /** A body that is not form-encoded; signed only by its hash, where that is asked for. */
  readonly body?: string | Uint8Array | undefined;
}

/** The same, found legal. */
export interface CheckedRequest {
  /** Upper case. */
  readonly method: string;
  readonly url: UrlParts;
  /** The URL as given, without its fragment. */
  readonly href: string;
  readonly form: readonly NameValue[] | undefined;
  readonly body: string | Uint8Array | undefined;
}

/** Refuses what could only be signed by guessing. */
export function checkRequest(request: RequestToSign): CheckedRequest {
  const { form, body } = request;
  if (form !== undefined && body !== undefined) {
    throw new OAuth1Error("body-conflict", "a request has form or body, got both");
  }
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw new OAuth1Error("body-malformed", `body must be text or octets, got ${quote(body)}`);
  }
  const method = checkMethod(request.method);
  const { url, href } = checkUrl(request.url);
  return { method, url, href, form: form === undefined ? undefined : checkForm(form), body };
}

const TOKEN_RE = /^[\w!#$%&'*+.^`|~-]+$/; // RFC 7230 3.2.6: "POST", "M-SEARCH"

function checkMethod(method: unknown): string {
  if (typeof method === "string" && TOKEN_RE.test(method)) return upperCase(method);
  throw new OAuth1Error("method-malformed", `method must be an HTTP method such as POST, got ${quote(method)}`);
}

const NON_URI_RE = /[^\x21-\x7e]|["<>\\^`{|}]/; // what RFC 3986 has no place for; clients encode it each in their own way
const BAD_ESCAPE_RE = /%(?![0-9A-Fa-f]{2})/; // "%", "%z1"

function checkUrl(input: unknown): { url: UrlParts; href: string } {
  const text = input instanceof URL ? input.href : input;
  const url = splitUrl(text as string);
  const href = (text as string).slice(0, url.end);
  const stray = NON_URI_RE.exec(href);
  if (stray !== null) {
    throw urlError("every space, non-ASCII and other unsafe character percent-encoded", stray[0], stray.index);
  }
  const badEscape = BAD_ESCAPE_RE.exec(href);
  if (badEscape !== null) {
    throw urlError(
      "two hexadecimal digits after each %",
      href.slice(badEscape.index, badEscape.index + 3),
      badEscape.index,
    );
  }
  for (const [name] of formPieces(url.query ?? "")) refuseReserved(encodeFormPiece(name), "the query");
  return { url, href };
}

function urlError(expected: string, came: string, index: number): OAuth1Error {
  return new OAuth1Error("url-malformed", `url: expected ${expected}, got ${quote(came)} at character ${index + 1}`);
}

function checkForm(form: FormInput): readonly NameValue[] {
  const pairs = formPairs(form);
  for (const [index, pair] of pairs.entries()) {
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw new OAuth1Error("parameter-malformed", `form parameter ${index + 1} must be a [name, value] pair`);
    }
    const [name, value] = pair;
    if (!isOctetText(name)) {
      throw new OAuth1Error(
        "parameter-malformed",
        `name of form parameter ${index + 1} must be text or octets, got ${quote(name)}`,
      );
    }
    const encodedName = percentEncode(name);
    if (!isOctetText(value)) {
      const came = value === null ? "null" : typeof value;
      throw new OAuth1Error(
        "parameter-malformed",
        `value of form parameter ${quote(encodedName)} must be text or octets, got ${came}`,
      );
    }
    refuseReserved(encodedName, "the form");
  }
  return pairs;
}

function formPairs(form: FormInput): readonly NameValue[] {
  if (Array.isArray(form)) return form;
  if (form instanceof URLSearchParams) return [...form];
  if (form === null || typeof form !== "object" || form instanceof Uint8Array) {
    throw new OAuth1Error("parameter-malformed", `form must be pairs, a record or URLSearchParams, got ${quote(form)}`);
  }
  return Object.entries(form).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((one): NameValue => [name, one]) : [[name, value] as NameValue],
  );
}

/** Whether something can be a name or a value. */
export function isOctetText(value: unknown): value is OctetText {
  return typeof value === "string" || value instanceof Uint8Array;
}

/** The names that start with `oauth_` belong to the protocol (RFC 5849 3.1); a server would mistake them for it. */
function refuseReserved(encodedName: string, place: string): void {
  if (!encodedName.startsWith("oauth_")) return;
  throw new OAuth1Error(
    "parameter-reserved",
    `${place} must not hold protocol parameters, got ${quote(encodedName)}; give oauth_callback and the like as protocolParameters`,
  );
}
