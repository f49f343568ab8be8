/**
 * The edge of the signer: a request as the caller gives it, checked once and trusted inside.
 *
 * @module
 */

import { upperCase } from "./base-string.ts";
import { splitUrl, type UrlParts } from "./base-string-uri.ts";
import { kindOf, OAuth1Error, quote } from "./errors.ts";
import { type NameValue, parseForm } from "./form.ts";
import { type EncodedParameter, encodeParameter, encodeParameters, isProtocolParameter } from "./parameter.ts";
import { isOctetText, mustBeWellFormed, type OctetText, percentEncode } from "./percent-encoding.ts";

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
  /** The query's parameters. */
  readonly query: readonly EncodedParameter[];
  /** The form's. */
  readonly form: readonly EncodedParameter[] | undefined;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Refuses what could only be signed by guessing. */
export function checkRequest(request: RequestToSign): CheckedRequest {
  const { form, body } = request;
  if (form !== undefined && body !== undefined) {
    throw new OAuth1Error("body-conflict", "a request has form or body, got both");
  }
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw new OAuth1Error("body-malformed", `body must be text or octets, got ${kindOf(body)}`);
  }
  if (typeof body === "string") mustBeWellFormed(body);
  const method = checkMethod(request.method);
  const { url, href } = checkUrl(request.url);
  const query = encodeParameters(parseForm(url.query ?? ""), "query");
  for (const parameter of query) refuseReserved(parameter, "the query");
  return {
    method,
    url,
    href,
    query,
    form: form === undefined ? undefined : checkForm(form),
    body: ownBody(body),
  };
}

/** Octets that another thread can change are copied: what was hashed must be what is sent. */
function ownBody(body: string | Uint8Array | undefined): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === "string") return body;
  return body.buffer instanceof ArrayBuffer ? (body as Uint8Array<ArrayBuffer>) : Uint8Array.from(body);
}

const TOKEN_RE = /^[\w!#$%&'*+.^`|~-]+$/; // RFC 7230 3.2.6: "POST", "M-SEARCH"

function checkMethod(method: unknown): string {
  if (typeof method === "string" && TOKEN_RE.test(method)) return upperCase(method);
  throw new OAuth1Error("method-malformed", `method must be an HTTP method such as POST, got ${quote(method)}`);
}

const STRAY_RE = /[^\x21-\x7e]|%(?![0-9A-Fa-f]{2})/; // what no URI holds, or a percent sign that starts no escape

/**
 * Also in no URI. A query is decoded before it is signed, so there they do no harm; before it each client encodes, or
 * even obeys, its own.
 */
const STRAY_BEFORE_QUERY_RE = /["<>\\^`{|}]/;

function checkUrl(input: unknown): { url: UrlParts; href: string } {
  const text = (input instanceof URL ? input.href : input) as string;
  const url = splitUrl(text);
  const href = url.fragment === "" ? text : text.slice(0, -url.fragment.length);
  const beforeQuery = url.query === undefined ? href : href.slice(0, -1 - url.query.length);
  const stray = STRAY_RE.exec(href) ?? STRAY_BEFORE_QUERY_RE.exec(beforeQuery);
  if (stray !== null) throw strayCharacter(stray[0], href);
  return { url, href };
}

function strayCharacter(found: string, href: string): OAuth1Error {
  const index = found === "%" ? href.search(STRAY_RE) : href.indexOf(found);
  const [expected, came] =
    found === "%"
      ? ["two hexadecimal digits after each %", href.slice(index, index + 3)]
      : [
          "every space, non-ASCII and other unsafe character percent-encoded",
          String.fromCodePoint(href.codePointAt(index)!),
        ];
  return new OAuth1Error("url-malformed", `url: expected ${expected}, got ${quote(came)} at character ${index + 1}`);
}

function checkForm(form: FormInput): EncodedParameter[] {
  const parameters: EncodedParameter[] = [];
  // By index, so that a hole in the list is not left out.
  const pairs = formPairs(form);
  for (let index = 0; index < pairs.length; index++) {
    const pair = pairs[index];
    if (!isList(pair) || pair.length !== 2) {
      throw malformed(`form parameter ${index + 1} must be a [name, value] pair`);
    }
    const [name, value] = pair;
    if (!isOctetText(name)) throw notText(`name of form parameter ${index + 1}`, name);
    if (!isOctetText(value)) throw notText(`value of form parameter ${quote(percentEncode(name))}`, value);
    const parameter = encodeParameter(name, value, "body");
    refuseReserved(parameter, "the form");
    parameters.push(parameter);
  }
  return parameters;
}

function formPairs(form: FormInput): readonly unknown[] {
  if (isList(form)) return form;
  if (form instanceof URLSearchParams) return [...form];
  if (!isRecord(form)) throw malformed(`form must be pairs, a record or URLSearchParams, got ${kindOf(form)}`);
  return Object.entries(form).flatMap(([name, value]) =>
    // Array.from shows a hole in a list as what it is; map would leave it out.
    Array.isArray(value) ? Array.from(value, (one): NameValue => [name, one]) : [[name, value] as NameValue],
  );
}

/** `Array.isArray`, of which nothing is `any`. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A plain object, also one of another realm. What a Map or a FormData holds, its own properties do not tell. */
function isRecord(value: unknown): value is Readonly<Record<string, OctetText | readonly OctetText[]>> {
  if (value === null || Object.prototype.toString.call(value) !== "[object Object]") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** An error that names the kind of a value, never the value: it may be a card number. */
export function notText(what: string, value: unknown): OAuth1Error {
  return malformed(`${what} must be text or octets, got ${kindOf(value)}`);
}

function malformed(message: string): OAuth1Error {
  return new OAuth1Error("parameter-malformed", message);
}

/** The names that start with `oauth_` belong to the protocol (RFC 5849 3.1); a server would mistake them for it. */
function refuseReserved(parameter: EncodedParameter, place: string): void {
  if (!isProtocolParameter(parameter)) return;
  throw new OAuth1Error(
    "parameter-reserved",
    `${place} must not hold protocol parameters, got ${quote(parameter.encodedName)}; give oauth_callback and the like as protocolParameters`,
  );
}
